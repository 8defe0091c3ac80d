/** What can be done to the identity of an agent: each is one edit of the registry. */
import { hashToken, mintToken } from '../auth/tokens.ts'
import { CommandError } from '../errors.ts'
import { editAgent, type EditResult } from './edit.ts'

export interface IssuedToken {
  /** Shown once; only its SHA-256 is kept. */
  readonly token: string
  /** ISO 8601 UTC. */
  readonly expiresAt: string
  /** Of the registry after the edit. */
  readonly revision: string
  readonly enabled: boolean
}

export interface TokenRequest {
  /** Path of `agents.yaml`. */
  readonly registry: string
  readonly agent: string
  /** ms since the epoch. */
  readonly expiresAt: number
}

/** Gives an agent its first token. @throws CommandError `token_exists` and those of `editAgent` */
export async function issueToken(request: TokenRequest): Promise<IssuedToken> {
  return writeToken(request, (hasToken) => {
    if (hasToken) throw new CommandError('token_exists', 'this agent has a token already', 'replace it with `handoff-server rotate`')
  })
}

/** Replaces the token of an agent; the old one is refused from now on. @throws CommandError `token_missing` and those of `editAgent` */
export async function rotateToken(request: TokenRequest): Promise<IssuedToken> {
  return writeToken(request, (hasToken) => {
    if (!hasToken) throw new CommandError('token_missing', 'this agent has no token', 'give it one with `handoff-server issue`')
  })
}

async function writeToken(request: TokenRequest, check: (hasToken: boolean) => void): Promise<IssuedToken> {
  const token = mintToken()
  const expiresAt = new Date(request.expiresAt).toISOString()
  const { snapshot, agent } = await editAgent(request.registry, request.agent, (current) => {
    check(current.tokenSha256 !== undefined)
    return { token_sha256: hashToken(token), expires_at: expiresAt }
  })
  return { token, expiresAt, revision: snapshot.revision, enabled: agent.enabled }
}

/** @throws CommandError */
export async function setEnabled(registry: string, agent: string, enabled: boolean): Promise<EditResult> {
  return editAgent(registry, agent, () => ({ enabled }))
}

/** Takes the token of an agent away; its expiry stays. @throws CommandError */
export async function revokeToken(registry: string, agent: string): Promise<EditResult> {
  return editAgent(registry, agent, () => ({ token_sha256: null }))
}
