/** Every reporter by name. */
import { renderBadge } from './badge.ts'
import { renderCtrf } from './ctrf.ts'
import { renderGithub } from './github.ts'
import { renderHtml } from './html/html.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import type { ReporterName } from './names.ts'
import { renderPretty } from './pretty.ts'
import { readable } from './readable.ts'
import type { Render } from './reporter.ts'
import { renderSarif } from './sarif.ts'
import { renderTap } from './tap.ts'

/** Whatever stands in a record, a report shows it as text. */
const safely = (render: Render): Render => (run, options) => render(readable(run), options)

export const reporters = {
  pretty: safely(renderPretty),
  tap: safely(renderTap),
  junit: safely(renderJunit),
  sarif: safely(renderSarif),
  ctrf: safely(renderCtrf),
  json: renderJson,
  github: safely(renderGithub),
  html: safely(renderHtml),
  badge: safely(renderBadge),
} as const satisfies Readonly<Record<ReporterName, Render>>

export { isReporterName, reporterNames, type ReporterName } from './names.ts'
