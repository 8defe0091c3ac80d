/** Faults in what a refusal says and what it gives away. */
import type { ServerMutant } from '../mutant.ts'

const challenge = 'server/auth/challenge.ts'
const refusal = 'server/auth/refusal.ts'
const app = 'server/http/app.ts'
const written = "`${name}=${quoted(value)}`"

export const answers: readonly ServerMutant[] = [
  {
    id: 'malformed-without-challenge',
    title: 'A malformed token is refused with 401 and no challenge.',
    target: 'reference',
    patch: {
      file: refusal,
      find: "case 'malformed-token': return refusal(401, 'invalid_token', 'The access token is not valid.')",
      replace: "case 'malformed-token': return { ...refusal(401, 'invalid_token', 'The access token is not valid.'), challenge: '' }",
    },
    kills: ['auth.bad-characters', 'auth.challenge-grammar', 'auth.challenge-present'],
  },
  {
    id: 'other-scheme-without-challenge',
    title: 'Credentials of another scheme are refused with 401 and an empty challenge field.',
    target: 'reference',
    patch: {
      file: refusal,
      find: "case 'other-scheme': return refusal(401, undefined, 'Bearer credentials are required.')",
      replace: "case 'other-scheme': return { ...refusal(401, undefined, 'Bearer credentials are required.'), challenge: '' }",
    },
    kills: ['auth.challenge-grammar', 'auth.challenge-present', 'auth.challenge-reason', 'auth.other-scheme', 'auth.proxy-authorization'],
  },
  {
    id: 'realm-unquoted',
    title: 'The realm stands in the challenge without quotes.',
    target: 'reference',
    patch: { file: challenge, find: written, replace: "name === 'realm' ? `${name}=${value}` : `${name}=${quoted(value)}`" },
    kills: ['auth.challenge-grammar'],
  },
  {
    id: 'parameters-without-commas',
    title: 'The parameters of a challenge are separated by spaces alone.',
    target: 'reference',
    patch: { file: challenge, find: "list.join(', ')", replace: "list.join(' ')" },
    kills: ['auth.challenge-grammar'],
  },
  {
    id: 'parameter-twice',
    title: 'The realm stands in the challenge twice.',
    target: 'reference',
    patch: { file: challenge, find: "['error', error],", replace: "['error', error],\n    ['Realm', realm]," },
    kills: ['auth.challenge-grammar'],
  },
  {
    id: 'error-unregistered',
    title: 'A malformed token gets an error code that is not registered.',
    target: 'reference',
    patch: { file: refusal, find: "case 'malformed-token': return refusal(401, 'invalid_token',", replace: "case 'malformed-token': return refusal(401, 'bad_token' as never," },
    kills: ['auth.challenge-grammar'],
  },
  {
    id: 'description-with-line-breaks',
    title: 'The description of an error holds characters outside of its grammar.',
    target: 'reference',
    patch: { file: challenge, find: "['error_description', errorDescription],", replace: "['error_description', errorDescription === undefined ? undefined : '\"' + errorDescription + '\"']," },
    kills: ['auth.challenge-grammar'],
  },
  {
    id: 'malformed-token-400',
    title: 'A malformed token gets 400 with the error invalid_token.',
    target: 'reference',
    patch: { file: refusal, find: "case 'malformed-token': return refusal(401,", replace: "case 'malformed-token': return refusal(400," },
    kills: ['auth.bad-characters', 'auth.challenge-reason', 'auth.trailing-junk'],
  },
  {
    id: 'path-echoed',
    title: 'The answer to an unknown path repeats it.',
    target: 'reference',
    patch: { file: app, find: "description: 'There is nothing at this path.'", replace: 'description: `There is nothing at ${target.path}.`' },
    kills: ['auth.no-echo'],
  },
  {
    id: 'target-logged',
    title: 'The log holds the request target with its query.',
    target: 'reference',
    patch: { file: app, find: 'const foreign = checkHost(request, target)', replace: 'options.log(`${request.method} ${request.url}`)\n    const foreign = checkHost(request, target)' },
    kills: ['auth.no-echo'],
  },
  {
    id: 'hash-echoed',
    title: 'A refusal holds the hash of the token.',
    target: 'reference',
    patch: {
      file: 'server/auth/authenticate.ts',
      find: "if (agent?.tokenSha256 === undefined) return { ok: false, refusal: refusalFor('not-accepted') }",
      replace: "if (agent?.tokenSha256 === undefined) return { ok: false, refusal: { ...refusalFor('not-accepted'), message: `Unknown token ${hash}.` } }",
    },
    kills: ['auth.no-echo', 'auth.uniform-refusal'],
  },
  {
    id: 'refusals-cacheable',
    title: 'Refusals say nothing about caching.',
    target: 'reference',
    patch: { file: 'server/http/refusal.ts', find: "'cache-control': 'no-store',", replace: '' },
    kills: ['auth.no-store'],
  },
  {
    id: 'answers-cacheable',
    title: 'Authenticated answers may be kept by any cache.',
    target: 'reference',
    patch: { file: 'server/http/protocol-endpoint.ts', find: "headers.set('cache-control', 'no-store')", replace: "headers.set('cache-control', 'public, max-age=60')" },
    kills: ['auth.no-store'],
  },
  {
    id: 'readiness-gives-the-reason',
    title: 'Readiness tells everybody what is wrong with the registry.',
    target: 'reference',
    patch: { file: 'server/http/health.ts', find: 'body: withRevision(state, revision) }', replace: 'body: { ...withRevision(state, revision), reason: policy.problem() } }' },
    kills: ['auth.health-leak'],
  },
  {
    id: 'stack-in-the-answer',
    title: 'The answer to an unknown path holds a stack trace.',
    target: 'reference',
    patch: { file: app, find: "description: 'There is nothing at this path.'", replace: "description: String(new Error('nothing here').stack)" },
    kills: ['auth.health-leak'],
  },
  {
    id: 'server-field-with-version',
    title: 'Every refusal names the version of the runtime.',
    target: 'reference',
    patch: { file: 'server/http/refusal.ts', find: "'content-type': 'application/json',", replace: "'content-type': 'application/json',\n    server: 'node/24.0.0'," },
    kills: ['auth.health-leak'],
  },
]
