/**
 * Issues goal tokens and verifies them. A verification is one write transaction, so that of any number of them, in any
 * number of processes on one database, exactly one consumes a token.
 */
import { bodyHash } from '../acceptance/hashes.ts'
import type { PresentedToken, TokenReason } from '../acceptance/types.ts'
import type { Clock } from '../handoff/types.ts'
import { consumeGoalToken, deleteEndedGoalTokens, deleteGoalToken, findGoalToken, insertGoalToken } from '../store/goal-tokens.ts'
import type { GoalTokenRow } from '../store/goal-tokens.ts'
import type { Transaction } from '../store/statements.ts'
import type { Store } from '../store/store.ts'
import { hashGoalToken, mintGoalToken } from './token.ts'

export interface IssueRequest {
  readonly projectId: string
  /** Bound as it is given; an empty one is a body too. */
  readonly body: string | undefined
  /** Seconds. */
  readonly ttlS: number
}

export interface IssuedToken {
  readonly goal_token: string
  /** ISO 8601 UTC with milliseconds: the last moment at which the token is good, rounded down. */
  readonly expires_at: string
  /** Of the body that the token is bound to. */
  readonly body_hash?: string
}

export interface GoalTokensOptions {
  readonly store: Store
  readonly clock: Clock
}

/** How long a token is remembered after it was consumed, or else after it expired. */
const memoryUs = 24 * 60 * 60 * 1_000_000
/** Each call clears away more than it can leave behind. */
const clearedAtOnce = 100

/** @throws HandoffError `busy`; StoreError */
export async function issueGoalToken({ store, clock }: GoalTokensOptions, agentId: string, request: IssueRequest): Promise<IssuedToken> {
  const token = mintGoalToken()
  const bodySha256 = request.body === undefined ? undefined : bodyHash(request.body)
  return store.write((transaction) => {
    const issuedAtUs = microseconds(clock())
    const expiresAtUs = issuedAtUs + request.ttlS * 1_000_000
    deleteEndedGoalTokens(transaction, issuedAtUs - memoryUs, clearedAtOnce)
    insertGoalToken(transaction, { tokenSha256: hashGoalToken(token), projectId: request.projectId, bodySha256, issuedBy: agentId, issuedAtUs, expiresAtUs })
    const expiresAt = new Date(Math.floor(expiresAtUs / 1000)).toISOString()
    return { goal_token: token, expires_at: expiresAt, ...(bodySha256 === undefined ? {} : { body_hash: bodySha256 }) }
  })
}

/**
 * Consumes the token if, and only if, the answer is `ok`; an expired one is forgotten.
 * @throws HandoffError `busy`; StoreError
 */
export async function verifyGoalToken({ store, clock }: GoalTokensOptions, agentId: string, presented: PresentedToken): Promise<TokenReason> {
  const tokenSha256 = hashGoalToken(presented.token)
  return store.write((transaction) => {
    const nowUs = microseconds(clock())
    deleteEndedGoalTokens(transaction, nowUs - memoryUs, clearedAtOnce)
    const row = findGoalToken(transaction, tokenSha256)
    const reason = judge(row, presented, nowUs)
    if (reason === 'expired') deleteGoalToken(transaction, tokenSha256)
    if (reason === 'ok') return consume(transaction, tokenSha256, agentId, nowUs)
    return reason
  })
}

/** The first that is wrong, in the order of the contract. */
function judge(row: GoalTokenRow | undefined, presented: PresentedToken, nowUs: number): TokenReason {
  if (row === undefined || isForgotten(row, nowUs)) return 'not_found'
  if (row.consumedAtUs !== undefined) return 'already_consumed'
  if (nowUs > row.expiresAtUs) return 'expired'
  if (row.projectId !== presented.project_id) return 'wrong_project'
  if (row.bodySha256 === undefined || presented.presented_body === undefined) return 'ok'
  return bodyHash(presented.presented_body) === row.bodySha256 ? 'ok' : 'body_mismatch'
}

function consume(transaction: Transaction, tokenSha256: string, agentId: string, nowUs: number): TokenReason {
  return consumeGoalToken(transaction, tokenSha256, agentId, nowUs) ? 'ok' : 'already_consumed'
}

/** Also where it was not cleared away yet, so that an answer does not depend on when that happens. */
function isForgotten(row: GoalTokenRow, nowUs: number): boolean {
  return (row.consumedAtUs ?? row.expiresAtUs) + memoryUs <= nowUs
}

/** @param nowMs ms since the epoch, decimals included. */
function microseconds(nowMs: number): number {
  return Math.round(nowMs * 1000)
}
