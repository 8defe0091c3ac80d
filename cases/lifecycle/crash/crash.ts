/** A server that is killed in the middle of writes and started again, round after round. */
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { handoffCase } from '../define.ts'
import type { Actor, Stage } from '../stage.ts'
import { auditEach, auditLists } from './audit.ts'
import type { Loss } from './audit.ts'
import { keysOf, startWorkload } from './workload.ts'
import type { Tracked } from './workload.ts'

/** How often, where nobody says; each costs a start of the target. */
const defaultRounds = 3
/** When a loss is looked for again: a server does not lose work in each round. */
const replayedRounds = 12
/** More than a round and the last list take on a slow machine. */
const roundMs = 40_000
const lanes = 8
/** Acknowledged changes before the server is killed, at most. */
const mostBefore = 60
/** Everything is listed after so many rounds, and at the end. */
const listingEvery = 50

const durable = 'handoff.crash-durable'
const whole = 'handoff.crash-whole'
const once = 'handoff.crash-once'

async function crashes(stage: Stage): Promise<void> {
  const { context } = stage
  const { fixture } = context
  const keys = keysOf(stage)
  const pair = await workers(stage)
  const all: Tracked[] = []
  const losses: Loss[] = []
  let acknowledged = 0
  let underWay = 0
  let rounds = 0
  const list = async (): Promise<void> => {
    losses.push(...await auditLists(pair, all, stage.has('sent-box') ? ['received', 'sent'] : ['received']))
  }
  while (losses.length === 0 && goesOn(context, rounds)) {
    const work = startWorkload({ pair, lanes, random: context.random, keys })
    await work.untilAcknowledged(1 + Math.floor(context.random() * mostBefore))
    await Promise.all([fixture.kill(), work.stop()])
    await fixture.restart()
    if (work.refusals.length > 0) return context.inconclusive(`legal work was refused before the server was killed: ${work.refusals[0] ?? ''}`)
    rounds += 1
    acknowledged += work.tracked.reduce((sum, { version }) => sum + version, 0)
    underWay += work.tracked.filter(({ pending }) => pending !== undefined).length
    all.push(...work.tracked)
    losses.push(...await auditEach({ tracked: work.tracked, keys }))
    if (rounds % listingEvery === 0) await list()
  }
  if (losses.length === 0) await list()
  report(context, losses, `${acknowledged} acknowledged changes and ${underWay} under way in ${rounds} rounds`)
}

/** Newcomers where there can be any: the engine's control reads the boxes of alpha and beta, and these will be long. */
async function workers(stage: Stage): Promise<readonly [Actor, Actor]> {
  if (!stage.context.fixture.abilities.has('issueToken')) return [stage.alpha, stage.beta]
  return [await stage.joined(), await stage.joined()]
}

/** There is always a first round. */
function goesOn({ runs, deadline, endsAt, replaying }: CaseContext, rounds: number): boolean {
  if (rounds === 0) return true
  if (replaying !== undefined) return rounds < replayedRounds && performance.now() < endsAt - roundMs
  if (deadline !== undefined) return performance.now() < deadline
  return rounds < (runs ?? defaultRounds)
}

function report(context: CaseContext, losses: readonly Loss[], work: string): void {
  for (const requirement of [durable, whole, once] as const) {
    const found = losses.filter((loss) => loss.requirement === requirement)
    context.observe({
      requirement,
      input: work,
      ok: found.length === 0,
      expected: { [durable]: 'everything that was acknowledged is there', [whole]: 'every change is there whole, with its event', [once]: 'every keyed change is there once' }[requirement],
      actual: found.length === 0 ? 'so it is' : `${found.length} handoffs wrong: ${found[0]?.what ?? ''}`,
    })
  }
  const [first] = losses
  if (first !== undefined) context.failed({ kind: 'crash', title: first.what, lines: first.lines, data: { what: first.what } })
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.crash',
    title: 'What was acknowledged outlives SIGKILL in the middle of writes, once and whole',
    requirements: [durable, whole, once],
    needs: ['kill', 'restart'],
    fixture: 'own',
    fixtureOptions: { process: true },
    fuzz: true,
    timeoutMs: 120_000,
    scenario: crashes,
    explain: {
      sends: `Sends and transitions of two identities on ${lanes} lanes at once, SIGKILL at a moment drawn from the seed, and a restart; then reads of everything, and the keyed calls once more. Several rounds on one store.`,
      expects: 'Every acknowledged change is there; what got no answer is there whole or not at all; keyed calls are replayed; every version has its event; nothing is listed twice.',
      why: 'An agent acts on an acknowledgement. Work that is acknowledged and then lost is done by nobody, and work that comes back twice is done by two.',
      failure: 'The answer is sent before the commit, the change and its event are two transactions, the journal is not flushed, or keys are kept in memory.',
      fix: 'Commit the change, its event and the record of its key in one transaction, and answer only after the commit has returned.',
    },
  }),
]
