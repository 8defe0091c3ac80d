/** A clock that is set back, as by a correction of the system's time, or leaps, as after a sleep. */
import { statuses } from '../../../harness/handoff/contract.ts'
import { eventsProblem } from '../../../harness/handoff/event-chain.ts'
import type { Case } from '../../../harness/run/case.ts'
import { acknowledge, changed, page, sent, viewed } from '../acting.ts'
import { handoffCase } from '../define.ts'
import { judgeThat } from '../judging.ts'
import type { Pair, Stage } from '../stage.ts'

const steps = 'handoff.clock-steps'
const hourMs = 3_600_000

async function clockSteps(stage: Stage): Promise<void> {
  const { context, alpha, beta } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const now = Date.now()
  const at = async (ms: number): Promise<void> => context.fixture.setClock(now + ms)
  const judgeExpired = async (input: string, id: string): Promise<void> => {
    const { status } = (await viewed(beta, id)).handoff
    judgeThat(stage, steps, input, status === 'expired', 'expired', status)
  }
  try {
    await at(0)
    const first = await sent(pair)
    const short = await sent(pair, { expires_in_s: 60 })
    await at(-hourMs)
    const second = await sent(pair)
    const moved = changed(await acknowledge(beta, first.id), 'an acknowledgement')
    judgeThat(stage, steps, 'the time of a transition after the clock went back', (moved.updated_at ?? '') >= (first.updated_at ?? ''), 'not before the last change', 'before the last change')
    judgeThat(stage, steps, 'the version after it', moved.version === 2, 'version 2', `version ${String(moved.version)}`)
    const listed = (await page(beta, { statuses, limit: 100 })).handoffs.map(({ id }) => id)
    const once = [first, short, second].filter(({ id }) => listed.filter((each) => each === id).length === 1).length
    judgeThat(stage, steps, 'the list after the clock went back', once === 3, 'every handoff once', `${once} of 3 handoffs once`)
    await at(2 * hourMs)
    await judgeExpired('a handoff whose time is over after a leap', short.id)
    await at(0)
    await judgeExpired('the same one after the clock went back again', short.id)
    for (const { id } of [first, short, second]) {
      const { handoff, events } = await viewed(beta, id)
      const problem = eventsProblem(handoff, events)
      judgeThat(stage, steps, 'the events of each of them', problem === undefined, 'a whole chain', problem ?? '')
    }
  } finally {
    if (!context.signal.aborted) await context.fixture.setClock(undefined)
  }
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
