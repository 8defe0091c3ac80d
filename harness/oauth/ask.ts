/** One exchange with an authorization server, or for metadata: on the wire of every other exchange, with its caps, and nothing followed. */
import { createWire } from '../wire/client.ts'
import { elsewhere, namesLoopback } from '../wire/loopback.ts'
import { isJsonObject, readJson } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import { requireSecure } from './addresses.ts'
import type { OAuthRules } from './addresses.ts'

/** Metadata and answers with tokens are small. */
const maxBodyBytes = 256 * 1024
const defaultTimeoutMs = 10_000

export type Answer =
  | { readonly kind: 'object'; readonly status: number; readonly value: JsonObject }
  /** A response that is no JSON object; `what` says what it is, in words that hold nothing of it. */
  | { readonly kind: 'other'; readonly what: string }
  /** No response: there is nothing more to be asked of that server. */
  | { readonly kind: 'none'; readonly what: string; readonly certificate: boolean }

/** @throws HarnessError as `requireSecure` does. */
export async function ask(url: URL, request: Omit<HttpRequest, 'target'>, rules: OAuthRules, what: string): Promise<Answer> {
  return read(await exchange(url, request, rules, what))
}

/** The same, as it came. */
export async function exchange(url: URL, request: Omit<HttpRequest, 'target'>, rules: OAuthRules, what: string): Promise<Reaction> {
  await requireSecure(url, rules, what)
  // Without TLS nothing tells who is there, so that it must be this machine when the socket is opened.
  const wire = createWire({ origin: url, limits: { timeoutMs: rules.timeoutMs ?? defaultTimeoutMs, maxBodyBytes }, allowRemote: rules.allowRemote && url.protocol === 'https:' && !namesLoopback(url) })
  return wire.send({ ...request, target: url.pathname + url.search })
}

function read(reaction: Reaction): Answer {
  const none = (what: string, certificate = false): Answer => ({ kind: 'none', what, certificate })
  switch (reaction.kind) {
    case 'unreachable': {
      if (reaction.detail === elsewhere) return none(`cannot be reached: ${elsewhere}`)
      const code = /^[A-Z][A-Z0-9_]+$/.test(reaction.detail) ? ` (${reaction.detail})` : ''
      return none(`cannot be reached${code}`, /CERT|VERIFY|SELF_SIGNED/.test(code))
    }
    case 'timeout':
      return none(`gives no complete answer within ${reaction.afterMs} ms`)
    case 'closed':
      return none('ends the connection before its answer is complete')
    case 'malformed':
      return none('answers with something that is no HTTP response, or past a limit')
    case 'response': {
      const { status, body, truncated } = reaction.response
      if (status >= 300 && status < 400) return { kind: 'other', what: `answers with a redirect (status ${status}), which is not followed` }
      if (truncated) return { kind: 'other', what: `answers with status ${status} and more than ${maxBodyBytes} bytes, or not to the end` }
      const json = readJson(body)
      return json.ok && isJsonObject(json.value) ? { kind: 'object', status, value: json.value } : { kind: 'other', what: `answers with status ${status} and ${isPage(body) ? htmlPage : 'no JSON object'}` }
    }
  }
}

/** What a server for people gives, whatever it is asked for. */
export const htmlPage = 'an HTML page'

const isPage = (body: Uint8Array): boolean => /^\s*<(?:!doctype html|html|head|body)\b/i.test(new TextDecoder().decode(body.subarray(0, 512)))

/** How to mend it that there was no response. */
export function remedyFor({ certificate }: Extract<Answer, { kind: 'none' }>, what: string): string {
  return certificate ? 'Name the authority of its certificate in a file of PEM with the environment variable NODE_EXTRA_CA_CERTS.' : `Start ${what}, or correct its address under auth.oauth.issuer of the target file.`
}
