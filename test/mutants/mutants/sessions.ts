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
      file: 'server/http/mcp-route.ts',
      find: 'const judgement = this.#options.judgeCredentials(request)',
      replace: `const own = this.#options.judgeCredentials(request)
    const policy = this.#options.policy.current()
    const agentId = [...policy.agents.keys()].find((id) => this.#options.endpoint.sessions?.versionOf(single(request.headers['mcp-session-id']), id) !== undefined)
    const judgement = own.kind === 'refused' && agentId !== undefined ? ({ kind: 'admitted', admission: { caller: { agentId, policy }, holder: { agentId, stillAllowed: () => true } } } as const) : own`,
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
