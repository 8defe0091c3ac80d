/**
 * What a case has sent and received last, so that an observation that does not hold can be shown with its exchange.
 * Nothing is rendered before that, bodies are cut when they are kept, and all of it goes with the case.
 */
import { maxBodyBytes, readBody } from '../evidence/shown/body.ts'
import type { KeptBody } from '../evidence/shown/body.ts'
import { curlLine } from '../evidence/shown/curl.ts'
import { handedOver, messageLines } from '../evidence/shown/message-lines.ts'
import { answerLines, keptBody, keptReaction, reactionLines } from '../evidence/shown/reaction.ts'
import { requestLines } from '../evidence/shown/request.ts'
import type { KeptRequest } from '../evidence/shown/request.ts'
import { named, variableOf, withoutParts } from '../evidence/shown/tokens.ts'
import type { KnownToken } from '../evidence/shown/tokens.ts'
import type { Identity } from '../fixture/driver.ts'
import type { JsonObject } from '../wire/json.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import type { Observation, ShownExchange, ShownLine } from './outcome.ts'

/** One exchange that a case has seen. What is given as a function is only built when somebody wants to see it. */
export type SeenExchange =
  | { readonly kind: 'http'; readonly request: HttpRequest | (() => HttpRequest) | undefined; readonly control?: HttpRequest; readonly reaction: Reaction }
  | { readonly kind: 'stdio'; readonly sent: string | Uint8Array | (() => string); readonly received: readonly JsonObject[]; readonly missing?: string }

export interface ExchangeLog {
  /** Somebody whose token has a name from now on. */
  knows(identity: Identity): void
  /** An exchange that is over; only the last few are kept. */
  note(seen: SeenExchange): void
  /**
   * Renders the exchange of an observation that does not hold: the one that is given or that the reaction belongs to,
   * else the last ones before it.
   */
  violated(observation: Pick<Observation, 'input'>, cause?: SeenExchange | Reaction): void
  /** For the first few inputs that did not hold. */
  readonly shown: readonly ShownExchange[]
}

export interface ExchangeLogOptions {
  readonly origin: URL
  /** Those whose credentials the user has, and can put into an environment. */
  readonly identities: readonly (Identity | undefined)[]
}

/** Inputs of one case that are shown; those after them fail alike. */
const maxInputs = 3
/** Where nothing says which exchange it was, the last of them tell how it came to it. */
const lastShown = 2

/** An exchange without what is large in it. */
interface Kept {
  /** To know it again by; undefined where it would keep a large body alive. */
  readonly reaction: Reaction | undefined
  readonly show: () => Omit<ShownExchange, 'input'>
}

export function createExchangeLog({ origin, identities }: ExchangeLogOptions): ExchangeLog {
  const known: KnownToken[] = []
  const knows = ({ name, token }: Identity): void => {
    if (token === '' || known.some((each) => each.token === token)) return
    const same = known.filter(({ variable }) => variable.startsWith(variableOf(name).slice(0, -'_TOKEN'.length))).length
    known.push({ variable: variableOf(same === 0 ? name : `${name}_${same + 1}`), token })
  }
  for (const identity of identities) if (identity !== undefined) knows(identity)
  const scribe: Scribe = { origin, known, inShell: new Set(known.map(({ variable }) => variable)) }
  const shown: ShownExchange[] = []
  const inputs = new Set<string>()
  let recent: Kept[] = []
  const chosenFor = (cause: SeenExchange | Reaction | undefined): readonly Kept[] => {
    if (cause === undefined) return recent
    if (cause.kind === 'http' || cause.kind === 'stdio') return [keep(cause, scribe)]
    const own = recent.find(({ reaction }) => reaction === cause)
    return own === undefined ? recent.slice(-1) : [own]
  }
  return {
    shown,
    knows,
    note(seen) {
      recent = [...recent.slice(1 - lastShown), keep(seen, scribe)]
    },
    violated({ input = '' }, cause) {
      if (inputs.has(input) || inputs.size === maxInputs) return
      const chosen = chosenFor(cause)
      if (chosen.length === 0) return
      inputs.add(input)
      shown.push(...chosen.map(({ show }) => ({ input, ...withoutTokens(show(), known) })))
    },
  }
}

/** Whatever a line says, and wherever its text comes from. */
function withoutTokens({ sent, received, ...rest }: Omit<ShownExchange, 'input'>, known: readonly KnownToken[]): Omit<ShownExchange, 'input'> {
  return { sent: sent.map((line) => ({ ...line, text: withoutParts(named(line.text, known), known) })), received: received.map((line) => withoutParts(named(line, known), known)), ...rest }
}

interface Scribe {
  readonly origin: URL
  readonly known: readonly KnownToken[]
  /** The variables that a user can set. */
  readonly inShell: ReadonlySet<string>
}

function keep(seen: SeenExchange, scribe: Scribe): Kept {
  return seen.kind === 'http' ? keepHttp(seen, scribe) : keepStdio(seen, scribe)
}

function keepHttp({ request, control, reaction }: Extract<SeenExchange, { kind: 'http' }>, { origin, known, inShell }: Scribe): Kept {
  const sent = typeof request === 'function' ? request : kept(request)
  const twin = kept(control)
  const came = keptReaction(reaction)
  return {
    reaction: came.kind === 'response' && came.body.length > maxBodyBytes ? undefined : reaction,
    show() {
      const whole = sent()
      if (whole === undefined) return { sent: [{ text: 'bytes of the case itself' }], received: reactionLines(came, () => [], known) }
      const faulty = keptRequest(whole)
      const before = twin()
      const curl = faulty.body.length > faulty.body.bytes.length ? undefined : curlLine(origin, whole, known)
      const usable = curl !== undefined && known.every(({ variable }) => inShell.has(variable) || !curl.includes(`$${variable}`))
      return {
        sent: requestLines(faulty, before === undefined ? undefined : keptRequest(before), known),
        received: reactionLines(came, () => handedOver(messageIn(faulty.body)), known),
        ...(usable ? { curl } : {}),
      }
    },
  }
}

/** A request whose body is cut at once, with one byte more than is looked into, so that it counts as long. */
function kept(request: HttpRequest | undefined): () => HttpRequest | undefined {
  const body = request?.body
  if (request === undefined || body === undefined || body.length <= maxBodyBytes) return () => request
  const small = { ...request, body: body.slice(0, maxBodyBytes + 1) }
  return () => small
}

function keptRequest({ method, target, headers, body }: HttpRequest): KeptRequest {
  return { method, target, headers, body: keptBody(body) }
}

function messageIn(body: KeptBody): unknown {
  const content = readBody(body)
  return content.kind === 'message' ? content.value : undefined
}

function keepStdio({ sent, received, missing }: Extract<SeenExchange, { kind: 'stdio' }>, { known }: Scribe): Kept {
  const line = typeof sent === 'function' ? sent : cutLine(sent)
  const body = (): KeptBody => keptBody(Buffer.from(line() as string))
  const answers = received.slice(-3).flatMap((message) => answerLines(message, () => handedOver(messageIn(body())), known))
  return { reaction: undefined, show: () => ({ sent: stdioLines(body(), known), received: answers.length === 0 ? [missing ?? 'nothing'] : answers }) }
}

function cutLine(text: string | Uint8Array): () => string | Uint8Array {
  const small = text.length > maxBodyBytes ? text.slice(0, maxBodyBytes + 1) : text
  return () => small
}

function stdioLines(body: KeptBody, known: readonly KnownToken[]): ShownLine[] {
  const value = messageIn(body)
  const size = body.length > maxBodyBytes ? `more than ${maxBodyBytes} bytes` : `${body.length} bytes`
  const head = { text: `a line of ${size} on stdin${value === undefined ? ', which is not taken apart' : ''}` }
  return value === undefined ? [head] : [head, ...messageLines(value).map(({ text }) => ({ text: `  ${named(text, known)}` }))]
}
