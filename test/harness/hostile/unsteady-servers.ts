/** Servers that change between one request and the next: a control that sometimes works proves nothing. */
import type { HostileKind } from './support/kind.ts'
import { decentTarget } from './support/http-target.ts'

const cases = ['auth.no-credentials', 'auth.unknown-token', 'auth.other-scheme', 'auth.each-request', 'spec.result-type', 'spec.tools-listed'] as const
/** So many requests are served well: those that ask what it is, and the first controls. */
const steady = 12

export const unsteadyServers: readonly HostileKind[] = [
  {
    name: 'refuses every third request, whoever sends it', cases, codes: [1, 3],
    start: async (setting) => decentTarget(setting, ({ count }, response) => {
      if (count <= steady || count % 3 !== 0) return false
      response.writeHead(503).end()
      return true
    }),
  },
  {
    name: 'closes every third connection', cases, codes: [1, 3],
    start: async (setting) => decentTarget(setting, ({ count, request }) => {
      if (count <= steady || count % 3 !== 0) return false
      request.socket.destroy()
      return true
    }),
  },
  {
    name: 'refuses everybody from some moment on', cases, codes: [1, 3],
    start: async (setting) => decentTarget(setting, ({ count }, response) => {
      if (count <= steady) return false
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"', 'cache-control': 'no-store' }).end()
      return true
    }),
  },
  {
    name: 'serves everybody from some moment on', cases, codes: [1], mayPass: { 'spec.*': 'with the token it is a good server' },
    start: async (setting) => {
      let served = 0
      return decentTarget(setting, (asked, response) => {
        served += 1
        if (asked.authorised || served <= steady || asked.method !== 'tools/call') return false
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', content: [] } }))
        return true
      })
    },
  },
]
