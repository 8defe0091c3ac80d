/** Lists: every handoff once, newest first, page by page, whatever happens in between, and nothing that may not be seen. */
import { openStatuses, statuses } from '../../harness/handoff/contract.ts'
import type { InboxInput, SeenHandoff, Status } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { acknowledge, brought, expired, inbox, move, page, sent, sideBySide, viewed } from './acting.ts'
import { judge, judgeThat } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'
import { wholeList } from './whole-list.ts'

const paging = 'handoff.paging'
const cursors = 'handoff.cursors'
const filters = 'handoff.inbox-filters'
const accessFirst = 'handoff.access-before-limit'

/** More than any of these lists has. */
const most = { pages: 40, handoffs: 400 } as const

/** Every page of a list, whose end is judged. @param between What happens after a page. */
async function walk(stage: Stage, requirement: string, name: string, by: Actor, input: InboxInput, between: (page: number) => Promise<void> = async () => Promise.resolve()): Promise<readonly (readonly SeenHandoff[])[]> {
  let count = 0
  const { pages, endless } = await wholeList(async (cursor) => {
    const got = await page(by, { ...input, ...(cursor === undefined ? {} : { cursor }) })
    count += 1
    await between(count)
    return got
  }, most)
  judgeThat(stage, requirement, `${name}: the end`, endless === undefined, 'a last page, without a next_cursor', endless ?? '')
  return pages
}

/** Newest first by (created_at, id). */
function isInOrder(handoffs: readonly SeenHandoff[]): boolean {
  const place = ({ created_at: at = '', id }: SeenHandoff): string => `${at} ${id}`
  return handoffs.every((each, index) => index === 0 || place(handoffs[index - 1] ?? each) > place(each))
}

function judgeSame(stage: Stage, requirement: string, input: string, listed: readonly SeenHandoff[], wanted: Iterable<string>): void {
  const want = new Set(wanted)
  const ids = listed.map(({ id }) => id)
  const missing = [...want].filter((id) => !ids.includes(id)).length
  const foreign = ids.filter((id) => !want.has(id)).length
  const twice = ids.length - new Set(ids).size
  const ok = missing === 0 && foreign === 0 && twice === 0
  judgeThat(stage, requirement, input, ok, `each of ${want.size} exactly once`, `${missing} missing, ${twice} twice, ${foreign} that do not belong there`)
}

async function pages(stage: Stage): Promise<void> {
  const recipient = await stage.joined()
  const pairs: readonly Pair[] = [{ sender: stage.alpha, recipient }, { sender: stage.beta, recipient }]
  const all = await sideBySide(Array.from({ length: 23 }), async (_, index) => sent(pairs[index % 2] ?? pairs[0] as Pair))
  const ids = all.map(({ id }) => id)
  const whole = await page(recipient, { limit: 100 })
  judgeSame(stage, paging, 'with the largest limit', whole.handoffs, ids)
  judgeThat(stage, paging, 'with the largest limit: the order', isInOrder(whole.handoffs), 'newest first by created_at and id', 'another order')
  judgeThat(stage, paging, 'with the largest limit: the end', whole.next_cursor === undefined, 'no next_cursor', 'one')
  const first = await page(recipient)
  judgeThat(stage, paging, 'without a limit', first.handoffs.length === 20 && first.next_cursor !== undefined, '20 handoffs and a next_cursor', `${first.handoffs.length} handoffs${first.next_cursor === undefined ? ', no next_cursor' : ''}`)
  for (const limit of [1, 7, 20]) {
    const walked = await walk(stage, paging, `page by page, ${limit} at a time`, recipient, { limit })
    const listed = walked.flat()
    judgeSame(stage, paging, `page by page, ${limit} at a time`, listed, ids)
    judgeThat(stage, paging, `page by page, ${limit} at a time: the order`, isInOrder(listed), 'newest first across pages', 'another order')
    judgeThat(stage, paging, `page by page, ${limit} at a time: the size`, walked.slice(0, -1).every(({ length }) => length === limit), 'every page but the last is full', 'a page is not')
  }
}

async function inserts(stage: Stage): Promise<void> {
  const recipient = await stage.joined()
  const pair: Pair = { sender: stage.alpha, recipient }
  const before: SeenHandoff[] = []
  for (let at = 0; at < 12; at += 1) before.push(await sent(pair))
  const newest = before.toReversed()
  const added: string[] = []
  const [seenAlready, toMove] = [newest[1], newest[10]]
  const walked = await walk(stage, paging, 'with sends and transitions between pages', recipient, { limit: 4 }, async (done) => {
    added.push((await sent(pair)).id)
    if (done === 1 && seenAlready !== undefined) await acknowledge(recipient, seenAlready.id)
    if (done === 1 && toMove !== undefined) await move(recipient, toMove.id, 'blocked')
  })
  judgeSame(stage, paging, 'what was there before the first page, with sends and transitions between pages', walked.flat(), before.map(({ id }) => id))
  judgeSame(stage, paging, 'a list that is begun anew', (await page(recipient, { limit: 100 })).handoffs, [...before.map(({ id }) => id), ...added])
}

async function cursorsOf(stage: Stage): Promise<void> {
  const recipient = await stage.joined()
  const pair: Pair = { sender: stage.alpha, recipient }
  await sideBySide(Array.from({ length: 3 }), async () => sent(pair))
  const { next_cursor: cursor } = await page(recipient, { limit: 1 })
  if (cursor === undefined) return stage.context.inconclusive('a list of three has no next_cursor after its first page of one')
  const middle = Math.floor(cursor.length / 2)
  const garbled = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`
  const rows: readonly (readonly [input: string, by: Actor, input_: InboxInput])[] = [
    ['given to somebody else', stage.alpha, { cursor }],
    ['of the other box', recipient, { box: 'sent', cursor }],
    ['of other states', recipient, { statuses: ['queued'], cursor }],
    ['that was changed', recipient, { cursor: garbled }],
    ['that was cut', recipient, { cursor: cursor.slice(0, -2) }],
    ['that was made longer', recipient, { cursor: `${cursor}A` }],
    ['that was never given', recipient, { cursor: 'bm90LWEtY3Vyc29y' }],
  ]
  await sideBySide(rows, async ([input, by, given]) => judge(stage, cursors, `a cursor ${input}`, await inbox(by, { limit: 1, ...given }), 'invalid_input'))
  judge(stage, cursors, 'the cursor itself, after all of them', await inbox(recipient, { limit: 1, cursor }), 'ok')
}

async function hidden(stage: Stage): Promise<void> {
  const recipient = await stage.joined()
  const pair: Pair = { sender: stage.alpha, recipient }
  const visible: string[] = []
  // The newest are those that will be hidden, so that a page that is filtered afterwards is empty.
  for (let at = 0; at < 6; at += 1) visible.push((await sent(pair, { sensitivity: 'public-safe' })).id)
  for (let at = 0; at < 6; at += 1) await sent(pair, { sensitivity: at % 2 === 0 ? 'restricted' : 'internal' })
  visible.push((await sent(pair, { sensitivity: 'public-safe' })).id)
  await stage.context.fixture.setPolicy(recipient.identity, { ceiling: 'public-safe' })
  const first = await page(recipient, { limit: 3 })
  judgeThat(stage, accessFirst, 'the first three', first.handoffs.length === 3, 'three handoffs that may be seen', `${first.handoffs.length} handoffs`)
  if (!stage.has('paging')) return
  const walked = await walk(stage, accessFirst, 'page by page, with others that may not be seen', recipient, { limit: 3 })
  judgeSame(stage, accessFirst, 'page by page, with others that may not be seen', walked.flat(), visible)
  judgeThat(stage, accessFirst, 'the size of the pages', walked.slice(0, -1).every(({ length }) => length === 3), 'every page but the last is full', 'a page is not')
}

async function filtersOf(stage: Stage): Promise<void> {
  const [sender, recipient] = [await stage.joined(), await stage.joined()]
  const pair: Pair = { sender, recipient }
  const reachable = statuses.filter((status) => status !== 'expired')
  const [made, [late]] = await Promise.all([
    sideBySide(reachable, async (status) => ({ status, id: (await brought(pair, status)).id })),
    stage.has('expiry') ? expired(pair, 1, stage.context.signal) : Promise.resolve([]),
  ])
  const all: readonly { readonly status: Status; readonly id: string }[] = [...made, ...(late === undefined ? [] : [{ status: 'expired' as const, id: late.id }])]
  const inStates = (wanted: readonly Status[]): string[] => all.filter(({ status }) => wanted.includes(status)).map(({ id }) => id)
  const boxes: readonly (readonly [name: string, by: Actor, input: InboxInput])[] = [
    ['received', recipient, {}],
    ...(stage.has('sent-box') ? [['received, by name', recipient, { box: 'received' }], ['sent', sender, { box: 'sent' }]] as const : []),
  ]
  for (const [name, by, input] of boxes) {
    judgeSame(stage, filters, `${name}, without states`, (await page(by, input)).handoffs, inStates(openStatuses))
    judgeSame(stage, filters, `${name}, all states`, (await page(by, { ...input, statuses })).handoffs, inStates(statuses))
    for (const status of stage.has('expiry') ? statuses : reachable) judgeSame(stage, filters, `${name}, only ${status}`, (await page(by, { ...input, statuses: [status] })).handoffs, inStates([status]))
    judgeSame(stage, filters, `${name}, two states`, (await page(by, { ...input, statuses: ['cancelled', 'blocked'] })).handoffs, inStates(['blocked', 'cancelled']))
  }
  judgeSame(stage, filters, 'received, of who only sent', (await page(sender, { statuses })).handoffs, [])
  if (stage.has('sent-box')) judgeSame(stage, filters, 'sent, of who only received', (await page(recipient, { box: 'sent', statuses })).handoffs, [])
  const [listed] = (await page(recipient, { statuses: ['completed'] })).handoffs
  if (listed === undefined) return
  const { handoff } = await viewed(recipient, listed.id)
  judgeThat(stage, filters, 'a handoff in a list', canonicalText(handoff) === canonicalText(listed), 'the handoff as a read shows it', 'another one')
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.paging',
    title: 'Every handoff is listed exactly once, newest first, whatever the limit',
    requirements: [paging],
    abilities: ['paging'],
    needs: ['issueToken'],
    scenario: pages,
    explain: {
      sends: '23 handoffs of two senders to a new recipient, listed without a limit, with the largest and page by page with 1, 7 and 20.',
      expects: 'Each exactly once, in the order of (created_at, id) from the newest, 20 where no limit is given, every page but the last one full, and a next_cursor on every page but the last.',
      why: 'What is not listed is not found: a handoff between two pages waits for ever.',
      failure: 'Pages are cut by time alone where several handoffs have the same, the end of a page is off by one, or a limit is not kept.',
      fix: 'Order by (created_at, id), and begin a page strictly after the last row of the one before.',
    },
  }),
  handoffCase({
    id: 'lifecycle.paging-inserts',
    title: 'Pages stay sound while handoffs come in and move',
    requirements: [paging],
    abilities: ['paging'],
    needs: ['issueToken'],
    scenario: inserts,
    explain: {
      sends: 'A list page by page, with new handoffs and transitions between the pages.',
      expects: 'What was there at the beginning exactly once, nothing new in later pages, and everything in a list that is begun anew.',
      why: 'Inboxes are read while others write to them.',
      failure: 'Pages are counted by an offset, which a new handoff shifts, or ordered by the last change.',
      fix: 'Let the cursor hold the place of the last row, by values that never change.',
    },
  }),
  handoffCase({
    id: 'lifecycle.paging-cursors',
    title: 'A cursor is good for the list that it was given for, and for nothing else',
    requirements: [cursors],
    abilities: ['paging', 'sent-box'],
    needs: ['issueToken'],
    scenario: cursorsOf,
    explain: {
      sends: 'A cursor of somebody else, for the other box, for other states, changed, cut, made longer, and one that was never given.',
      expects: 'Each time invalid_input; the cursor itself still works.',
      why: 'A cursor that is believed gives a wrong page without a word, or a way to look at a place that the caller was not given.',
      failure: 'The cursor is an offset or a row that is taken as it comes.',
      fix: 'Sign it together with the caller, the box and the states, and refuse what does not verify.',
    },
  }),
  handoffCase({
    id: 'lifecycle.paging-access',
    title: 'What may not be seen takes no place on a page',
    requirements: [accessFirst],
    needs: ['issueToken', 'setPolicy'],
    scenario: hidden,
    explain: {
      sends: 'Handoffs of all sensitivities; then the ceiling of the recipient is lowered, and its inbox listed with a limit, and page by page where there are pages.',
      expects: 'Full pages of what may be seen, each exactly once.',
      why: 'Pages that are filtered after they were cut are short or empty, and tell how much there is that may not be seen.',
      failure: 'The limit is applied by the query, and access by what comes after it.',
      fix: 'Filter first, then cut.',
    },
  }),
  handoffCase({
    id: 'lifecycle.inbox-filters',
    title: 'A list holds what its box and states say',
    requirements: [filters],
    needs: ['issueToken'],
    scenario: filtersOf,
    explain: {
      sends: 'A handoff in each state between two new agents, listed by box and by states.',
      expects: 'Open handoffs where no states are given, exactly those in the given states else; what was received and what was sent apart; each as a read shows it.',
      why: 'An agent works on what its inbox shows.',
      failure: 'The default is everything, boxes are mixed, or a state is misspelt in the query.',
      fix: 'Pass box and states to one query, with the default of the contract.',
    },
  }),
]
