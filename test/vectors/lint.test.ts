import t from 'tap'
import { fileTexts } from '../../tools/vectors/build.ts'
import { lint } from '../../tools/vectors/lint/lint.ts'
import { themes } from '../../tools/vectors/themes/index.ts'
import type { Given } from '../../tools/vectors/lint/lint.ts'
import { changed, changedVector, committed } from './files.ts'
import type { OpenFile } from './files.ts'

t.test('the committed files have no problem and are what the generator writes', async (t) => {
  t.same(await lint({ ...committed(), generated: fileTexts(themes) }), [])
})

const broken: readonly { readonly name: string; readonly given: () => Given; readonly problem: RegExp }[] = [
  { name: 'a file that is no JSON', given: () => ({ ...committed(), files: new Map([['token.json', '{']]) }), problem: /^token\.json is no JSON$/ },
  { name: 'an unknown key', given: () => changedVector('token-ok', (vector) => Object.assign(vector, { author: 'x' })), problem: /^token\.json\/groups\/.*additional properties/ },
  { name: 'an id that is no slug', given: () => changedVector('token-ok', (vector) => { vector.id = 'Token OK' }), problem: /\/id must match/ },
  { name: 'a comment that is no sentence', given: () => changedVector('token-ok', (vector) => { vector.comment = 'accepts everything' }), problem: /\/comment must match/ },
  { name: 'an unknown flag', given: () => changedVector('token-ok', (vector) => { vector.flags = ['contract', 'slow' as 'contract'] }), problem: /\/flags\/1 must be equal to one of/ },
  { name: 'no call', given: () => changedVector('token-ok', (vector) => { vector.calls = [] }), problem: /\/calls must NOT have fewer than 1/ },
  { name: 'a verdict that lacks a key', given: () => expectation('token-ok', ({ accepted, result, reasons }) => ({ accepted, result, reasons })), problem: /^token\.json\/groups/ },
  { name: 'an acceptance with reasons', given: () => expectation('token-ok', (verdict) => ({ ...verdict, reasons: ['x'] })), problem: /^token\.json\/groups/ },
  { name: 'a rejection that is accepted', given: () => expectation('token-unknown', (verdict) => ({ ...verdict, accepted: true })), problem: /^token\.json\/groups/ },
  { name: 'a recovery with a wording', given: () => changed((files) => { rewrite(files, 'token.json', '"message":"…"', '"message":"Try again."') }), problem: /^token\.json\/groups/ },
  { name: 'a verdict for the tool that verifies', given: () => changedVector('token-ok', ({ calls: [call] }) => Object.assign(call ?? {}, { via: 'verify' })), problem: /^token\.json\/groups/ },
  { name: 'a life that is too long', given: () => changedVector('token-ok', ({ setup: { tokens: [token] } }) => Object.assign(token ?? {}, { ttl_s: 86_401 })), problem: /ttl_s must be <= 86400/ },

  { name: 'a changed file', given: () => stale((files) => files.set('token.json', `${files.get('token.json')}\n`)), problem: /^token\.json is not what the generator writes/ },
  { name: 'a file that is missing', given: () => stale((files) => files.delete('delivery-source.json')), problem: /^delivery-source\.json is not there/ },
  { name: 'a file that nobody writes', given: () => stale((files) => files.set('extra.json', files.get('token.json')?.replaceAll('"id": "', '"id": "extra-') ?? '')), problem: /^extra\.json is written by nobody/ },

  { name: 'an id that is there twice, in two files', given: () => repeatedId(), problem: /^the id token-ok is there twice$/ },

  { name: 'a flag that the README does not explain', given: () => withoutRow('needs-clock'), problem: /^the flag needs-clock has no row in the README$/ },
  { name: 'neither contract nor implementation-defined', given: () => changedVector('token-ok', (vector) => { vector.flags = ['reasons-exact', 'needs-issue'] }), problem: /^token-ok has to have one of the flags contract and/ },
  { name: 'both contract and implementation-defined', given: () => changedVector('token-ok', (vector) => { vector.flags.push('implementation-defined') }), problem: /^token-ok has to have one of the flags contract and/ },
  { name: 'a clock that nobody needs', given: () => changedVector('token-ok', (vector) => { vector.flags.push('needs-clock') }), problem: /^token-ok has the flag needs-clock although/ },
  { name: 'times that differ without the flag', given: () => changedVector('time-at-expiry', (vector) => { vector.flags = ['contract', 'reasons-exact', 'needs-issue'] }), problem: /^time-at-expiry has the flag needs-clock although/ },
  { name: 'tokens without the flag', given: () => changedVector('token-ok', (vector) => { vector.flags = ['contract', 'reasons-exact'] }), problem: /^token-ok has the flag needs-issue although/ },
  { name: 'reasons that are not said to be exact', given: () => changedVector('gate-no-input', (vector) => { vector.flags = ['contract'] }), problem: /^gate-no-input has the flag reasons-exact although/ },

  { name: 'an alias without a token', given: () => changedVector('token-ok', (vector) => { vector.setup.tokens[0] = { alias: 'other', project_id: 'p', ttl_s: 1, minted_at_s: 0 } }), problem: /^token-ok cannot be expanded: there is no token "t"$/ },
  { name: 'an alias that is declared twice', given: () => changedVector('token-ok', ({ setup }) => { setup.tokens.push(...setup.tokens) }), problem: /^token-ok declares an alias twice$/ },
  { name: 'a token that nobody presents', given: () => changedVector('token-ok', ({ setup }) => { setup.tokens.push({ alias: 'u', project_id: 'p', ttl_s: 1, minted_at_s: 0 }) }), problem: /^token-ok never uses its token u$/ },
  { name: 'a shorthand that is malformed', given: () => changedVector('limit-body-over', ({ calls: [call] }) => Object.assign(call ?? {}, { input: { presented_body: { $repeat: ['a', -1] } } })), problem: /^limit-body-over cannot be expanded/ },
  { name: 'calls that go back in time', given: () => changedVector('time-consumed-remembered', ({ calls }) => { calls.reverse() }), problem: /^time-consumed-remembered goes back in time$/ },
  { name: 'a token that is used before it is there', given: () => changedVector('time-at-expiry', ({ setup: { tokens: [token] } }) => Object.assign(token ?? {}, { minted_at_s: 301 })), problem: /^time-at-expiry uses a token before it is minted$/ },
  { name: 'a time that is too fine', given: () => changedVector('time-at-expiry', ({ calls: [call] }) => Object.assign(call ?? {}, { at_s: 1.000_000_4 })), problem: /^time-at-expiry has a time that is finer than microseconds$/ },

  { name: 'half of a surrogate pair in another file', given: () => changedVector('type-goal-token-zero', ({ calls: [call] }) => Object.assign(call ?? {}, { input: { goal_token: '\ud800' } })), problem: /^type-goal-token-zero has half of a surrogate pair outside of/ },
  { name: 'half of a surrogate pair that is accepted', given: () => changedVector('surrogate-pair-is-fine', ({ calls: [call] }) => Object.assign(call ?? {}, { input: { presented_body: '\ud800' } })), problem: /^surrogate-pair-is-fine .* does not expect invalid_input$/ },
  { name: 'half of a surrogate pair that is issued', given: () => changedVector('surrogate-body-consumes-nothing', ({ setup: { tokens: [token] } }) => Object.assign(token ?? {}, { body: '\ud800' })), problem: /^surrogate-body-consumes-nothing .* in what is issued or expected$/ },
]

for (const { name, given, problem } of broken) {
  t.test(`finds ${name}`, async (t) => {
    const problems = await lint(given())
    t.ok(problems.some((each) => problem.test(each)), problems.slice(0, 3).join('\n') || 'nothing was found')
  })
}

/** The first expectation of a vector changed. */
function expectation(id: string, change: (expect: Record<string, unknown>) => Record<string, unknown>): Given {
  return changedVector(id, ({ calls: [call] }) => Object.assign(call ?? {}, { expect: change(call?.expect as unknown as Record<string, unknown>) }))
}

function rewrite(files: Map<string, OpenFile>, name: string, from: string, to: string): void {
  files.set(name, JSON.parse(JSON.stringify(files.get(name)).replace(from, to)) as OpenFile)
}

/** Files that are no longer those which the generator writes. */
function stale(change: (files: Map<string, string>) => void): Given {
  const given = committed()
  const files = new Map(given.files)
  change(files)
  return { ...given, files }
}

/** Two files that each are as they were, but for one id. */
function repeatedId(): Given {
  return changed((files) => {
    for (const name of files.keys()) if (name !== 'token.json' && name !== 'examples.json') files.delete(name)
    rewrite(files, 'examples.json', '"id":"example-nothing"', '"id":"token-ok"')
  })
}

function withoutRow(flag: string): Given {
  const given = committed()
  return { ...given, readme: given.readme.replace(`\n| \`${flag}\` |`, '\n| some flag |') }
}
