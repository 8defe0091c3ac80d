/** Makes plans up, from numbers that a seed gives: a few handoffs, and many who want something of them at the same time. */
import type { HandoffAbility } from '../../../harness/target/adapter.ts'
import type { Burst, Lane, Plan, PlannedOperation, PlannedStep, Who } from './plan.ts'

type Random = () => number

/** What the target has, and so what may be asked. */
interface Has {
  has(this: void, ability: HandoffAbility): boolean
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

/** Mostly at once with the others, sometimes a moment later. */
function step(random: Random, by: Who, ask: PlannedOperation): PlannedStep {
  return { by, via: below(random, clientsAtMost), waitMs: random() < 0.75 ? 0 : below(random, 4), ask }
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

/** A change of the one or the other kind, with what a client may add. */
function change(random: Random, name: string, by: Who, to: 'accepted' | 'blocked' | 'completed' | 'cancelled', version: number, { has }: Has): PlannedOperation {
  const extra = {
    ...(has('versions') && random() < 0.35 ? { version: Math.max(1, version + below(random, 3) - 1) } : {}),
    ...(has('transition-keys') && random() < 0.3 ? { key: `${name} ${by} k${1 + below(random, 2)}` } : {}),
  }
  return to === 'accepted' ? { kind: 'acknowledge', of: name, ...extra } : { kind: 'update', of: name, to, ...extra }
}

/** Everything at once, on two handoffs that are mostly accepted and blocked in turn, so that something is always legal. */
export function drawMixed(random: Random, crew: Has, { bursts = 4, width = 8 }: { readonly bursts?: number; readonly width?: number } = {}): Plan {
  const all = parties(2)
  const middle = times(bursts, (at): Burst => {
    const last = at === bursts - 1
    // Half of a burst is about one of them, so that those who want it are many.
    const main = pick(random, all)
    return times(width, (lane): Lane => {
      const about = lane < width / 2 ? main : pick(random, all)
      return times(random() < 0.2 ? 2 : 1, () => anyStep(random, about, { version: 1 + Math.round(at * 1.5), isFirst: at === 0, isLast: last }, crew))
    })
  })
  return { bursts: [sends(random, all), ...middle, looks(random, all, crew)] }
}

interface Moment {
  /** About where it may be by then. */
  readonly version: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

function anyStep(random: Random, { name, sender, recipient }: Parties, { version, isFirst, isLast }: Moment, crew: Has): PlannedStep {
  const draw = random()
  const move = (by: Who, to: Parameters<typeof change>[3]): PlannedStep => step(random, by, change(random, name, by, to, version, crew))
  if (draw < 0.32) return move(recipient, 'accepted')
  if (draw < 0.58) return move(recipient, 'blocked')
  if (draw < 0.64 && (isFirst || isLast)) return move(sender, 'cancelled')
  if (draw < 0.7 && isLast) return move(recipient, 'completed')
  if (draw < 0.73) return move(sender, 'accepted')
  if (draw < 0.82) return list(random, pick(random, [sender, recipient]), 'received')
  return step(random, pick(random, [sender, recipient]), { kind: 'get', of: name })
}

/** Many recipients' clients take the same handoff; the sender takes it back at the same time. */
export function drawAcknowledgements(random: Random, crew: Has): Plan {
  const all = parties(2)
  const takes = all.map(({ name, sender, recipient }): PlannedStep[] => [
    ...times(3 + below(random, 3), () => step(random, recipient, { kind: 'acknowledge', of: name })),
    ...(random() < 0.5 ? [step(random, sender, { kind: 'update', of: name, to: 'cancelled' })] : []),
    ...(crew.has('versions') && random() < 0.5 ? times(2, () => step(random, recipient, { kind: 'acknowledge', of: name, version: 1 })) : []),
  ])
  return { bursts: [sends(random, all), lanes(takes.flat()), looks(random, all, crew)] }
}

/** The same call by many at once, with one key: sends, then changes; some with another input. */
export function drawKeys(random: Random, crew: Has): Plan {
  const all = parties(2)
  const keyed = all.flatMap(({ name, sender }) => [
    ...times(4, () => step(random, sender, { kind: 'send', as: name, key: `${name} sent` })),
    ...(crew.has('replayed') && random() < 0.4 ? [step(random, sender, { kind: 'send', as: `${name}, otherwise`, key: `${name} sent`, variant: 1 })] : []),
  ])
  const moved = all.flatMap(({ name, recipient }): PlannedStep[] => {
    const ask: PlannedOperation = random() < 0.5 ? { kind: 'acknowledge', of: name, key: `${name} moved` } : { kind: 'update', of: name, to: 'blocked', key: `${name} moved` }
    const same = times(4, () => step(random, recipient, ask))
    return random() < 0.4 ? [...same, step(random, recipient, { kind: 'update', of: name, to: 'completed', key: `${name} moved` })] : same
  })
  const moves = crew.has('transition-keys') ? [lanes(moved)] : []
  return { bursts: [lanes(keyed), ...moves, looks(random, all, crew)] }
}
