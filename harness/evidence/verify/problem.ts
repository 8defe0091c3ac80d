/** What keeps a folder from being genuine evidence: one sentence each, with a stable code, and never a value of a file. */
import { visibleLine } from '../visible.ts'

export const problemCodes = [
  'missing-file', 'changed-file', 'added-file', 'unsafe-file', 'unfinished', 'invalid-document', 'contradiction', 'attestation', 'signature', 'secret',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export interface Problem {
  readonly code: ProblemCode
  /** Its name within the folder, as it may be shown. */
  readonly file: string
  readonly text: string
}

/** Whoever made the folder chose its names: they are shown as what they are, and no longer than a line. */
export function problem(code: ProblemCode, file: string, text: string): Problem {
  const name = visibleLine(file)
  return { code, file: name.length <= 200 ? name : `${name.slice(0, 200)}…`, text }
}
