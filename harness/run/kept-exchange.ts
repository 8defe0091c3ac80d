/**
 * An exchange as it is kept until somebody wants to see it: without what is large in it, and not rendered. What is shown
 * holds no credentials but by the names of variables.
 */
import { readBody } from '../evidence/shown/body.ts'
import type { KeptBody } from '../evidence/shown/body.ts'
import { curlLine } from '../evidence/shown/curl.ts'
import { handedOver } from '../evidence/shown/message-lines.ts'
import { answerLines, keptBody, keptReaction, reactionLines } from '../evidence/shown/reaction.ts'
import { requestLines } from '../evidence/shown/request.ts'
import type { KeptRequest } from '../evidence/shown/request.ts'
import { cutInput, inputLines } from '../evidence/shown/stdin.ts'
import { holdsPart } from '../evidence/shown/tokens.ts'
import type { KnownToken } from '../evidence/shown/tokens.ts'
import type { JsonObject } from '../wire/json.ts'
import type { HttpRequest } from '../wire/message.ts'
import type { ShownExchange } from './outcome.ts'
import type { SeenExchange } from './seen-exchange.ts'

/** Who renders: where the target is, and whose tokens are known by a name. */
export interface Scribe {
  readonly origin: URL
  readonly known: readonly KnownToken[]
  /** The variables that a user can set. */
  readonly inShell: ReadonlySet<string>
}

export interface KeptExchange {
  /** @param named Fields that are spoken of: each is shown, or said not to be there. */
  show(scribe: Scribe, named: readonly string[]): Omit<ShownExchange, 'input'>
  /** Whether any part of those tokens may have been in what was sent; true where it is not known as a whole. */
  mayCarry(known: readonly KnownToken[]): boolean
}

/** Of many messages the last ones say what it came to. */
const lastMessages = 3

export function keepExchange(seen: SeenExchange): KeptExchange {
  return seen.kind === 'http' ? keepHttp(seen) : keepStdio(seen)
}

function keepHttp({ request, control, reaction, messages }: Extract<SeenExchange, { kind: 'http' }>): KeptExchange {
  const sent = typeof request === 'function' ? () => whole(request()) : cutRequest(request)
  const twin = cutRequest(control)
  const came = keptReaction(reaction)
  return {
    mayCarry(known) {
      const given = sent()
      if (given === undefined || given.kept.body.length > given.kept.body.bytes.length) return true
      const { target, headers, body } = given.kept
      return [target, Buffer.from(body.bytes).toString('latin1'), ...headers.flat()].flatMap((text) => [text, unescaped(text)]).some((text) => holdsPart(text, known) || known.some(({ token }) => text.includes(token)))
    },
    show({ origin, known, inShell }, named) {
      const given = sent()
      const handed = (): readonly string[] => (given === undefined ? [] : handedOver(messageIn(given.kept.body)))
      const onStream = messages?.().slice(-lastMessages)
      const received = [
        ...reactionLines(came, handed, known, { named, open: onStream !== undefined }),
        ...(onStream ?? []).flatMap((message) => answerLines(message, handed, known)).map((line) => `  ${line}`),
        ...(onStream?.length === 0 ? ['  nothing on it'] : []),
      ]
      if (given === undefined) return { sent: [{ text: 'bytes of the case itself' }], received }
      const { kept } = given
      const curl = kept.body.length > kept.body.bytes.length ? undefined : curlLine(origin, given.request, known)
      const usable = curl !== undefined && known.every(({ variable }) => inShell.has(variable) || !curl.includes(`$${variable}`))
      return { sent: requestLines(kept, twin()?.kept, known), received, ...(usable ? { curl } : {}) }
    },
  }
}

/** Without percent-encoding of what a token is made of. */
function unescaped(text: string): string {
  return text.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A request, and what is kept of it. */
interface Given {
  readonly request: HttpRequest
  readonly kept: KeptRequest
}

function whole(request: HttpRequest): Given {
  const { method, target, headers, body } = request
  return { request, kept: { method, target, headers, body: keptBody(body) } }
}

/** A request whose body is cut at once, so that it does not outlive the exchange. */
function cutRequest(request: HttpRequest | undefined): () => Given | undefined {
  if (request === undefined) return () => undefined
  const { kept } = whole(request)
  return always({ request: kept.body.length > kept.body.bytes.length ? { ...request, body: kept.body.bytes } : request, kept })
}

function messageIn(body: KeptBody): unknown {
  const content = readBody(body)
  return content.kind === 'message' ? content.value : undefined
}

function keepStdio({ sent, received, missing = 'nothing' }: Extract<SeenExchange, { kind: 'stdio' }>): KeptExchange {
  const input = typeof sent === 'function' ? () => cutInput(sent()) : always(cutInput(sent))
  const messages: () => readonly JsonObject[] = typeof received === 'function' ? received : always(received.slice(-lastMessages))
  return {
    mayCarry: () => true,
    show({ known }) {
      const written = input()
      const answers = messages().slice(-lastMessages).flatMap((message) => answerLines(message, () => handedOver(messageIn(written.body)), known))
      return { sent: inputLines(written, known), received: answers.length > 0 ? answers : [typeof missing === 'string' ? missing : missing()] }
    },
  }
}

/** Holds on to nothing but the value. */
function always<Value>(value: Value): () => Value {
  return () => value
}
