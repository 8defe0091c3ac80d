/** What a client process is asked to do, and what it says of it. Both are JSON: the job in the environment, the report on stdout. */

export const clientModes = ['default', 'auto', 'pinned'] as const
export type ClientMode = (typeof clientModes)[number]

/** The variable that holds the job. */
export const jobVariable = 'HANDOFF_CLIENT_JOB'

/** One of the two agents, and how to reach the target as it. */
export type ClientAccess =
  | { readonly transport: 'http'; readonly url: string; readonly token: string }
  | { readonly transport: 'stdio'; readonly command: readonly string[] }

export interface ClientJob {
  /** The first generation has only `default`. */
  readonly mode: ClientMode
  /** For `pinned`. */
  readonly revision: string
  readonly alpha: ClientAccess
  readonly beta: ClientAccess
  /** How alpha names beta. */
  readonly recipient: string
}

/** `actual` is in words of ours, codes and states. */
export interface ClientStep {
  readonly step: string
  readonly ok: boolean
  readonly expected: string
  readonly actual: string
}

export interface ClientReport {
  readonly steps: readonly ClientStep[]
}
