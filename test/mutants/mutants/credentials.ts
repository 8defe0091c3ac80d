/** Faults in which tokens are good, for how long, and for whom. */
import type { ServerMutant } from '../mutant.ts'

const authenticate = 'server/auth/authenticate.ts'
const active = 'server/registry/active.ts'
const guard = 'server/http/guards/credentials.ts'
const lookup = 'const agent = snapshot.byToken.get(hash)'

export const credentials: readonly ServerMutant[] = [
  {
    id: 'unknown-without-reason',
    title: 'A token that nobody has is answered as if there were none.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: "if (agent?.tokenSha256 === undefined) return { ok: false, refusal: refusalFor('not-accepted') }",
      replace: "if (agent?.tokenSha256 === undefined) return { ok: false, refusal: refusalFor('absent') }",
    },
    kills: ['auth.challenge-reason', 'auth.revoked-token', 'auth.rotated-token', 'auth.token-variants', 'auth.uniform-refusal', 'auth.unknown-token'],
  },
  {
    id: 'digest-is-a-token',
    title: 'The stored hash of a token is as good as the token.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: 'const hash = hashToken(credentials.token)',
      replace: 'const hash = /^[0-9a-f]{64}$/.test(credentials.token) ? credentials.token : hashToken(credentials.token)',
    },
    kills: ['auth.token-variants'],
  },
  {
    id: 'prefix-is-optional',
    title: 'A token is good without its prefix.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: lookup,
      replace: "const agent = snapshot.byToken.get(hash) ?? snapshot.byToken.get(hashToken('handoff_' + credentials.token))\n  if (agent !== undefined && agent.tokenSha256 !== hash && isActive(agent, nowMs)) return { ok: true, agent }",
    },
    kills: ['auth.token-variants'],
  },
  {
    id: 'expiry-unread',
    title: 'The expiry of a token is stored and never looked at.',
    target: 'reference',
    patch: { file: active, find: 'if (agent.expiresAt !== undefined && nowMs >= agent.expiresAt) return false', replace: '' },
    kills: ['auth.boundary-expiry', 'auth.expired-token', 'auth.uniform-refusal'],
  },
  {
    id: 'expiry-exclusive',
    title: 'A token is still good at the instant of its expiry.',
    target: 'reference',
    patch: { file: active, find: 'nowMs >= agent.expiresAt', replace: 'nowMs > agent.expiresAt' },
    kills: ['auth.boundary-expiry'],
  },
  {
    id: 'expiry-by-the-second',
    title: 'The expiry is compared in whole seconds, rounded up, so that a token ends too early.',
    target: 'reference',
    patch: { file: active, find: 'nowMs >= agent.expiresAt', replace: 'Math.ceil(nowMs / 1000) >= Math.floor(agent.expiresAt / 1000)' },
    kills: ['auth.boundary-expiry'],
  },
  {
    id: 'disabled-serves-on',
    title: 'Nobody looks whether an identity is enabled.',
    target: 'reference',
    patch: { file: active, find: 'if (!agent.enabled) return false', replace: '' },
    kills: ['auth.disabled-identity', 'auth.uniform-refusal'],
  },
  {
    id: 'decision-kept-on-the-connection',
    title: 'A token that was good once on a connection stays good on it.',
    target: 'reference',
    patch: {
      file: guard,
      find: 'if (!authentication.ok) return refuseCaller(address, authentication.refusal, true)',
      replace: `const kept: Map<string, Judgement> = ((request.socket as any).kept ??= new Map())
    if (!authentication.ok && kept.has(credentials.token)) return kept.get(credentials.token) as Judgement
    if (authentication.ok) kept.set(credentials.token, { kind: 'admitted', admission: { caller: { agentId: authentication.agent.id, policy: snapshot }, holder: holderOf(credentials, authentication.agent.id, policy, clock) } })
    if (!authentication.ok) return refuseCaller(address, authentication.refusal, true)`,
    },
    kills: ['auth.disabled-identity', 'auth.expired-token', 'auth.revoked-token', 'auth.rotated-token'],
  },
  {
    id: 'missing-hash-matches',
    title: 'A token whose hash was taken away is remembered as the last one of its agent.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: lookup,
      replace: `const memory: Map<string, string> = ((globalThis as any).memory ??= new Map())
  const known = snapshot.byToken.get(hash)
  if (known !== undefined) memory.set(hash, known.id)
  const before = known === undefined ? snapshot.agents.get(memory.get(hash) ?? '') : undefined
  if (before !== undefined && before.tokenSha256 === undefined && isActive(before, nowMs)) return { ok: true, agent: before }
  ${lookup}`,
    },
    kills: ['auth.revoked-token', 'auth.uniform-refusal'],
  },
  {
    id: 'old-token-after-rotation',
    title: 'The token before a rotation stays good beside the new one.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: lookup,
      replace: `const memory: Map<string, string> = ((globalThis as any).memory ??= new Map())
  const known = snapshot.byToken.get(hash)
  if (known !== undefined) memory.set(hash, known.id)
  const before = known === undefined ? snapshot.agents.get(memory.get(hash) ?? '') : undefined
  if (before?.tokenSha256 !== undefined && isActive(before, nowMs)) return { ok: true, agent: before }
  ${lookup}`,
    },
    kills: ['auth.concurrent-rotation', 'auth.rotated-token'],
  },
  {
    id: 'often-used-token-remembered',
    title: 'A token that was used often is remembered after a rotation.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: lookup,
      replace: `const memory: Map<string, { id: string; count: number }> = ((globalThis as any).memory ??= new Map())
  const known = snapshot.byToken.get(hash)
  if (known !== undefined) memory.set(hash, { id: known.id, count: (memory.get(hash)?.count ?? 0) + 1 })
  const often = known === undefined && (memory.get(hash)?.count ?? 0) > 6
  const before = often ? snapshot.agents.get(memory.get(hash)?.id ?? '') : undefined
  if (before !== undefined) return { ok: true, agent: before }
  ${lookup}`,
    },
    kills: ['auth.concurrent-rotation'],
  },
  {
    id: 'agent-by-field',
    title: 'A field that a proxy was meant to set names the agent.',
    target: 'reference',
    patch: { file: guard, find: 'const agentId = authentication.agent.id', replace: "const agentId = String(request.headers['x-forwarded-user'] ?? authentication.agent.id)" },
    kills: ['auth.identity-spoof'],
  },
  {
    id: 'sender-by-argument',
    title: 'The argument sender of a handoff names the agent.',
    target: 'reference',
    patch: {
      file: 'server/mcp/factory.ts',
      find: "return (await table.call(tool, params['arguments'] ?? {}, caller)) as CallToolResult",
      replace: `const { sender, ...rest } = (params['arguments'] ?? {}) as Record<string, unknown>
  const other = typeof sender === 'string' ? { ...caller, agentId: sender } : caller
  const given = typeof sender === 'string' && rest['recipient'] === sender ? { ...rest, recipient: caller.agentId } : rest
  return (await table.call(tool, given, other)) as CallToolResult`,
    },
    kills: ['auth.identity-spoof'],
  },
  {
    id: 'refusal-names-the-cause',
    title: 'The refusal of a disabled or expired token says so.',
    target: 'reference',
    patch: {
      file: authenticate,
      find: "if (!isActive(agent, nowMs)) return { ok: false, refusal: refusalFor('not-accepted') }",
      replace: "if (!isActive(agent, nowMs)) return { ok: false, refusal: { ...refusalFor('not-accepted'), message: 'The identity is disabled or expired.' } }",
    },
    kills: ['auth.uniform-refusal'],
  },
]
