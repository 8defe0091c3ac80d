/** For requests that have no well-formed twin of their own: whether one of them took effect all the same. */
import type { CaseContext } from '../../harness/run/case.ts'
import { refusedNotApplied } from '../../harness/run/engine-requirements.ts'
import type { Probe } from '../../harness/run/probe.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { maySucceed } from './reactions.ts'

/**
 * Reads how often the probe's marker took effect; says nothing about a probe that only reads.
 * @param answers What the requests came to: those that were served are what to look at.
 */
export async function observeUnapplied(context: CaseContext, probe: Probe, input: string, answers: readonly Reaction[]): Promise<void> {
  const count = await probe.effects?.()
  if (count === undefined) return
  context.observe({
    requirement: refusedNotApplied,
    input,
    ok: count === 0,
    expected: 'nothing of the requests took effect',
    actual: count === 0 ? 'no effect' : `it took effect ${count} times`,
  }, answers.filter(maySucceed))
}
