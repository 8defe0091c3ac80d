/** The record of the run as JSON: the very text of `results.json`, described by `results.schema.json`. */
import { visibleJson } from '../evidence/visible.ts'
import type { Render } from './reporter.ts'

export const renderJson: Render = (run) => visibleJson(`${JSON.stringify(run, undefined, 2)}\n`)
