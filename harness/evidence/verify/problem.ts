/** What keeps a folder from being genuine evidence: one sentence each, with a stable code, and never a value of a file. */
import { redactText } from '../redact.ts'
import type { SecretRegistry } from '../secrets.ts'
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

/** Whoever made the folder chose its names: they are shown as what they are, without secrets, and no longer than a line. */
export function shownName(file: string, secrets: SecretRegistry): string {
  const name = visibleLine(redactText(file, secrets))
  return name.length <= 200 ? name : `${name.slice(0, 200)}…`
}
