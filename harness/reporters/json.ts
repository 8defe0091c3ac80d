/** The record of the run as JSON: the very text of `results.json`, described by `results.schema.json`. */
import type { Render } from './reporter.ts'

export const renderJson: Render = (run) => `${JSON.stringify(run, undefined, 2)}\n`
