/** A clock that is set back, as by a correction of the system's time, or leaps, as after a sleep. */
import { answerInWords, statuses } from '../../../harness/handoff/contract.ts'
import type { Answer, SeenHandoff } from '../../../harness/handoff/contract.ts'
import type { HandoffClient } from '../../../harness/handoff/client.ts'
import { eventsProblem } from '../../../harness/handoff/event-chain.ts'
import type { Case } from '../../../harness/run/case.ts'
import { handoffCase } from '../define.ts'
import type { Stage } from '../stage.ts'

const steps = 'handoff.clock-steps'
const hourMs = 3_600_000

async function clockSteps(stage: Stage): Promise<void> {
  const { context, alpha, beta } = stage
  const now = Date.now()
  const at = async (ms: number): Promise<void> => context.fixture.setClock(now + ms)
  const send = async (expiresInS?: number): Promise<SeenHandoff> => changed(stage, await alpha.client.perform({
    kind: 'send', input: { recipient: beta.id, title: 'About time', summary: 'Sent by a conformance test.', request: 'None.', ...(expiresInS === undefined ? {} : { expires_in_s: expiresInS }) },
  }))
  try {
    await at(0)
    const first = await send()
    const short = await send(60)
    await at(-hourMs)
    const second = await send()
    const moved = changed(stage, await beta.client.perform({ kind: 'acknowledge', input: { handoff_id: first.id } }))
    observe(stage, 'a transition after the clock went back', (moved.updated_at ?? '') >= (first.updated_at ?? '') && (moved.version ?? 2) === 2, 'the time of change does not go back, the version counts up')
    observe(stage, 'the list after the clock went back', listsAll(await listed(beta.client), [first, short, second]), 'every handoff once')
    await at(2 * hourMs)
    observe(stage, 'a handoff whose time is over after a leap', (await statusOf(beta.client, short.id)) === 'expired', 'expired')
    await at(0)
    observe(stage, 'the same one after the clock went back again', (await statusOf(beta.client, short.id)) === 'expired', 'still expired')
    for (const { id } of [first, short, second]) {
      const got = await beta.client.perform({ kind: 'get', input: { handoff_id: id } })
      const problem = got.kind === 'ok' && got.result.kind === 'get' ? eventsProblem(got.result.handoff, got.result.events) : answerInWords(got)
      observe(stage, 'the events of each of them', problem === undefined, 'a whole chain', problem)
    }
  } finally {
    if (!context.signal.aborted) await context.fixture.setClock(undefined)
  }
}

function observe({ context }: Stage, input: string, ok: boolean, expected: string, actual?: string): void {
  context.observe({ requirement: steps, input, ok, expected, actual: ok ? 'as expected' : actual ?? 'otherwise' })
}

function changed({ context }: Stage, answer: Answer): SeenHandoff {
  return answer.kind === 'ok' && answer.result.kind === 'change' ? answer.result.handoff : context.inconclusive(`legal work was refused: ${answerInWords(answer)}`)
}

async function statusOf(client: HandoffClient, id: string): Promise<string> {
  const got = await client.perform({ kind: 'get', input: { handoff_id: id } })
  return got.kind === 'ok' && got.result.kind === 'get' ? got.result.handoff.status : answerInWords(got)
}

async function listed(client: HandoffClient): Promise<readonly string[]> {
  const page = await client.perform({ kind: 'inbox', input: { box: 'received', statuses: [...statuses], limit: 100 } })
  return page.kind === 'ok' && page.result.kind === 'inbox' ? page.result.handoffs.map(({ id }) => id) : []
}

function listsAll(ids: readonly string[], wanted: readonly SeenHandoff[]): boolean {
  return wanted.every(({ id }) => ids.filter((each) => each === id).length === 1)
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.clock-steps',
    title: 'A clock that goes back or leaps takes nothing away',
    requirements: [steps],
    needs: ['setClock'],
    fixture: 'own',
    abilities: ['expiry', 'versions'],
    scenario: clockSteps,
    explain: {
      sends: 'Handoffs and a transition before and after the clock is set back by an hour and leaps two hours ahead, and reads of all of them.',
      expects: 'Times of change never go back, versions count up, everything is listed once, and what has expired stays expired.',
      why: 'Clocks are corrected and machines sleep. Order and expiry that hang on the clock alone lose work then.',
      failure: 'The time of change is the clock\'s without a look at the last one, or expiry is computed at each read and never written down.',
      fix: 'Take the later of the clock and the last change, order by more than the time, and write expiry down as a transition.',
    },
  }),
]
