import t from 'tap'
import { cases, requirements } from '../../cases/index.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import { suites } from '../../harness/run/case.ts'

/** Every row of the contract on bearer credentials, in its order. */
const presentation = [
  'auth.no-credentials', 'auth.empty-credentials', 'auth.scheme-case', 'auth.scheme-spaces', 'auth.header-whitespace', 'auth.other-scheme',
  'auth.trailing-junk', 'auth.two-headers', 'auth.list-value', 'auth.bad-characters', 'auth.control-bytes', 'auth.oversized-token',
  'auth.query-token', 'auth.query-and-header', 'auth.json-body-token', 'auth.form-body-token', 'auth.multipart-body-token',
  'auth.meta-token', 'auth.argument-token', 'auth.cookie-token', 'auth.custom-header-token', 'auth.proxy-authorization',
]
const credentials = [
  'auth.unknown-token', 'auth.expired-token', 'auth.disabled-identity', 'auth.revoked-token', 'auth.rotated-token', 'auth.token-variants',
  'auth.identity-spoof', 'auth.uniform-refusal', 'auth.concurrent-rotation', 'auth.boundary-expiry',
]
const challenge = ['auth.challenge-present', 'auth.challenge-grammar', 'auth.challenge-reason', 'auth.no-echo', 'auth.no-store']
const surface = [
  'auth.each-request', 'auth.before-body', 'auth.every-method', 'auth.every-rpc', 'auth.path-variants', 'auth.method-override',
  'auth.session-needs-token', 'auth.session-of-another', 'auth.health-leak', 'auth.flood', 'auth.delete-endpoint',
]

t.test('the catalogue holds together', async (t) => {
  t.doesNotThrow(() => createCatalogue({ cases, requirements }))
})

t.test('every case of the contract is there, and no other in its suite', async (t) => {
  const wanted = [...presentation, ...credentials, ...challenge, ...surface].sort()
  t.strictSame(cases.filter(({ suite }) => suite === 'auth-negative').map(({ id }) => id).sort(), wanted)
})

t.test('no case says anything about a target without credentials', async (t) => {
  const target = {
    name: 'open', url: new URL('http://127.0.0.1/mcp'), revisions: ['2026-07-28'], channels: [], eras: new Set(['modern'] as const), era: 'modern', revision: '2026-07-28',
    auth: 'none', demandsCredentials: false, sessions: true, serverInfo: undefined, capabilities: {}, tools: [], adapter: 'reference', identities: 2, claimed: { readOnlyTools: [], calls: {} },
  } as const
  for (const entry of cases.filter(({ suite }) => suite === 'auth-negative')) t.match(entry.appliesTo?.(target), /no credentials/, entry.id)
})

/** They may begin with the name of a method or program, which has no capital. */
t.test('every explanation is made of whole sentences', async (t) => {
  for (const { id, explain, title } of cases) {
    for (const [part, text] of Object.entries(explain)) t.match(text, /^(?:[A-Z0-9]|[a-z]+\/|inputRequests).{10,}\.$/s, `${id}: ${part}`)
    t.match(title, /^(?:[A-Z]|[a-z]+\/|curl ).*[^.]$/, id)
  }
})

t.test('a level and its source agree', async (t) => {
  for (const { id, level, source, reason } of requirements) {
    t.equal(level === 'hardening', source === 'handoff-conformance', `${id}: hardening is our own`)
    t.equal(id.startsWith('hardening.'), level === 'hardening', `${id}: the name says whose it is`)
    t.equal(level === 'hardening', reason !== undefined, `${id}: a reason where no keyword demands it`)
  }
})

t.test('every suite that a run lists has cases', async (t) => {
  t.same(suites.filter((suite) => !cases.some((entry) => entry.suite === suite)), [])
})
