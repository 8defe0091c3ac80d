/** Makes plans up, from numbers that a seed gives: a few handoffs, and many who want something of them at the same time. */
import type { HandoffAbility } from '../../../harness/target/adapter.ts'
import type { Burst, Lane, Plan, PlannedOperation, PlannedStep, Who } from './plan.ts'

type Random = () => number

/** What the target has, and so what may be asked. */
interface Has {
  has(this: void, ability: HandoffAbility): boolean
}

export interface Drawing {
  /** Whether those who want the same mostly ask through one client (default); else through different ones. */
  readonly together?: boolean
}

/** Clients of one identity are counted around; this is more than there are. */
const clientsAtMost = 12

interface Parties {
  readonly name: string
  readonly sender: Who
  readonly recipient: Who
}

function other(who: Who): Who {
  return who === 'alpha' ? 'beta' : 'alpha'
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item
}

function anyClient(random: Random): number {
  return below(random, clientsAtMost)
}

/** Mostly at once with the others, sometimes a moment later. */
function step(random: Random, by: Who, ask: PlannedOperation, via = anyClient(random)): PlannedStep {
  return { by, via, waitMs: random() < 0.85 ? 0 : 1 + below(random, 3), ask }
}

/**
 * The client of some who want the same: mostly one for all of them, since requests of one kind take one time on their
 * way, and meet where they are served.
 */
function commonClient(random: Random, { together = true }: Drawing): number | undefined {
  return together && random() < 0.75 ? anyClient(random) : undefined
}

function lanes(steps: readonly PlannedStep[]): Burst {
  return steps.map((each): Lane => [each])
}

function times<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

/** One handoff in each direction, more where asked for. */
function parties(count: number): readonly Parties[] {
  return times(count, (at) => {
    const sender: Who = at % 2 === 0 ? 'alpha' : 'beta'
    return { name: `h${at + 1}`, sender, recipient: other(sender) }
  })
}

function sends(random: Random, all: readonly Parties[]): Burst {
  return lanes(all.map(({ name, sender }) => step(random, sender, { kind: 'send', as: name })))
}

/** What both parties see in the end. */
function looks(random: Random, all: readonly Parties[], { has }: Has): Burst {
  const reads = all.flatMap(({ name, sender, recipient }) => [step(random, sender, { kind: 'get', of: name }), step(random, recipient, { kind: 'get', of: name })])
  const lists = (['alpha', 'beta'] as const).flatMap((who) => [list(random, who, 'received'), ...(has('sent-box') ? [list(random, who, 'sent')] : [])])
  return lanes([...reads, ...lists])
}

function list(random: Random, by: Who, box: 'received' | 'sent'): PlannedStep {
  return step(random, by, { kind: 'inbox', box, all: true })
}

/** A change of the one or the other kind, with what a client may add. A key is mostly used for one input. */
function change(random: Random, name: string, by: Who, to: 'accepted' | 'blocked' | 'completed' | 'cancelled', version: number, { has }: Has): PlannedOperation {
  const draw = random()
  const extra = draw < 0.3 && has('versions') ? { version: Math.max(1, version + below(random, 3) - 1) }
    : draw >= 0.6 && has('transition-keys') ? { key: `${name} ${by} ${random() < 0.85 ? to : 'anything'}` } : {}
  return to === 'accepted' ? { kind: 'acknowledge', of: name, ...extra } : { kind: 'update', of: name, to, ...extra }
}

/**
 * Everything at once, on two handoffs that are mostly accepted and blocked in turn, so that something is always legal:
 * bursts in which everybody asks once, and then one in which everybody goes on.
 */
export function drawMixed(random: Random, crew: Has, drawing: Drawing = {}): Plan {
  const all = parties(2)
  const burst = (at: number, steps: number): Burst => {
    // Most of a burst is about one of them, so that those who want it are many.
    const main = pick(random, all)
    const via = commonClient(random, drawing)
    return times(8, (lane): Lane => {
      // Somebody watches all the time.
      if (lane === 7) return times(steps, () => step(random, main.recipient, { kind: 'get', of: main.name }, via))
      const about = lane < 6 ? main : pick(random, all)
      return times(steps, () => anyStep(random, about, { version: 1 + at, isFirst: at === 0, isLast: at === 3 }, crew, via))
    })
  }
  return { bursts: [sends(random, all), burst(0, 1), burst(1, 1), burst(2, 3), burst(3, 1), looks(random, all, crew)] }
}

interface Moment {
  /** About where it may be by then. */
  readonly version: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

function anyStep(random: Random, { name, sender, recipient }: Parties, { version, isFirst, isLast }: Moment, crew: Has, via: number | undefined): PlannedStep {
  const draw = random()
  const move = (by: Who, to: Parameters<typeof change>[3]): PlannedStep => step(random, by, change(random, name, by, to, version, crew), via)
  if (draw < 0.32) return move(recipient, 'accepted')
  if (draw < 0.58) return move(recipient, 'blocked')
  if (draw < 0.61) return move(sender, 'accepted')
  if (draw < 0.68) return list(random, pick(random, [sender, recipient]), 'received')
  if (draw < 0.74 && (isFirst || isLast)) return move(sender, 'cancelled')
  if (draw < 0.8 && isLast) return move(recipient, 'completed')
  return step(random, pick(random, [sender, recipient]), { kind: 'get', of: name }, via)
}

/** Many recipients' clients take the same handoff; the sender takes it back at the same time. */
export function drawAcknowledgements(random: Random, crew: Has, drawing: Drawing = {}): Plan {
  const all = parties(2)
  const takes = all.map(({ name, sender, recipient }): PlannedStep[] => {
    const via = commonClient(random, drawing)
    const expecting = crew.has('versions') && random() < 0.5
    return [
      ...times(3 + below(random, 2), (at) => step(random, recipient, { kind: 'acknowledge', of: name, ...(expecting && at % 2 === 0 ? { version: 1 } : {}) }, via)),
      ...(expecting ? [step(random, recipient, { kind: 'update', of: name, to: 'blocked', version: 1 }, via)] : []),
      ...(random() < 0.4 ? [step(random, sender, { kind: 'update', of: name, to: 'cancelled' }, via)] : []),
    ]
  })
  // One handoff after the other: what is asked at once is about one of them.
  return { bursts: [sends(random, all), ...takes.map(lanes), looks(random, all, crew)] }
}

/** The same call by many at once, with one key: sends, then changes; some with another input. */
export function drawKeys(random: Random, crew: Has): Plan {
  const all = parties(2)
  const keyed = all.map(({ name, sender }): PlannedStep[] => {
    const via = commonClient(random, {})
    return [
      ...times(4, () => step(random, sender, { kind: 'send', as: name, key: `${name} sent` }, via)),
      ...(random() < 0.4 ? [step(random, sender, { kind: 'send', as: `${name}, otherwise`, key: `${name} sent`, variant: 1 }, via)] : []),
    ]
  })
  const moved = all.map(({ name, recipient }): PlannedStep[] => {
    const via = commonClient(random, {})
    const ask: PlannedOperation = random() < 0.5 ? { kind: 'acknowledge', of: name, key: `${name} moved` } : { kind: 'update', of: name, to: 'blocked', key: `${name} moved` }
    const same = times(4, () => step(random, recipient, ask, via))
    return random() < 0.4 ? [...same, step(random, recipient, { kind: 'update', of: name, to: 'completed', key: `${name} moved` }, via)] : same
  })
  const moves = crew.has('transition-keys') ? moved.map(lanes) : []
  return { bursts: [...keyed.map(lanes), ...moves, looks(random, all, crew)] }
}
