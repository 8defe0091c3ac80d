/** Faults in how the Authorization field is read. */
import type { ServerMutant } from '../mutant.ts'

const bearer = 'server/auth/bearer.ts'
const refusal = 'server/auth/refusal.ts'
const app = 'server/http/app.ts'

export const presentation: readonly ServerMutant[] = [
  {
    id: 'absent-is-invalid-token',
    title: 'A request without credentials is told that its token is invalid.',
    target: 'reference',
    patch: { file: refusal, find: "case 'absent': return refusal(401, undefined,", replace: "case 'absent': return refusal(401, 'invalid_token'," },
    kills: ['auth.challenge-reason', 'auth.no-credentials'],
  },
  {
    id: 'bare-scheme-is-no-credentials',
    title: 'The scheme without a token counts as no credentials at all.',
    target: 'reference',
    patch: { file: bearer, find: "if (rest === '') return { kind: 'fault', fault: 'empty' }", replace: "if (rest === '') return { kind: 'fault', fault: 'absent' }" },
    kills: ['auth.challenge-reason', 'auth.empty-credentials'],
  },
  {
    id: 'scheme-letter-by-letter',
    title: 'The scheme is compared with its letters as they are.',
    target: 'reference',
    patch: { file: bearer, find: "scheme.toLowerCase() !== 'bearer'", replace: "scheme !== 'Bearer'" },
    kills: ['auth.scheme-case'],
  },
  {
    id: 'one-space-only',
    title: 'The token begins after the first space.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: 'rest.slice(1)' },
    kills: ['auth.scheme-spaces'],
  },
  {
    id: 'scheme-by-prefix',
    title: 'Any scheme that begins with Bearer will do.',
    target: 'reference',
    patch: { file: bearer, find: "scheme.toLowerCase() !== 'bearer'", replace: "!scheme.toLowerCase().startsWith('bearer')" },
    kills: ['auth.other-scheme'],
  },
  {
    id: 'scheme-token-too',
    title: 'The scheme Token is as good as Bearer.',
    target: 'reference',
    patch: { file: bearer, find: "scheme.toLowerCase() !== 'bearer'", replace: "!['bearer', 'token'].includes(scheme.toLowerCase())" },
    kills: ['auth.other-scheme'],
  },
  {
    id: 'basic-password',
    title: 'The password of Basic credentials is taken as the token.',
    target: 'reference',
    patch: {
      file: bearer,
      find: "if (scheme.toLowerCase() !== 'bearer')",
      replace: "if (scheme === 'Basic') return { kind: 'bearer', token: Buffer.from(rest.trim(), 'base64').toString().split(':')[1] ?? '' }\n  if (scheme.toLowerCase() !== 'bearer')",
    },
    kills: ['auth.challenge-reason', 'auth.other-scheme'],
  },
  {
    id: 'cut-at-semicolon',
    title: 'What stands after a semicolon is ignored.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: "rest.replace(/^ +/, '').replace(/;.*$/, '')" },
    kills: ['auth.trailing-junk'],
  },
  {
    id: 'cut-at-space',
    title: 'Only the first word after the scheme is read.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: "rest.replace(/^ +/, '').replace(/ .*$/, '')" },
    kills: ['auth.trailing-junk'],
  },
  {
    id: 'cut-at-comma',
    title: 'What stands after a comma is ignored.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: "rest.replace(/^ +/, '').replace(/,.*$/, '')" },
    kills: ['auth.list-value', 'auth.trailing-junk'],
  },
  {
    id: 'first-of-a-list',
    title: 'Of a list of credentials the first one is taken.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: "rest.replace(/^ +/, '').replace(/, .*$/, '')" },
    kills: ['auth.list-value'],
  },
  {
    id: 'first-of-several-fields',
    title: 'Of several Authorization fields the first one is read.',
    target: 'reference',
    patch: { file: bearer, find: "if (fields.length > 1) return { kind: 'fault', fault: 'several-fields' }", replace: '' },
    kills: ['auth.challenge-reason', 'auth.two-headers'],
  },
  {
    id: 'several-fields-last-acts',
    title: 'Of several Authorization fields the guard checks the first and the last decides who acts.',
    target: 'reference',
    patch: {
      file: 'server/http/guards/credentials.ts',
      find: 'const credentials = readCredentials(request.rawHeaders, request.url ??',
      replace: `const values = request.rawHeaders.filter((_, at) => at % 2 === 1 && request.rawHeaders[at - 1]?.toLowerCase() === 'authorization')
    if (values.length > 1) {
      const read = (value: string) => authenticate(readCredentials(['authorization', value], '/mcp'), policy.current(), clock())
      const [first, last] = [read(values[0] ?? ''), read(values.at(-1) ?? '')]
      if (first.ok) return { kind: 'admitted', admission: { caller: { agentId: last.ok ? last.agent.id : first.agent.id, policy: policy.current() }, holder: { agentId: first.agent.id, stillAllowed: () => true } } }
    }
    const credentials = readCredentials(request.rawHeaders, request.url ??`,
    },
    kills: ['auth.challenge-reason', 'auth.two-headers'],
  },
  {
    id: 'unicode-trim',
    title: 'Unicode white space around the value is trimmed too, a no-break space for one.',
    target: 'reference',
    patch: { file: bearer, find: "field.replace(/^[ \\t]+/, '').replace(/[ \\t]+$/, '')", replace: 'field.trim()' },
    kills: ['auth.bad-characters'],
  },
  {
    id: 'unquoted-token',
    title: 'Quotes around the token are taken off.',
    target: 'reference',
    patch: { file: bearer, find: "rest.replace(/^ +/, '')", replace: `rest.replace(/^ +/, '').replace(/^"(.*)"$/, '$1')` },
    kills: ['auth.bad-characters'],
  },
  {
    id: 'lenient-parser',
    title: 'The HTTP parser lets control bytes in fields pass.',
    target: 'reference',
    patch: { file: app, find: 'insecureHTTPParser: false', replace: 'insecureHTTPParser: true' },
    kills: ['auth.control-bytes'],
  },
  {
    id: 'overflow-is-a-server-error',
    title: 'A header section that is too large is answered with 503.',
    target: 'reference',
    patch: { file: 'server/http/client-error.ts', find: 'HPE_HEADER_OVERFLOW: 431', replace: 'HPE_HEADER_OVERFLOW: 503' },
    kills: ['auth.oversized-token'],
  },
  {
    id: 'long-token-throws',
    title: 'A token that is too long makes the server throw.',
    target: 'reference',
    patch: { file: bearer, find: "if (token.length > maxTokenLength) return { kind: 'fault', fault: 'malformed-token' }", replace: "if (token.length > maxTokenLength - 1) throw new RangeError('too long')" },
    kills: ['auth.oversized-token'],
  },
]
