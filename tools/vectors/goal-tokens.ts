/** The goal tokens of one vector, with a clock that is handed in: no store, no time of its own. */
import { createHash } from 'node:crypto'
import { bodyHash } from '../../server/acceptance/index.ts'
import type { PresentedToken } from '../../server/acceptance/index.ts'
import type { SetupToken, TokenReason } from './format.ts'

interface Record {
  readonly projectId: string
  readonly bodyHash: string | undefined
  readonly expiresUs: number
  consumedUs: number | undefined
}

const secondUs = 1_000_000
const dayUs = 86_400 * secondUs

/** @returns Microseconds; the seconds of a file have at most six decimals. */
export function microseconds(seconds: number): number {
  return Math.round(seconds * secondUs)
}

/** Sixteen hex digits, one of them a letter, so that upper case is another text. */
export function tokenText(alias: string): string {
  return `${createHash('sha256').update(alias).digest('hex').slice(0, 15)}f`
}

export class GoalTokens {
  /** What stands for each alias. */
  readonly issued: ReadonlyMap<string, string>
  private readonly records = new Map<string, Record>()

  constructor(tokens: readonly SetupToken[]) {
    this.issued = new Map(tokens.map(({ alias }) => [alias, tokenText(alias)]))
    for (const { alias, project_id, body, ttl_s, minted_at_s } of tokens) {
      const expiresUs = microseconds(minted_at_s) + ttl_s * secondUs
      this.records.set(tokenText(alias), { projectId: project_id, bodyHash: body === undefined ? undefined : bodyHash(body), expiresUs, consumedUs: undefined })
    }
  }

  /** The first hit of the contract's order; only `ok` consumes. @param nowUs since the beginning of the vector */
  verify({ token, project_id, presented_body }: PresentedToken, nowUs: number): TokenReason {
    const record = this.records.get(token)
    if (record === undefined || nowUs - (record.consumedUs ?? record.expiresUs) >= dayUs) return 'not_found'
    if (record.consumedUs !== undefined) return 'already_consumed'
    if (nowUs > record.expiresUs) {
      this.records.delete(token)
      return 'expired'
    }
    if (record.projectId !== project_id) return 'wrong_project'
    if (record.bodyHash !== undefined && presented_body !== undefined && record.bodyHash !== bodyHash(presented_body)) return 'body_mismatch'
    record.consumedUs = nowUs
    return 'ok'
  }
}
