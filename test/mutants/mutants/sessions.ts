/** Faults of sessions and open streams, which only the fixture server offers. */
import type { Patch, ServerMutant } from '../mutant.ts'

const outlives: Patch = {
  file: 'server/http/guards/credentials.ts',
  find: 'stillAllowed: () => {\n',
  replace: "stillAllowed: () => {\n      if (agentId !== '') return true\n",
}

export const sessions: readonly ServerMutant[] = [
  {
    id: 'session-id-is-a-credential',
    title: 'The id of a session lets in without credentials.',
    target: 'fixture',
    patch: {
      file: 'server/http/app.ts',
      find: 'const judgeCredentials = credentialsGuard({ policy: options.policy, clock: options.clock, refusals })',
      replace: `const judged = credentialsGuard({ policy: options.policy, clock: options.clock, refusals })
  const judgeCredentials: typeof judged = (request) => {
    const own = judged(request)
    const policy = options.policy.current()
    const id = request.headers['mcp-session-id'] as string | undefined
    const agentId = [...policy.agents.keys()].find((agent) => endpoint.sessions?.versionOf(id, agent) !== undefined)
    return own.kind === 'refused' && agentId !== undefined ? { kind: 'admitted', admission: { caller: { agentId, policy }, holder: { agentId, stillAllowed: () => true } } } : own
  }`,
    },
    kills: ['auth.every-rpc', 'auth.session-needs-token'],
  },
  {
    id: 'session-of-anybody',
    title: 'A session is found by its id alone.',
    target: 'fixture',
    patch: { file: 'server/http/sessions.ts', find: 'if (session === undefined || session.holder.agentId !== agentId) return undefined', replace: 'if (session === undefined) return undefined' },
    kills: ['auth.session-of-another'],
  },
  {
    id: 'session-deleted-by-anybody',
    title: 'DELETE ends the session of another agent.',
    target: 'fixture-2025',
    patch: {
      file: 'server/http/sessions.ts',
      find: "const session = this.#find(id, holder.agentId)\n    if (session === undefined)",
      replace: "const session = request.method === 'DELETE' ? this.#byId.get(id) : this.#find(id, holder.agentId)\n    if (session === undefined)",
    },
    kills: ['auth.delete-endpoint', 'auth.session-of-another'],
  },
  {
    id: 'stream-outlives-token',
    title: 'A stream that is open stays open when its token is taken away.',
    target: 'fixture',
    patch: outlives,
    kills: ['auth.disabled-identity', 'auth.revoked-token', 'auth.rotated-token'],
  },
  {
    id: 'session-stream-outlives-token',
    title: 'The stream of a session stays open when its token is taken away.',
    target: 'fixture-2025',
    patch: outlives,
    kills: ['auth.disabled-identity', 'auth.revoked-token', 'auth.rotated-token'],
  },
]
