import t from 'tap'
import type { RunEvent } from '../../../harness/run/events.ts'
import type { CaseResult, ShownExchange } from '../../../harness/run/outcome.ts'
import { renderPretty } from '../../../harness/reporters/pretty.ts'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { recordOf, sampleEvents } from '../evidence/sample-run.ts'

const plain = { color: false, columns: 80 } as const
const curl = 'curl -qsSig -H "Authorization: Bearer $ALPHA_TOKEN" http://127.0.0.1:1/mcp'
const exchange: ShownExchange = {
  input: 'no credentials',
  sent: [{ text: 'POST /mcp HTTP/1.1' }, { text: 'Accept: application/json' }, { text: 'Authorization: Bearer $ALPHA_TOKEN', mark: '-' }, { text: 'body of 12 bytes' }, { text: '  method: "ping"' }],
  received: ['status 200 (OK)', 'Connection: close', 'body of 40 bytes', '  JSON-RPC error -32001: words'],
  curl,
}
const explanation = { sends: 's', expects: 'e', why: 'w', failure: 'A guard is missing.', fix: 'Put one there.' }

/**
 * @param more As many failures like it.
 * @param different Each of them has seen something else.
 */
function sample(change: Partial<CaseResult> = {}, more = 0, different = false): RunRecord {
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type !== 'case-end' || event.result.id !== 'auth.bad') return [event]
    const bad = { ...event, result: { ...event.result, exchanges: [exchange, { ...exchange, input: 'another' }], ...change } }
    return [bad, ...Array.from({ length: more }, (_, at) => ({ ...bad, result: { ...bad.result, id: `auth.more-${at}`, observations: bad.result.observations.map((each) => (different ? { ...each, actual: `status ${300 + at}` } : each)) } }))]
  })
  return { ...recordOf(events), explanations: { 'auth.bad': explanation } }
}

t.test('a failure goes from what was sent to how it is fixed', async (t) => {
  t.match(renderPretty(sample(), { ...plain, replay: ' --evidence out' }), `fail  auth.bad
  The title of auth.bad
  rfc6750.challenge-on-401 (must, RFC 6750 §3)
    A refusal carries a challenge.
    https://www.rfc-editor.org/rfc/rfc6750#section-3
    input:    no credentials
    expected: status 401 with a challenge
    actual:   status 200
  sent, beside the control (no credentials):
      POST /mcp HTTP/1.1
      …
    - Authorization: Bearer $ALPHA_TOKEN
      …
        method: "ping"
  came back:
      status 200 (OK)
      body of 40 bytes
        JSON-RPC error -32001: words
  1 more exchange of this case is in results.json
  usually:  A guard is missing.
  fix:      Put one there.
  ${curl}
  program: a rule is broken (seed 7)
    1. alpha sends
       2. beta reads
  handoff-conformance replay auth.bad-0123abcd --evidence out
  handoff-conformance explain auth.bad
`)
})

t.test('with the command line of a server that the harness started stands that it is gone', async (t) => {
  const run = sample()
  t.match(renderPretty({ ...run, target: run.target === null ? null : { ...run.target, driver: 'command' } }, plain), `  fix:      Put one there.
  by hand, with the server running (put its port and its tokens in: those of the
  run are gone with it):
  ${curl}
`)
})

t.test('of a message without a control all is shown that not every request has, and the field that is at fault', async (t) => {
  const scenario = (input: string, more: Partial<ShownExchange> = {}): ShownExchange => ({
    input, sent: [{ text: 'POST /mcp HTTP/1.1' }, { text: 'Accept: application/json' }, { text: 'Origin: https://evil.example' }, { text: 'body of 12 bytes' }, { text: '  jsonrpc: "2.0"' }, { text: '  id: 1' }, { text: '  params.x: 3' }],
    received: ['status 200 (OK)', 'Cache-Control: public', 'Vary: Origin', 'Connection: close'], ...more,
  })
  const observation = { requirement: 'rfc6750.challenge-on-401', level: 'must', input: 'one', ok: false, expected: 'Cache-Control with no-store', actual: 'none' } as const
  t.match(renderPretty(sample({ observations: [observation], exchanges: [scenario('one', { unsure: true }), scenario('one', { unsure: true, received: ['nothing'] }), scenario('two')] }), plain), `  sent first (one):
      POST /mcp HTTP/1.1
      …
      Origin: https://evil.example
      body of 12 bytes
      …
        params.x: 3
  came back:
      status 200 (OK)
      Cache-Control: public
  sent last (one):
      POST /mcp HTTP/1.1
      …
      Origin: https://evil.example
      body of 12 bytes
      …
        params.x: 3
  came back:
      nothing
  1 more exchange of this case is in results.json
`)
})

t.test('marks have colours where there are any', async (t) => {
  t.match(renderPretty(sample(), { ...plain, color: true }), '\u001b[31m    - Authorization: Bearer $ALPHA_TOKEN\u001b[39m')
  t.notMatch(renderPretty(sample(), plain), '\u001b')
})

t.test('inputs that came to the same are named together', async (t) => {
  const [first] = sample().results.filter(({ id }) => id === 'auth.bad').flatMap(({ observations }) => observations)
  if (first === undefined) throw new Error('the sample has no violation')
  t.match(renderPretty(sample({ observations: ['one', 'two', 'three'].map((input) => ({ ...first, input })) }), plain), '    inputs:   one; two; three\n    expected: status 401 with a challenge\n')
})

t.test('a few failures are shown in full, the others in a line each', async (t) => {
  const text = renderPretty(sample({}, 40, true), plain)
  t.equal(text.match(/came back:/g)?.length, 5)
  t.match(text, /fail {2}auth\.more-39 {2}a requirement is violated/)
  t.match(text, '37 cases more, in short: ')
  t.ok(text.split('\n').length < 250)
})

t.test('when brief, no exchange', async (t) => {
  const text = renderPretty(sample(), { ...plain, brief: true })
  t.notMatch(text, /came back|curl|usually/)
  t.match(text, '    actual:   status 200\n  handoff-conformance replay auth.bad-0123abcd\n')
})

t.test('fits a terminal of any width, but for what is to be copied', async (t) => {
  const long = 'word '.repeat(200)
  const wide = sample({ exchanges: [{ ...exchange, sent: [{ text: long, mark: '+' }], received: [long] }] })
  for (const columns of [40, 44, 80, 200]) {
    for (const line of renderPretty(wide, { ...plain, columns }).split('\n')) t.ok(line.length <= columns || /^ {2}(?:curl|handoff-conformance) | https:/.test(line), `${columns}: ${line}`)
  }
})

t.test('what many cases share is told once, with the case that is about it', async (t) => {
  const run = sample({}, 16)
  const explanations = Object.fromEntries(run.results.map(({ id }) => [id, { ...explanation, failure: `What ${id} usually means.` }]))
  const elsewhere = (id: string): boolean => id.startsWith('auth.more-') && id !== 'auth.more-9'
  const other = { requirement: 'mcp-authorization.validate-first', level: 'must', ok: true, expected: 'no success', actual: 'status 401' } as const
  // All but two are about something else that holds, and fail beside it; one of those has found more.
  const results = run.results.map((result) => (elsewhere(result.id) || result.id === 'auth.bad' ? { ...result, observations: [result.id === 'auth.more-3' ? { ...other, ok: false } : other, ...result.observations] } : result))
  const text = renderPretty({ ...run, results, explanations }, plain)
  t.match(text.replaceAll(/\s+/g, ' '), '17 cases found the same, rfc6750.challenge-on-401: expected status 401 with a challenge, got status 200. One of them is below; the others: ')
  t.same([...text.matchAll(/^(?:fail|warn) {2}(\S+)/gm)].map(([, id]) => id), ['auth.soft', 'auth.more-3', 'auth.more-9'], 'a warning, one that has found more, and one for all')
  for (const id of ['auth.bad', 'auth.more-0', 'auth.more-15']) t.match(text, new RegExp(String.raw`^ {2}.*${id}\b`, 'm'))
  t.match(text, 'What auth.more-9 usually means.')
  const nobody = renderPretty({ ...run, results: results.filter(({ id }) => id !== 'auth.more-9'), explanations }, plain)
  t.notMatch(nobody, /What auth\.(?:bad|more-(?!3)\d+) usually means/, 'what one case is about explains none of the others')
})
