/**
 * A requirement is one normative statement of a source. Its level and citation live here, apart from the code that
 * checks it, so that no check can choose its own severity.
 */

/** RFC 2119 keyword of the source, or `hardening` where no source's keyword demands it. */
export type Level = 'must' | 'should' | 'may' | 'hardening'

export interface Requirement {
  /** A slug that never changes, for example `rfc6750.challenge-on-401`. */
  readonly id: string
  readonly level: Level
  /** For example `RFC 6750`, `RFC 9110`, `MCP 2026-07-28`, or `handoff-conformance` for hardening of our own. */
  readonly source: string
  /** For example `§3.1` or `basic/authorization, Access Token Usage`. */
  readonly section: string
  /** A public link to the section. */
  readonly url: string
  /** The statement in our own words, one or two sentences. */
  readonly statement: string
  /** For hardening: why it matters although no keyword demands it. */
  readonly reason?: string
  /** Why nothing outside the target can tell whether it holds; then it has no case. */
  readonly unobservable?: string
  /** The rows of the catalogue of revision cases that it covers, by their working names, for example `HTTP-01`. */
  readonly rows?: readonly string[]
}
