/**
 * Whole envelopes, with the tokens that were issued for them and the calls that are made: mostly in order, so that later
 * checks are reached, and then with what a sender, a receiver or somebody in between can do to each part.
 */
import * as fc from 'fast-check'
import { boardRevision, readLiveItems, requiredToolsHash, stripBanner } from '../../../server/acceptance/index.ts'
import type { LiveItem } from '../../../server/acceptance/index.ts'
import type { Input, SetupToken } from '../../vectors/format.ts'
import type { AskedCall, Question } from '../question.ts'
import { board, present } from './boards.ts'
import type { Item } from './boards.ts'
import { body, tokenPlaceholder } from './bodies.ts'
import { fault } from './faults.ts'
import { perhaps, projectId, repoPath, text, toolName } from './texts.ts'

const secondUs = 1_000_000
const dayUs = 86_400 * secondUs

/** How the token is written; the placeholder stands for one that was issued. */
const writtenTokens = {
  issued: tokenPlaceholder, upper: '{{token:a:upper}}', padded: ` ${tokenPlaceholder}`, ended: `${tokenPlaceholder}\n`, marked: `\ufeff${tokenPlaceholder}`, unknown: '0123456789abcdef', zero: '0000000000000000', short: 'x', empty: '',
} as const

const token = fc.record({
  written: fc.oneof({ withCrossShrink: true }, { weight: 4, arbitrary: fc.constantFrom(undefined, null) }, { weight: 8, arbitrary: fc.constant('issued' as const) }, { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(writtenTokens) as (keyof typeof writtenTokens)[])) }),
  /** Same: the project of the envelope. */
  project: fc.oneof({ weight: 9, arbitrary: fc.constant<{ kind: 'same' } | { kind: 'other'; id: string }>({ kind: 'same' }) }, { weight: 1, arbitrary: projectId.map((id) => ({ kind: 'other' as const, id })) }),
  binding: fc.oneof({ weight: 12, arbitrary: fc.constantFrom('none', 'stripped') }, { weight: 5, arbitrary: fc.constantFrom('delivered', 'longer', 'decomposed', 'line ends', 'empty') }),
  ttlS: fc.constantFrom(300, 1, 86_400),
  mintedUs: fc.constantFrom(0, 1, 500_000),
})

/** When the first call is made, and the second one after it; without a clock most of the time. */
const time = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.constant({ afterExpiryUs: undefined, laterUs: 0 }) },
  { weight: 2, arbitrary: fc.record({ afterExpiryUs: fc.constantFrom(-1, 0, 1, dayUs - 1, dayUs, dayUs + 1), laterUs: fc.constantFrom(0, 1, dayUs - 1, dayUs, dayUs + 1) }) },
)

type Declared = 'right' | 'upper' | 'spaced' | 'other' | 'empty' | { readonly text: string }
const declared: fc.Arbitrary<Declared | null | undefined> = perhaps(fc.oneof(
  { weight: 6, arbitrary: fc.constant<Declared>('right') },
  { weight: 3, arbitrary: fc.constantFrom<Declared>('upper', 'spaced', 'other', 'empty') },
  { weight: 1, arbitrary: text.map((given): Declared => ({ text: given })) },
), 8)

const tools = fc.record({ required: perhaps(fc.array(toolName, { maxLength: 5 }), 7), available: perhaps(fc.array(toolName, { maxLength: 4 }), 8), haveAll: fc.integer({ min: 0, max: 3 }) })

const parts = fc.record({
  project: perhaps(projectId, 12),
  projectName: perhaps(fc.constantFrom('alpha', 'beta'), 2),
  /** Beside a project_id any name is ignored. */
  anyName: perhaps(text, 1),
  sessionId: perhaps(text, 1),
  token,
  time,
  body,
  presented: fc.constantFrom(undefined, 'delivered', 'delivered', 'delivered', 'delivered', 'stripped', 'longer', 'empty', null),
  tools,
  items: perhaps(board, 9),
  toolsHash: declared,
  revision: declared,
  expectedPath: perhaps(repoPath, 3),
  source: perhaps(fc.oneof(fc.constantFrom('', 'chat_paste', 'mcp', ' '), text), 2),
  fault: fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
  calls: fc.constantFrom('one', 'one', 'one', 'twice', 'verify', 'verify first', 'corrected'),
})
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never

export const questions: fc.Arbitrary<Question> = parts.map(question)

function question(given: Parts): Question {
  const { written } = given.token
  const isIssued = written !== undefined && written !== null && writtenTokens[written].includes(tokenPlaceholder.slice(0, -2))
  const delivered = isIssued ? given.body : given.body.replaceAll(tokenPlaceholder, '0123456789abcdef')
  const proper = inputOf(given, delivered)
  const input = given.fault === undefined ? proper : given.fault(proper)
  const { afterExpiryUs } = given.time
  // At one instant, unless this is about time.
  const mintedUs = afterExpiryUs === undefined ? 0 : given.token.mintedUs
  const firstUs = afterExpiryUs === undefined ? 0 : mintedUs + given.token.ttlS * secondUs + afterExpiryUs
  return {
    setup: { tokens: isIssued ? [issuedToken(given, delivered, mintedUs)] : [] },
    calls: calls(given, { proper, input }, isIssued, [firstUs, firstUs + given.time.laterUs]),
  }
}

function inputOf({ project, projectName, anyName, sessionId, token: { written }, presented, tools: { required, available, haveAll }, items, toolsHash, revision, expectedPath, source }: Parts, delivered: string): Input {
  const live = items === undefined || items === null ? undefined : readItems(items)
  return present({
    project_id: project,
    project_name: typeof project === 'string' ? (anyName ?? projectName) : projectName,
    session_id: sessionId,
    goal_token: written === undefined || written === null ? written : writtenTokens[written],
    presented_body: presentedBody(presented, delivered),
    required_tools: required,
    available_tools: Array.isArray(required) && Array.isArray(available) && haveAll > 0 ? [...available, ...required] : available,
    live_items: items,
    expected_required_tools_hash: declaration(toolsHash, live === undefined ? undefined : requiredToolsHash(live)),
    expected_board_revision: declaration(revision, live === undefined ? undefined : boardRevision(live)),
    expected_repo_path: expectedPath,
    delivery_source: source,
  })
}

/** Undefined where the library refuses them, which is then for all to see. */
function readItems(items: readonly Item[]): readonly LiveItem[] | undefined {
  try {
    return readLiveItems(items)
  } catch {
    return undefined
  }
}

function presentedBody(choice: Parts['presented'], delivered: string): string | null | undefined {
  switch (choice) {
    case 'delivered': return delivered
    case 'stripped': return stripBanner(delivered)
    case 'longer': return `${delivered}\n`
    case 'empty': return ''
    case null: case undefined: return choice
  }
}

/** A hash as the envelope declares it. @param right Undefined where there is nothing to hash. */
function declaration(choice: Declared | null | undefined, right = '0'.repeat(64)): string | null | undefined {
  if (typeof choice === 'object' && choice !== null) return choice.text
  switch (choice) {
    case 'right': return right
    case 'upper': return right.toUpperCase()
    case 'spaced': return `${right} `
    case 'other': return '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'
    case 'empty': return ''
    case null: case undefined: return choice
  }
}

function issuedToken({ token: { project, binding, ttlS }, project: given }: Parts, delivered: string, mintedUs: number): SetupToken {
  const own = typeof given === 'string' ? given : 'proj-alpha'
  const id = project.kind === 'same' ? own : project.id
  const bound = boundBody(binding, delivered)
  return { alias: 'a', project_id: id === '' ? 'proj-alpha' : id, ...(bound === undefined ? {} : { body: bound }), ttl_s: ttlS, minted_at_s: mintedUs / secondUs }
}

/** Nothing is replaced in it, so that the placeholder of a token would stand as it is: then it is another body. */
function boundBody(binding: Parts['token']['binding'], delivered: string): string | undefined {
  const stripped = stripBanner(delivered)
  const bound: Readonly<Record<typeof binding, string | undefined>> = {
    none: undefined, stripped, delivered, longer: `${stripped} `, decomposed: stripped.normalize('NFD'), 'line ends': stripped.replaceAll('\r\n', '\n'), empty: '',
  }
  return bound[binding]?.includes('{{token:') === true ? 'another body' : bound[binding]
}

function calls({ calls: choice, fault: broken }: Parts, { proper, input }: { readonly proper: Input; readonly input: Input }, isIssued: boolean, [firstUs, laterUs]: readonly [number, number]): readonly AskedCall[] {
  const first: AskedCall = { at_s: firstUs / secondUs, input }
  const later = (call: Omit<AskedCall, 'at_s'>): AskedCall => ({ at_s: laterUs / secondUs, ...call })
  const verify = verification(proper)
  switch (choice) {
    case 'one': return [first]
    case 'twice': return [first, later({ input })]
    // What was refused has consumed nothing.
    case 'corrected': return broken === undefined ? [first] : [first, later({ input: proper })]
    case 'verify': return isIssued ? [first, later({ via: 'verify', input: verify })] : [first]
    case 'verify first': return isIssued ? [{ at_s: first.at_s, via: 'verify', input: verify }, later({ input })] : [first]
  }
}

/** Its token is trimmed, of what every language takes for white space; of U+FEFF the contract says nothing. */
function verification({ project_id: project, goal_token: written, presented_body: presented }: Input): Input {
  return present({ project_id: typeof project === 'string' ? project : 'proj-alpha', token: String(written).replace('\ufeff', ''), presented_body: presented })
}
