/** Every reporter by name. */
import { renderJson } from './json.ts'
import { renderPretty } from './pretty.ts'
import type { Render } from './reporter.ts'
import { renderTap } from './tap.ts'

export const reporters = { pretty: renderPretty, tap: renderTap, json: renderJson } as const satisfies Readonly<Record<string, Render>>
export type ReporterName = keyof typeof reporters
export const reporterNames = Object.keys(reporters) as readonly ReporterName[]

export const isReporterName = (name: string): name is ReporterName => Object.hasOwn(reporters, name)
