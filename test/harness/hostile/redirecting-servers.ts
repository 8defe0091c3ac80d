/** Servers that send the harness elsewhere: by a redirect, by a challenge, by metadata. Nothing may ever arrive there. */
import { createServer } from 'node:http'
import type { HostileKind, HostileSetting, HostileTarget } from './support/kind.ts'
import { decentTarget, httpTarget, listen } from './support/http-target.ts'
import type { Misbehave } from './support/http-target.ts'

const cases = ['auth.no-credentials', 'auth.unknown-token', 'auth.challenge-*', 'auth.path-variants', 'spec.tools-listed'] as const

/** What each of them does well. */
const served = {
  'auth.path-variants': 'at no path does it serve what it has to refuse',
  'spec.tools-listed': 'with the token it is a good server',
} as const
const refused = { 'auth.unknown-token': 'a wrong token is refused with status, scheme and error' } as const

/** Another server of this machine, which remembers what arrives. */
async function elsewhere(): Promise<{ readonly url: string; readonly arrivals: string[]; close(): Promise<void> }> {
  const arrivals: string[] = []
  const other = await listen(createServer((request, response) => {
    arrivals.push(`${request.method} ${request.url} ${request.headers.authorization === undefined ? 'without' : 'with'} credentials`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }), '/elsewhere')
  return { url: other.place.url, arrivals, close: async () => other.close() }
}

/** @param start Starts the target, given where it may point. */
function kind(common: Omit<HostileKind, 'start' | 'check'>, start: (setting: HostileSetting, other: string) => Promise<HostileTarget>): HostileKind {
  let arrivals: readonly string[] = []
  return {
    ...common,
    async start(setting) {
      const other = await elsewhere()
      arrivals = other.arrivals
      const target = await start(setting, other.url)
      return { place: target.place, async close() { await Promise.all([target.close(), other.close()]) } }
    },
    check(t) { t.same(arrivals, [], 'nothing arrived elsewhere') },
  }
}

const statuses = [301, 302, 303, 307, 308]
const addresses = (other: string): readonly string[] => [
  other, 'file:///etc/passwd', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/', 'javascript:planted(1)', `${other}?${'u'.repeat(20_000)}`, 'http://[::1', '//elsewhere.invalid/', 'data:text/html,<script>planted(2)</script>',
]
const challenging = (other: string): Misbehave => {
  let next = 0
  return ({ authorised }, response) => {
    if (authorised) return false
    const address = addresses(other)[next % addresses(other).length] ?? ''
    next += 1
    response.writeHead(401, { 'www-authenticate': `Bearer error="invalid_token", resource_metadata="${address}"`, link: `<${address}>; rel="next"`, refresh: `0; url=${address}`, 'content-location': address }).end()
    return true
  }
}

export const redirectingServers: readonly HostileKind[] = [
  kind({ name: 'redirects everything to another origin', cases, codes: [3], finding: 'target-not-mcp' }, async (_setting, other) => {
    let next = 0
    return httpTarget((_request, response) => {
      next += 1
      response.writeHead(statuses[next % statuses.length] ?? 302, { location: other }).end()
    })
  }),
  kind({ name: 'redirects in a circle', cases, codes: [3], finding: 'target-not-mcp' }, async () => httpTarget((request, response) => { response.writeHead(307, { location: request.url === '/mcp' ? '/mcp2' : '/mcp' }).end() })),
  kind({ name: 'redirects what it refuses to another origin', cases, codes: [1], mayPass: { ...served, 'auth.challenge-grammar': 'it writes no challenge that could be ill-formed' } }, async (setting, other) => {
    let next = 0
    return decentTarget(setting, ({ authorised }, response) => {
      if (authorised) return false
      next += 1
      response.writeHead(statuses[next % statuses.length] ?? 302, { location: other, 'set-cookie': 'session=planted; Domain=elsewhere.invalid' }).end()
      return true
    })
  }),
  kind({ name: 'names metadata in files, on other hosts, in private networks, and at addresses that are none', cases, codes: [1], mayPass: { ...served, ...refused } }, async (setting, other) => decentTarget(setting, challenging(other))),
  kind({ name: 'serves metadata that is huge and points elsewhere', cases, codes: [1], mayPass: { ...served, ...refused, 'auth.challenge-grammar': 'its challenges are well-formed', 'auth.challenge-present': 'each refusal has one' } }, async (setting, other) => decentTarget(setting, ({ authorised, request }, response) => {
    if (request.url?.includes('.well-known') === true) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ resource: other, authorization_servers: [other, ...Array.from({ length: 50_000 }, (_, count) => `${other}/${count}`)], jwks_uri: other, scopes_supported: ['s'.repeat(1_000_000)] }))
      return true
    }
    if (authorised) return false
    const port = request.socket.localPort
    response.writeHead(401, { 'www-authenticate': `Bearer error="invalid_token", resource_metadata="http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp"` }).end()
    return true
  })),
]
