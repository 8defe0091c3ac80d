import t from 'tap'
import {
  challenged, clientErrorUnder, errorFitsStatus, invalidRequest, invalidToken401, invalidTokenError, noEchoOf, noErrorCode, noServerError, notCacheable, notServed,
  refusedUnder, refusedWith, servedUnder, unauthorized,
} from '../../../cases/auth-negative/expectations.ts'
import { challengeOn401, wellFormed } from '../../../cases/auth-negative/challenge-syntax.ts'
import { leakExpectation } from '../../../cases/auth-negative/health.ts'
import { describe, isFulfilled, isServed } from '../../../cases/auth-negative/reactions.ts'
import type { Expectation } from '../../../harness/run/case.ts'
import { Inconclusive } from '../../../harness/run/signals.ts'
import type { Reaction } from '../../../harness/wire/message.ts'
import { closed, reactionOf, refusal, served, timeout } from './reaction-of.ts'

type Row = readonly [what: string, expectation: Expectation, reaction: Reaction, ok: boolean]

const bare = 'Bearer realm="x"'
const invalid = 'Bearer realm="x", error="invalid_token"'
const malformed = 'Bearer error="invalid_request"'

const rows: readonly Row[] = [
  ['401', unauthorized, refusal(401, bare), true],
  ['403 for missing credentials', unauthorized, refusal(403, bare), false],
  ['a closed connection is no 401', unauthorized, closed, false],
  ['no answer is no 401', unauthorized, timeout, false],
  ['401 for a token', invalidToken401, refusal(401, invalid), true],
  ['400 for a token', invalidToken401, refusal(400, invalid), false],
  ['a Bearer challenge', challenged, refusal(401, bare), true],
  ['a Bearer challenge in any case', challenged, refusal(401, 'bEARER realm="x"'), true],
  ['a Bearer challenge after another', challenged, refusal(401, 'Basic realm="x", Bearer realm="y"'), true],
  ['a Bearer challenge in a second field', challenged, refusal(401, ['Basic realm="x"', bare]), true],
  ['another challenge', challenged, refusal(401, 'Basic realm="Bearer"'), false],
  ['no challenge', challenged, refusal(401), false],
  ['no error code', noErrorCode, refusal(401, bare), true],
  ['an error code without credentials', noErrorCode, refusal(401, invalid), false],
  ['a description without credentials', noErrorCode, refusal(401, 'Bearer error_description="no"'), false],
  ['nothing at all is no challenge without error', noErrorCode, refusal(401), false],
  ['invalid_token', invalidTokenError, refusal(401, invalid), true],
  ['invalid_request for a token', invalidTokenError, refusal(400, malformed), false],
  ['400 invalid_request', invalidRequest, refusal(400, malformed), true],
  ['401 invalid_request', invalidRequest, refusal(401, malformed), false],
  ['400 without a code', invalidRequest, refusal(400), false],
  ['the code fits', errorFitsStatus, refusal(400, malformed), true],
  ['the code does not fit', errorFitsStatus, refusal(400, invalid), false],
  ['no code has to fit', errorFitsStatus, refusal(401, bare), true],
  ['403 insufficient_scope', errorFitsStatus, refusal(403, 'Bearer error="insufficient_scope"'), true],
  ['401 insufficient_scope', errorFitsStatus, refusal(401, 'Bearer error="insufficient_scope"'), false],
  ['a refusal serves nothing', notServed, refusal(401), true],
  ['a success serves', notServed, reactionOf(204), false],
  ['a closed connection serves nothing', notServed, closed, true],
  ['an answer that does not end may serve', notServed, { kind: 'timeout', received: 100, afterMs: 1 }, false],
  ['one of the statuses', refusedWith(400, 401), refusal(400), true],
  ['none of the statuses', refusedWith(400, 401), refusal(403), false],
  ['a server error', refusedWith(400, 401), refusal(500), false],
  ['refused', refusedUnder('hardening.one-credential'), refusal(401), true],
  ['not refused', refusedUnder('hardening.one-credential'), served(), false],
  ['a result', servedUnder('rfc9110.scheme-case'), served(), true],
  ['200 without a result', servedUnder('rfc9110.scheme-case'), reactionOf(200, { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}'), false],
  ['a result with 401', servedUnder('rfc9110.scheme-case'), reactionOf(401, { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0","id":1,"result":{}}'), false],
  ['431', clientErrorUnder('rfc9110.oversized-field'), refusal(431), true],
  ['a dropped connection', clientErrorUnder('rfc9110.oversized-field'), closed, false],
  ['500', noServerError, refusal(500), false],
  ['400', noServerError, refusal(400), true],
  ['no-store', notCacheable, reactionOf(401, { 'Cache-Control': 'no-store' }), true],
  ['private among others', notCacheable, reactionOf(200, { 'cache-control': 'max-age=0, Private' }), true],
  ['public', notCacheable, reactionOf(401, { 'Cache-Control': 'public, max-age=60' }), false],
  ['no Cache-Control', notCacheable, reactionOf(401), false],
  ['no echo', noEchoOf('abcdefgh12345678'), reactionOf(401, {}, 'nothing'), true],
  ['an echo in a field', noEchoOf('abcdefgh12345678'), reactionOf(401, { 'X-Token': 'abcdefgh12345678' }), false],
  ['an echo in base64', noEchoOf('abcdefgh12345678'), reactionOf(401, {}, `x${Buffer.from('::abcdefgh12345678').toString('base64')}`), false],
  ['a 401 with a challenge of any scheme', challengeOn401, refusal(401, 'Negotiate'), true],
  ['a 401 without', challengeOn401, refusal(401), false],
  ['an agent', leakExpectation(['alpha'], []), reactionOf(200, {}, '{"agents":["alpha"]}'), false],
  ['a word that holds the name', leakExpectation(['alpha'], []), reactionOf(200, {}, '{"alphabet":1}'), true],
  ['a path', leakExpectation([], []), reactionOf(404, {}, 'ENOENT /var/lib/app/db.sqlite'), false],
  ['the path that was asked for', leakExpectation([], []), reactionOf(404, {}, 'Cannot GET /no-such-path'), true],
  ['a stack', leakExpectation([], []), reactionOf(500, {}, 'Error\n    at handle (file:///x/app.js:1:2)'), false],
  ['a version', leakExpectation([], []), reactionOf(200, { Server: 'nginx/1.25.3' }), false],
  ['a reason', leakExpectation([], ['canary']), reactionOf(503, {}, 'canary: bad'), false],
]

for (const [what, expectation, reaction, ok] of rows) {
  t.test(`${expectation.requirement}: ${what}`, async (t) => {
    t.equal(expectation.check(reaction).ok, ok)
  })
}

const syntax: readonly (readonly [what: string, challenge: string, broken: readonly string[]])[] = [
  ['well-formed', 'Bearer realm="x", error="invalid_token", error_description="Not valid.", scope="a b", resource_metadata="https://x.example/a"', []],
  ['no parameter', 'Bearer', ['rfc6750.challenge-has-parameter']],
  ['an unquoted realm', 'Bearer realm=x', ['rfc9110.challenge-grammar']],
  ['a quote that does not end', 'Bearer error="invalid_token", realm="x', ['rfc9110.challenge-grammar']],
  ['no comma', 'Bearer realm="x" error="invalid_token"', ['rfc9110.challenge-grammar']],
  ['error twice', 'Bearer error="invalid_token", error="invalid_token"', ['rfc9110.parameter-once', 'rfc6750.attributes-once']],
  ['another parameter twice', 'Bearer x="1", X="2"', ['rfc9110.parameter-once']],
  ['an unknown error', 'Bearer error="no_such_error"', ['rfc6749.error-registered']],
  ['a quote in the description', String.raw`Bearer error_description="a \"b\""`, ['rfc6750.attribute-characters']],
  ['two spaces in the scope', 'Bearer scope="a  b"', ['rfc6750.attribute-characters']],
  ['a space in error_uri', 'Bearer error_uri="https://x.example/a b"', ['rfc6750.attribute-characters']],
  ['a relative resource_metadata', 'Bearer resource_metadata="/.well-known/x"', ['hardening.challenge-metadata-absolute']],
]

for (const [what, challenge, broken] of syntax) {
  t.test(`challenge syntax: ${what}`, async (t) => {
    const violated = wellFormed.filter((each) => !each.check(refusal(401, challenge)).ok).map(({ requirement }) => requirement)
    t.strictSame(violated.sort(), [...broken].sort())
  })
}

t.test('what tells nothing about credentials is no verdict', async (t) => {
  t.throws(() => unauthorized.check(refusal(429)), Inconclusive)
  t.throws(() => notServed.check({ kind: 'unreachable', detail: 'refused' }), Inconclusive)
})

t.test('a description holds status and registered codes only', async (t) => {
  t.equal(describe(refusal(401, 'Bearer error="secret-of-the-target"')), 'status 401, Bearer error that is not registered')
  t.equal(describe(refusal(401, bare)), 'status 401, Bearer without error')
  t.equal(describe(refusal(401)), 'status 401, no challenge')
  t.match(describe(closed), /closed/)
})

t.test('a result on an event stream counts as served', async (t) => {
  t.ok(isServed(reactionOf(200, { 'Content-Type': 'text/event-stream' }, 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')))
  t.notOk(isServed(reactionOf(200, { 'Content-Type': 'text/html' }, '<p>result</p>')))
})

t.test('silence is neither a refusal nor a success: a stream that was opened may say nothing for long', async (t) => {
  t.throws(() => notServed.check(timeout), Inconclusive)
  t.equal(notServed.check({ kind: 'timeout', received: 20, afterMs: 1 }).ok, false)
  t.equal(notServed.check(closed).ok, true)
})

t.test('a token of a few characters cannot be told from ordinary words', async (t) => {
  t.throws(() => noEchoOf('test').check(reactionOf(200, {}, '{"name":"test"}')), Inconclusive)
})

t.test('an error of the tool, or a result that is not complete, is no good answer, though it passed the guard', async (t) => {
  const json = { 'Content-Type': 'application/json' }
  for (const result of ['{"isError":true,"content":[]}', '{"resultType":"input_required"}']) {
    const reaction = reactionOf(200, json, `{"jsonrpc":"2.0","id":1,"result":${result}}`)
    t.ok(isServed(reaction))
    t.notOk(isFulfilled(reaction), result)
    t.equal(servedUnder('rfc9110.scheme-case').check(reaction).ok, false)
  }
  t.ok(isFulfilled(served()))
  t.ok(isFulfilled(reactionOf(200, json, '{"jsonrpc":"2.0","id":1,"result":{"isError":false,"resultType":"complete"}}')))
})

t.test('where there is nothing to look at, nothing is judged', async (t) => {
  t.same([refusal(401), refusal(401, bare), refusal(403, bare), refusal(400), closed].map((reaction) => challengeOn401.applies?.(reaction)), [true, true, false, false, false])
  for (const each of wellFormed) t.same([refusal(401, bare), refusal(400, malformed), refusal(401), refusal(403), closed].map((reaction) => each.applies?.(reaction)), [true, true, false, false, false], each.expected)
})

t.test('a challenge that is missing, or of another scheme, breaks no rule about how a Bearer challenge is written', async (t) => {
  const violated = (reaction: Reaction): string[] => wellFormed.filter((each) => each.applies?.(reaction) !== false && !each.check(reaction).ok).map(({ requirement }) => requirement)
  t.same(violated(refusal(401)), [])
  t.same(violated(refusal(401, 'Negotiate')), [])
  t.same(violated(refusal(401, 'Basic realm=x')), ['rfc9110.challenge-grammar'], 'what holds of any challenge is judged of any')
})
