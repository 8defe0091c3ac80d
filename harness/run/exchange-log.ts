/**
 * What a case has sent and received, so that an observation that does not hold is shown with the exchange that it is
 * about: the one that its subject came from, else the last ones of the same part of the case. Nothing is rendered before
 * somebody wants to see it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { namedFields } from '../evidence/shown/named-fields.ts'
import { named, variableOf, withoutParts } from '../evidence/shown/tokens.ts'
import type { KnownToken } from '../evidence/shown/tokens.ts'
import type { Identity } from '../fixture/driver.ts'
import { weight } from './judge.ts'
import { keepExchange, type KeptExchange, type Scribe } from './kept-exchange.ts'
import type { Observation, ShownExchange } from './outcome.ts'
import type { Level } from './requirement.ts'
import { exchangesOf, remember, type SeenExchange } from './seen-exchange.ts'

export interface ExchangeLog {
  /** Somebody whose token has a name from now on. */
  knows(identity: Identity): void
  /** Where an exchange that begins now will stand among the others. */
  begun(): number
  /**
   * An exchange that is over, or of which more may come.
   * @param gave What the case was given of it.
   * @param begun When it began, where that was earlier.
   */
  note(seen: SeenExchange, gave?: readonly object[], begun?: number): void
  /** Does a part of the case, whose exchanges no other part takes for its own. */
  part<Result>(work: () => Promise<Result>): Promise<Result>
  /** Does what is no exchange of the case: a control, or how a peer does what it is asked. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>
  /** Any observation: what was sent before it was for this input. */
  observed(input: string): void
  /**
   * An observation that does not hold, before `observed`.
   * @param about What an exchange gave, several such things, or the exchange itself.
   * @param ownDoing False where it came of what others have sent, so that no exchange of this case can be meant. Default: true.
   */
  violated(observation: Omit<Observation, 'ok' | 'requirement'>, about?: SeenExchange | object, ownDoing?: boolean): void
  /** Whether a token that has a name may have been in what was sent for it; true where nothing says what that was. */
  mayCarry(about: SeenExchange | object | undefined): boolean
  /** Of the inputs that did not hold, a few, the worst first; it changes as more is seen. */
  readonly shown: readonly ShownExchange[]
}

export interface ExchangeLogOptions {
  readonly origin: URL
  /** Those whose credentials the user has, and can put into an environment. */
  readonly identities: readonly (Identity | undefined)[]
}

/** Inputs of one case that are shown; those after them fail alike. */
const maxInputs = 3
/** Where nothing says which exchange it was, the first and the last for the same input tell how it came to it. */
const lastKept = 6

interface Noted {
  readonly begun: number
  readonly exchange: KeptExchange
}

/** A part of a case, with the last exchanges of it and of the parts within it, in the order in which they began. */
interface Part {
  readonly log: object
  /** Undefined where nobody else sees its exchanges. */
  readonly whole: Part | undefined
  recent: readonly Noted[]
  /** The last input that was observed, and what began before that of an earlier one was. */
  observed: { readonly input: string | undefined; readonly since: number; readonly until: number }
}

interface Chosen {
  readonly input: string
  readonly level: Level
  readonly exchanges: readonly ShownExchange[]
}

const parts = new AsyncLocalStorage<Part>()

export function createExchangeLog({ origin, identities }: ExchangeLogOptions): ExchangeLog {
  const known: KnownToken[] = []
  const knows = ({ name, token }: Identity): void => {
    if (token === '' || known.some((each) => each.token === token)) return
    const same = known.filter(({ variable }) => variable.startsWith(variableOf(name).slice(0, -'_TOKEN'.length))).length
    known.push({ variable: variableOf(same === 0 ? name : `${name}_${same + 1}`), token })
  }
  for (const identity of identities) if (identity !== undefined) knows(identity)
  const scribe: Scribe = { origin, known, inShell: new Set(known.map(({ variable }) => variable)) }
  const self = {}
  const partOf = (whole: Part | undefined): Part => ({ log: self, whole, recent: [], observed: { input: undefined, since: 0, until: 0 } })
  const root = partOf(undefined)
  let count = 0
  const shown: ShownExchange[] = []
  let chosen: readonly Chosen[] = []
  /** Undefined where another case asks for what this one has opened. */
  const current = (): Part | undefined => {
    const part = parts.getStore() ?? root
    return part.log === self ? part : undefined
  }
  const within = async <Result>(whole: Part | undefined, work: () => Promise<Result>): Promise<Result> => parts.run(partOf(whole), work)
  const behind = (about: SeenExchange | object): readonly KeptExchange[] => (isSeen(about) ? [keepExchange(about)] : exchangesOf(about))
  return {
    shown,
    knows,
    begun: () => count++,
    note(seen, gave = [], begun = count++) {
      const noted: Noted = { begun, exchange: remember(seen, ...gave) }
      for (let part = current(); part !== undefined; part = part.whole) part.recent = [...part.recent, noted].toSorted((one, other) => one.begun - other.begun).slice(-lastKept)
    },
    observed(input) {
      for (let part = current(); part !== undefined; part = part.whole) {
        const { observed } = part
        part.observed = { input, since: observed.input === input ? observed.since : observed.until, until: count }
      }
    },
    part: async (work) => within(current() ?? root, work),
    apart: async (work) => within(undefined, work),
    mayCarry(about) {
      const exchanges = about === undefined ? [] : behind(about)
      return exchanges.length === 0 || exchanges.some((each) => each.mayCarry(known))
    },
    violated({ input = '', level, expected, actual }, about, ownDoing = true) {
      const same = chosen.find((each) => each.input === input)
      const least = chosen.length < maxInputs ? undefined : chosen.at(-1)
      const before = same ?? least
      if (before !== undefined && weight[before.level] >= weight[level]) return
      const own = about === undefined ? [] : behind(about)
      const exchanges = own.length > 0 || !ownDoing ? own : lastOf(current(), input)
      if (exchanges.length === 0) return
      const fields = namedFields(expected, actual)
      const rendered = exchanges.map((each): ShownExchange => ({ input, ...withoutTokens(each.show(scribe, fields), known), ...(own.length > 0 ? {} : { unsure: true }) }))
      chosen = [...chosen.filter((each) => each !== before), { input, level, exchanges: rendered }].toSorted((one, other) => weight[other.level] - weight[one.level])
      shown.splice(0, shown.length, ...chosen.flatMap((each) => each.exchanges))
    },
  }
}

function isSeen(about: SeenExchange | object): about is SeenExchange {
  return 'kind' in about && ((about.kind === 'http' && 'request' in about) || (about.kind === 'stdio' && 'sent' in about))
}

/**
 * What was sent for the input: since another one was observed, the first and the last. A part that has sent nothing
 * speaks of what came before it.
 */
function lastOf(part: Part | undefined, input: string): readonly KeptExchange[] {
  let from = part
  while (from !== undefined && from.recent.length === 0) from = from.whole
  if (from === undefined) return []
  const { recent, observed } = from
  const since = observed.input === input ? observed.since : observed.until
  const own = recent.filter(({ begun }) => begun >= since)
  const [first, ...rest] = own.length > 0 ? own : recent.slice(-1)
  return [first, rest.at(-1)].flatMap((noted) => (noted === undefined ? [] : [noted.exchange]))
}

/** Whatever a line says, and wherever its text comes from. */
function withoutTokens({ sent, received, ...rest }: Omit<ShownExchange, 'input'>, known: readonly KnownToken[]): Omit<ShownExchange, 'input'> {
  return { sent: sent.map((line) => ({ ...line, text: withoutParts(named(line.text, known), known) })), received: received.map((line) => withoutParts(named(line, known), known)), ...rest }
}
