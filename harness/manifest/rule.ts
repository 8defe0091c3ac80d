/** A rule about `server.json`: what must hold, at which places of it. Pure, and with words of our own only. */
import type { JsonObject } from '../wire/json.ts'

export interface Judged {
  /** A JSON Pointer (RFC 6901) into the manifest; empty for the whole. */
  readonly at: string
  readonly ok: boolean
  /** What was found, without the text of the manifest. */
  readonly actual: string
}

/** What a rule may look at. */
export interface ManifestFile {
  readonly manifest: JsonObject
  /** The `package.json` beside the manifest, where there is one. */
  readonly packageJson: JsonObject | undefined
}

export interface Rule {
  readonly requirement: string
  readonly expected: string
  /** Nothing where the manifest has no place that the rule is about. */
  readonly judge: (file: ManifestFile) => readonly Judged[]
}

/** One place. @param fault What is wrong there; undefined where nothing is. */
export function judged(at: string, fault: string | undefined, fine = 'as required'): Judged {
  return { at, ok: fault === undefined, actual: fault ?? fine }
}
