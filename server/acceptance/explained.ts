/** Explains a verdict for a command line: an input that is refused is an answer like any other. */
import { HandoffError } from '../handoff/errors.ts'
import { explainVerdict } from './explain.ts'
import { explanationSections, type ExplainedSection } from './explain-sections.ts'
import type { Explanation } from './explanation.ts'

export type Explained =
  | { readonly ok: true; readonly explanation: Explanation; readonly sections: readonly ExplainedSection[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly field: string | undefined }

/** @param given As `explainVerdict` takes it. */
export function explained(given: unknown): Explained {
  try {
    const explanation = explainVerdict(given)
    return { ok: true, explanation, sections: explanationSections(explanation) }
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error
    return { ok: false, code: error.code, message: error.message, field: error.field }
  }
}
