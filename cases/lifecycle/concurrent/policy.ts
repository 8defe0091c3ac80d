/**
 * Changes of the policy while many act. What is allowed is one value that edits write and operations read: a history of
 * it has to have an order like any other.
 */
import { checkHistory } from '../../../harness/fuzz/history/check.ts'
import type { Entry, Specification } from '../../../harness/fuzz/history/history.ts'
import { createRecorder } from '../../../harness/fuzz/history/record.ts'
import { answerInWords } from '../../../harness/handoff/contract.ts'
import type { Answer } from '../../../harness/handoff/contract.ts'
import type { AgentPolicy } from '../../../harness/fixture/driver.ts'
import type { HandoffClient } from '../../../harness/handoff/client.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { lifecycleCase } from '../define.ts'
import { openCrew } from './crew.ts'
import type { Crew } from './crew.ts'
import { goesOn } from './goes-on.ts'

const obeys = 'handoff.concurrent-policy'

/** `allow` and `forbid` are edits of the registry. */
export type PolicyQuestion = 'allow' | 'forbid' | 'get' | 'send'
export type PolicySight = 'edited' | 'served' | 'refused'

/** Whether the two may exchange handoffs. */
const permission: Specification<boolean, PolicyQuestion, PolicySight> = {
  initial: true,
  step(allowed, question, sight) {
    if (question === 'allow' || question === 'forbid') return question === 'allow'
    return sight === undefined || (sight === 'served') === allowed ? allowed : undefined
  },
  key: String,
  isRead: (question) => question === 'get' || question === 'send',
}

interface Edit {
  readonly name: string
  /** Of beta. */
  readonly forbid: Partial<AgentPolicy>
  readonly allow: Partial<AgentPolicy>
}

const lanes = 4
const defaultRounds = 2

async function edits(context: CaseContext): Promise<void> {
  const crew = await openCrew(context)
  try {
    const all: readonly Edit[] = [
      { name: 'beta takes nothing from alpha any more', forbid: { receiveFrom: [] }, allow: { receiveFrom: [crew.alpha.id] } },
      { name: 'the ceiling of beta is lowered', forbid: { ceiling: 'public-safe' }, allow: { ceiling: 'internal' } },
      { name: 'beta is disabled', forbid: { enabled: false }, allow: { enabled: true } },
    ]
    const rounds = context.replaying === undefined ? (context.runs ?? defaultRounds) : 10
    for (let round = 1; goesOn(context, round, rounds); round += 1) {
      const edit = all[(round - 1 + Math.floor(context.random() * 2)) % all.length]
      if (edit === undefined || !await oneRound(context, crew, edit, `round ${round}: ${edit.name}`)) return
    }
  } finally {
    crew.close()
  }
}

async function oneRound(context: CaseContext, crew: Crew, edit: Edit, input: string): Promise<boolean> {
  const { beta } = context
  if (beta === undefined) return context.notApplicable('there is only one identity, and a handoff is between two')
  const id = await sent(context, crew)
  const recorder = createRecorder<PolicyQuestion, PolicySight | 'unclear'>((sight) => (sight === 'unclear' ? 'unknown' : sight === 'refused' ? 'fail' : 'ok'))
  let odd: string | undefined
  const edited = new AbortController()
  const enough = AbortSignal.any([context.signal, edited.signal])
  let done = 0
  let awaited = { count: Infinity, reached: (): void => undefined }
  const ask = async (client: HandoffClient, name: string, kind: 'get' | 'send'): Promise<void> => {
    await recorder.record(name, kind, async () => {
      const answer = await client.perform(kind === 'get' ? { kind: 'get', input: { handoff_id: id } } : { kind: 'send', input: plain(crew) })
      const sight = sightOf(answer)
      if (sight === 'unclear') odd ??= answerInWords(answer)
      return sight
    })
    done += 1
    if (done >= awaited.count) awaited.reached()
  }
  // Beta reads what it has, and alpha sends more.
  const acting = Promise.all(Array.from({ length: lanes }, async (_, lane) => {
    const [who, kind] = lane % 2 === 0 ? (['beta', 'get'] as const) : (['alpha', 'send'] as const)
    const client = crew[who].clients[(lane >> 1) % crew[who].clients.length]
    if (client === undefined) return
    while (!enough.aborted) await ask(client, `${who}/${lane + 1}`, kind)
  }))
  // Some are under way when the edit is made, and each lane has begun another one after it.
  const progress = async (): Promise<unknown> => Promise.race([acting, new Promise<void>((resolve) => { awaited = { count: done + 2 * lanes, reached: resolve } })])
  try {
    await progress()
    for (const kind of ['forbid', 'allow', 'forbid', 'allow'] as const) {
      await recorder.record('the registry', kind, async () => {
        await context.fixture.setPolicy(beta, edit[kind])
        return 'edited'
      })
      await progress()
    }
  } finally {
    edited.abort()
    await acting
  }
  if (context.signal.aborted) return false
  return judged(context, recorder.entries() as Entry<PolicyQuestion, PolicySight>[], input, odd)
}

function judged(context: CaseContext, history: readonly Entry<PolicyQuestion, PolicySight>[], input: string, odd: string | undefined): boolean {
  if (history.filter(({ ending }) => ending === 'unknown').length * 2 > history.length) return context.inconclusive(`most answers tell nothing of the policy, such as ${odd ?? 'none'}`)
  const verdict = checkHistory(permission, history)
  if (verdict.kind === 'unknown') return context.inconclusive(verdict.why)
  const fits = verdict.kind === 'linearizable'
  const last = fits ? undefined : verdict.unplaced
  context.observe({
    requirement: obeys, input, ok: fits, expected: 'what begins after an edit is in place obeys it',
    actual: last === undefined ? `so did ${history.length} operations and edits` : `a ${last.operation} that began ${(last.invokedAt - lastEdit(history, last)).toFixed(1)} ms after the last edit was ${last.answer ?? 'not answered'}`,
  })
  if (verdict.kind !== 'not-linearizable') return true
  const lines = verdict.failing.map(({ index, client, operation, invokedAt, returnedAt, answer }) => `#${index}`.padStart(5) + `  ${invokedAt.toFixed(2).padStart(8)} - ${(returnedAt?.toFixed(2) ?? '').padStart(8)} ms  ${client.padEnd(12)}  ${operation.padEnd(6)}  ${answer ?? 'no answer'}`)
  context.failed({
    kind: 'history', title: 'An operation that began after a change of the policy did not obey it.',
    lines: [`${input}. Edits and operations, between which two instants, and what came of them:`, ...lines, `There is no order of these in which the last answer is right: #${verdict.unplaced.index}`],
    history: verdict.failing.map(({ index, client, operation, invokedAt, returnedAt, answer }) => ({
      index, client, label: operation, outcome: answer ?? 'no answer', start: invokedAt, ...(returnedAt === undefined ? {} : { end: returnedAt }),
      ...(index === verdict.unplaced.index ? { unplaced: true } : {}),
    })),
    data: { what: 'policy' },
  })
  return false
}

function lastEdit(history: readonly Entry<PolicyQuestion, PolicySight>[], { invokedAt }: Entry<PolicyQuestion, PolicySight>): number {
  return Math.max(0, ...history.flatMap(({ operation, returnedAt = Infinity }) => ((operation === 'allow' || operation === 'forbid') && returnedAt < invokedAt ? [returnedAt] : [])))
}

function plain({ beta }: Crew) {
  return { recipient: beta.id, title: 'While the policy changes', summary: 'Sent by a conformance test.', request: 'None.' }
}

async function sent(context: CaseContext, crew: Crew): Promise<string> {
  const answer = await crew.alpha.clients[0]?.perform({ kind: 'send', input: plain(crew) })
  if (answer?.kind === 'ok' && answer.result.kind === 'change') return answer.result.handoff.id
  return context.inconclusive(`a handoff that both sides allow was refused: ${answer === undefined ? 'nobody sends' : answerInWords(answer)}`)
}

/** Of a target without codes every refusal is one. */
function sightOf(answer: Answer): PolicySight | 'unclear' {
  if (answer.kind === 'ok') return 'served'
  if (answer.kind !== 'refused') return 'unclear'
  const told = answer.code === undefined || answer.code === 'not_found' || answer.code === 'not_permitted' || answer.code === 'unauthenticated'
  return told ? 'refused' : 'unclear'
}

export const cases: readonly Case[] = [
  lifecycleCase({
    id: 'lifecycle.concurrent-policy',
    title: 'What begins after a change of the policy obeys it, under load',
    requirements: [obeys],
    needs: ['setPolicy'],
    fixture: 'own',
    fuzz: true,
    scenario: edits,
    explain: {
      sends: 'Reads by beta and sends by alpha on several lanes without a pause, while a relationship is removed, a ceiling lowered or beta disabled, and given back, twice.',
      expects: 'Everything that begins after an edit is in place is refused, or served again; what was under way may be either.',
      why: 'A revocation that takes effect a little later is a leak of that little, and under load that is a lot.',
      failure: 'The policy is kept for some time, or for as long as a connection or a session.',
      fix: 'Take one snapshot an operation, of the file as it is then.',
    },
  }),
]
