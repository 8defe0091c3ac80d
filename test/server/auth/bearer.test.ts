/** Every way to present credentials, from raw header lines to status and challenge. */
import t from 'tap'
import { readCredentials, type Credentials } from '../../../server/auth/bearer.ts'
import { refusalFor } from '../../../server/auth/refusal.ts'

const good = `handoff_${'aB0-_'.repeat(9).slice(0, 43)}`
const fault = (name: string): Credentials => ({ kind: 'fault', fault: name } as Credentials)
const bearer: Credentials = { kind: 'bearer', token: good }

const fields: ReadonlyArray<readonly [value: string, expected: Credentials]> = [
  [`Bearer ${good}`, bearer],
  [`bearer ${good}`, bearer],
  [`BEARER ${good}`, bearer],
  [`Bearer  ${good}`, bearer],
  [` \tBearer ${good}\t `, bearer],
  ['Bearer a._~+/-b==', { kind: 'bearer', token: 'a._~+/-b==' }],
  ['', fault('empty')],
  [' \t', fault('empty')],
  ['Bearer', fault('empty')],
  ['Bearer ', fault('empty')],
  [`Basic ${good}`, fault('other-scheme')],
  ['Digest username="x", realm="y"', fault('other-scheme')],
  [`BearerX ${good}`, fault('other-scheme')],
  [`Bearer-${good}`, fault('other-scheme')],
  [`Token ${good}`, fault('other-scheme')],
  [good, fault('other-scheme')],
  [`"Bearer" ${good}`, fault('malformed')],
  [`=Bearer ${good}`, fault('malformed')],
  [`Bearer\t${good}`, fault('malformed')],
  [`Bearer,${good}`, fault('malformed')],
  [`Bearer \t${good}`, fault('malformed')],
  [`Bearer ${good} junk`, fault('malformed')],
  [`Bearer ${good},x`, fault('malformed')],
  [`Bearer ${good},`, fault('malformed')],
  [`Bearer ${good}, Bearer ${good}`, fault('malformed')],
  [`Bearer ${good}\tx`, fault('malformed')],
  [`Bearer ${good};x`, fault('malformed-token')],
  [`Bearer "${good}"`, fault('malformed-token')],
  [`Bearer ${good}%20`, fault('malformed-token')],
  [`Bearer =${good}`, fault('malformed-token')],
  [`Bearer a=b`, fault('malformed-token')],
  [`Bearer token="${good}"`, fault('malformed-token')],
  [`Bearer ${good}\u00e9`, fault('malformed-token')],
  [`Bearer ${good}\u00a0`, fault('malformed-token')],
  [`Bearer ${good}\u0000`, fault('malformed-token')],
  [`Bearer ${good}\n`, fault('malformed-token')],
  [`Bearer ${'x'.repeat(8192)}`, { kind: 'bearer', token: 'x'.repeat(8192) }],
  [`Bearer ${'x'.repeat(8193)}`, fault('malformed-token')],
]

t.test('one Authorization field', async (t) => {
  for (const [value, expected] of fields) {
    t.same(readCredentials(['Host', 'x', 'Authorization', value], '/mcp'), expected, JSON.stringify(value.slice(0, 80)))
  }
})

t.test('several fields, other fields, and the query', async (t) => {
  const field = ['Authorization', `Bearer ${good}`]
  for (const [name, headers, target, expected] of [
    ['none', ['Host', 'x'], '/mcp', fault('absent')],
    ['a name in other case', ['aUTHORIZATION', `Bearer ${good}`], '/mcp', bearer],
    ['twice the same', [...field, ...field], '/mcp', fault('several-fields')],
    ['good and bad', [...field, 'authorization', 'Bearer x'], '/mcp', fault('several-fields')],
    ['bad and good', ['authorization', 'Basic x', ...field], '/mcp', fault('several-fields')],
    ['empty and good', ['authorization', '', ...field], '/mcp', fault('several-fields')],
    ['Proxy-Authorization', ['Proxy-Authorization', `Bearer ${good}`], '/mcp', fault('absent')],
    ['a cookie', ['Cookie', `access_token=${good}`, 'X-Authorization', `Bearer ${good}`], '/mcp', fault('absent')],
    ['query alone', [], `/mcp?access_token=${good}`, fault('in-query')],
    ['query and field', field, `/mcp?a=b&access_token=${good}`, fault('in-query')],
    ['query, name encoded', field, `/mcp?access%5Ftoken=${good}`, fault('in-query')],
    ['query, empty', field, '/mcp?access_token', fault('in-query')],
    ['query, absolute form', field, `http://x/mcp?access_token=${good}`, fault('in-query')],
    ['another query', field, '/mcp?x=access_token&access_tokens=1', bearer],
    ['query and two fields', [...field, ...field], `/mcp?access_token=${good}`, fault('several-fields')],
  ] as const) t.same(readCredentials(headers, target), expected, name)
})

t.test('where each fault leads', async (t) => {
  for (const [reason, status, error] of [
    ['absent', 401, undefined],
    ['other-scheme', 401, undefined],
    ['empty', 400, 'invalid_request'],
    ['several-fields', 400, 'invalid_request'],
    ['malformed', 400, 'invalid_request'],
    ['in-query', 400, 'invalid_request'],
    ['in-body', 400, 'invalid_request'],
    ['malformed-token', 401, 'invalid_token'],
    ['not-accepted', 401, 'invalid_token'],
  ] as const) {
    const refusal = refusalFor(reason)
    t.equal(refusal.status, status, reason)
    t.equal(refusal.error, error, reason)
    if (error === undefined) t.equal(refusal.challenge, 'Bearer realm="handoff"', `${reason}: no error attribute`)
    else t.equal(refusal.challenge, `Bearer realm="handoff", error="${error}", error_description="${refusal.message}"`, reason)
  }
  t.same(refusalFor('malformed-token'), refusalFor('not-accepted'), 'a bad token is one thing for the caller')
})
