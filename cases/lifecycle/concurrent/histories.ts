/** Many who want something of few handoffs at the same time, and an order that has to explain what they were told. */
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { lifecycleCase } from '../define.ts'
import type * as Draws from './draw.ts'
import type { RoundsOptions } from './rounds.ts'

const answered = 'handoff.concurrent-answered'

const linearizable = 'handoff.concurrent-order'
const wins = 'handoff.concurrent-acknowledge'
const keys = 'handoff.concurrent-keys'
const processes = 'handoff.concurrent-processes'

const transaction = 'Read and write in one transaction that takes the write lock before it reads (BEGIN IMMEDIATE), with the event and the record of the key, and answer after the commit.'

/** Loaded where it is used: most runs have other cases only. */
async function playRounds(context: CaseContext, { draw, ...options }: Omit<RoundsOptions, 'context' | 'draw'> & { readonly draw: (draws: typeof Draws) => RoundsOptions['draw'] }): Promise<void> {
  const [rounds, draws] = await Promise.all([import('./rounds.ts'), import('./draw.ts')])
  await rounds.playRounds({ context, ...options, draw: draw(draws) })
}

export const cases: readonly Case[] = [
  lifecycleCase({
    id: 'lifecycle.concurrent',
    title: 'Overlapping operations take effect as if one after the other',
    requirements: [linearizable, answered],
    fixture: 'own',
    fuzz: true,
    scenario: async (context) => playRounds(context, { requirement: linearizable, title: 'There is no order of these overlapping operations that explains every answer.', rounds: 4, draw: ({ drawMixed }) => (random, crew) => drawMixed(random, crew) }),
    explain: {
      sends: 'Rounds of bursts: acknowledgements, changes with and without expected versions and keys, reads and lists by both parties, on two handoffs and many connections at once, in both eras where the target speaks both. Each operation is recorded with the instants of its call and its answer.',
      expects: 'For each handoff an order of its operations, each between its call and its answer, in which every answer is what the contract says. An operation without an answer may have happened at any time, or never.',
      why: 'Agents act on what they were told. Two answers that cannot both be true send two agents off on the same work.',
      failure: 'The failure shows the shortest part of the history that has no order, and the operation without a place. Usually a state is read outside of the transaction that changes it, an answer comes from a cache, or it is given before the commit.',
      fix: transaction,
    },
  }),
  lifecycleCase({
    id: 'lifecycle.concurrent-acknowledge',
    title: 'Of acknowledgements at the same time one wins',
    requirements: [wins, answered],
    fixture: 'own',
    fuzz: true,
    scenario: async (context) => playRounds(context, { requirement: wins, title: 'More than one of these, or none, has taken the handoff.', rounds: 6, draw: ({ drawAcknowledgements }) => (random, crew) => drawAcknowledgements(random, crew) }),
    explain: {
      sends: 'Several acknowledgements of one handoff at once, some with the version that it has, and a cancellation by its sender beside them.',
      expects: 'One of them moves the handoff; the others are illegal_transition or version_conflict, as in the order that explains all answers.',
      why: 'An acknowledgement is the claim to the work. Two that succeed are two agents who do it.',
      failure: 'Whether the handoff is queued is looked up before the transaction that accepts it.',
      fix: transaction,
    },
  }),
  lifecycleCase({
    id: 'lifecycle.concurrent-keys',
    title: 'Of calls with one key at the same time one takes effect',
    requirements: [keys, answered],
    abilities: ['send-keys'],
    fixture: 'own',
    fuzz: true,
    scenario: async (context) => playRounds(context, { requirement: keys, title: 'More than one of these calls with one key has taken effect, or they were told different things.', rounds: 6, draw: ({ drawKeys }) => drawKeys }),
    explain: {
      sends: 'The same send several times at once with one key, then the same change several times at once with one key; beside them, at times, another input with that key. Then everything is listed.',
      expects: 'One handoff and one change; all others are told the same result, as replayed, and the other input idempotency_conflict, in an order that explains all answers.',
      why: 'A client that got no answer tries again while its first call is still under way: that is what keys are for.',
      failure: 'The key is looked up before the transaction, or written in another one than the change; then two calls both find it free, or one finds the change without its key.',
      fix: `${transaction} Make (identity, key) unique in the store.`,
    },
  }),
  lifecycleCase({
    id: 'lifecycle.concurrent-processes',
    title: 'Several processes on one store are as one',
    requirements: [processes, answered],
    needs: ['openStdio'],
    channels: {},
    fixture: 'own',
    fuzz: true,
    appliesTo: ({ channels }) => (channels.some(({ transport }) => transport === 'stdio') ? undefined : 'the target does not speak over stdio'),
    scenario: async (context) => playRounds(context, {
      requirement: processes, title: 'What these processes were told of one store does not fit together.', rounds: 4,
      draw: ({ drawAcknowledgements, drawMixed }) => (random, crew) => (random() < 0.3 ? drawAcknowledgements : drawMixed)(random, crew, { together: false }),
      processes: { alpha: { beside: 0, alone: 1 }, beta: { beside: 1, alone: 2 } },
    }),
    explain: {
      sends: 'The same rounds, by clients of the server that listens and of processes over stdio beside it, or, where nothing listens, of three processes.',
      expects: 'For each handoff an order of its operations that explains every answer, whichever process gave it; busy is an answer too, and changes nothing.',
      why: 'Each agent starts a server of its own on the shared store.',
      failure: 'A process keeps state in its memory, or relies on being the only one that writes.',
      fix: `Keep nothing between operations. ${transaction}`,
    },
  }),
]
