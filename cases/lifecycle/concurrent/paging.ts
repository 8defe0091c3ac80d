/** Lists that are read page by page while others send. */
import { randomUUID } from 'node:crypto'
import { answerInWords } from '../../../harness/handoff/contract.ts'
import type { SeenHandoff } from '../../../harness/handoff/contract.ts'
import type { HandoffClient } from '../../../harness/handoff/client.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { lifecycleCase } from '../define.ts'
import { openCrew } from './crew.ts'
import type { Crew } from './crew.ts'
import { goesOn } from './goes-on.ts'
import { wholeList } from '../whole-list.ts'

const stable = 'handoff.concurrent-paging'

/** What is there before the first page, in the first round; later rounds find more. */
const before = 10
const pageSizes = [2, 3] as const
const defaultRounds = 2
/** A list that goes on for ever is no list. */
const mostPages = 400

interface Reading {
  readonly who: string
  readonly box: 'received' | 'sent'
  readonly limit: number
  readonly pages: readonly (readonly SeenHandoff[])[]
  readonly endless: string | undefined
}

async function pagesUnderInserts(context: CaseContext): Promise<void> {
  const crew = await openCrew(context)
  try {
    const existing: string[] = await sendAll(context, crew, before)
    const rounds = context.replaying === undefined ? (context.runs ?? defaultRounds) : 10
    for (let round = 1; goesOn(context, round, rounds); round += 1) {
      if (!await oneRound(context, crew, existing, `round ${round}`)) return
    }
  } finally {
    crew.close()
  }
}

async function oneRound(context: CaseContext, crew: Crew, existing: string[], input: string): Promise<boolean> {
  const [sender, recipient] = [crew.alpha.clients, crew.beta.clients]
  const known = [...existing]
  const read = new AbortController()
  const enough = AbortSignal.any([context.signal, read.signal])
  const inserting = [0, 1].map(async (lane) => {
    const sent: string[] = []
    while (!enough.aborted) sent.push(...await sendAll(context, crew, 1, lane))
    return sent
  })
  const readers = [
    ...pageSizes.map(async (limit, at) => readList(context, recipient[at % recipient.length], 'received', limit)),
    ...(crew.has('sent-box') ? [readList(context, sender[0], 'sent', pageSizes[1])] : []),
  ]
  const [readings, inserted] = await Promise.all([Promise.all(readers).finally(() => { read.abort() }), Promise.all(inserting)])
  existing.push(...inserted.flat())
  if (context.signal.aborted) return false
  const problems = readings.flatMap((each) => problemOf(each, new Set(known)) ?? [])
  const [first] = problems
  context.observe({
    requirement: stable, input: `${input}: lists of ${known.length} handoffs, of which more are sent meanwhile`, ok: first === undefined,
    expected: 'each that was there before, once, and none twice, newest first', actual: first === undefined ? 'so they are' : first.what,
  })
  if (first === undefined) return true
  context.failed({ kind: 'history', title: 'Pages that were read while others sent do not show everything once.', lines: first.lines, data: { what: 'pages' } })
  return false
}

async function sendAll(context: CaseContext, { alpha, beta }: Crew, count: number, lane = 0): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, async (_, at) => {
    const client = alpha.clients[(at + lane) % alpha.clients.length]
    const answer = await client?.perform({ kind: 'send', input: { recipient: beta.id, title: `For a list ${randomUUID()}`, summary: 'Sent by a conformance test.', request: 'None.' } })
    if (answer?.kind === 'ok' && answer.result.kind === 'change') return answer.result.handoff.id
    return context.inconclusive(`a send was refused: ${answer === undefined ? 'nobody sends' : answerInWords(answer)}`)
  }))
}

async function readList(context: CaseContext, client: HandoffClient | undefined, box: 'received' | 'sent', limit: number): Promise<Reading> {
  const { pages, endless } = await wholeList(async (cursor) => {
    const answer = await client?.perform({ kind: 'inbox', input: { box, limit, ...(cursor === undefined ? {} : { cursor }) } })
    if (answer?.kind !== 'ok' || answer.result.kind !== 'inbox') return context.inconclusive(`a page was refused: ${answer === undefined ? 'nobody reads' : answerInWords(answer)}`)
    return answer.result
  }, { pages: mostPages, handoffs: mostPages * limit }, () => !context.signal.aborted)
  return { who: client?.name ?? '', box, limit, pages, endless }
}

/** So many of a page are named. */
const mostNames = 20
const few = (ids: readonly string[]): readonly string[] => ids.slice(0, mostNames)
const andMore = (count: number): string => (count > mostNames ? ` and ${count - mostNames} more` : '')

/** What is wrong with a list, and the list as a person reads it. */
function problemOf(reading: Reading, known: ReadonlySet<string>): { readonly what: string; readonly lines: readonly string[] } | undefined {
  const all = reading.pages.flat()
  const ids = all.map(({ id }) => id)
  const seen = new Set(ids)
  const missing = [...known].filter((id) => !seen.has(id))
  const firsts = new Map(ids.map((id, at) => [id, at] as const).toReversed())
  const twice = ids.filter((id, at) => firsts.get(id) !== at)
  const outOfOrder = all.findIndex(({ created_at: at = '' }, index) => index > 0 && at > (all[index - 1]?.created_at ?? at))
  const what = reading.endless !== undefined ? reading.endless
    : twice.length > 0 ? `${twice.length} are listed twice`
      : missing.length > 0 ? `${missing.length} of ${known.size} that were there before are missing`
        : outOfOrder >= 0 ? 'an older one comes before a newer one' : undefined
  if (what === undefined) return undefined
  const names = new Map([...known].map((id, at) => [id, `h${at + 1}`]))
  const name = (id: string): string => {
    const known = names.get(id) ?? `new ${names.size + 1}`
    names.set(id, known)
    return known
  }
  const wrong = [...new Set(twice.length > 0 ? twice : missing)]
  const pages = reading.pages.map((page, at) => `page ${at + 1}: ${few(page.map(({ id }) => id)).map(name).join(', ')}${andMore(page.length)}`)
  return {
    what: `what was ${reading.box}, ${reading.limit} on a page: ${what}`,
    lines: [
      `${reading.who} reads what was ${reading.box}, ${reading.limit} on a page, while alpha sends. h1 to h${known.size} were there before, h1 the oldest or as old.`,
      ...pages,
      `${what}${wrong.length === 0 ? '' : `: ${few(wrong).map(name).join(', ')}${andMore(wrong.length)}`}`,
    ],
  }
}

export const cases: readonly Case[] = [
  lifecycleCase({
    id: 'lifecycle.concurrent-paging',
    title: 'Pages show everything once while others send',
    requirements: [stable],
    abilities: ['paging'],
    fixture: 'own',
    fuzz: true,
    scenario: pagesUnderInserts,
    explain: {
      sends: 'Several lists, page by page with pages of several sizes, while the other party goes on sending.',
      expects: 'Every handoff that was there before the first page, once; none twice; newest first.',
      why: 'An agent that works through its inbox page by page must neither miss work nor do it twice because more comes in.',
      failure: 'The cursor is a number of rows to skip, which a new one shifts.',
      fix: 'Let the cursor name the last handoff of the page by (created_at, id), and go on behind it.',
    },
  }),
]
