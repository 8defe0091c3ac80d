/**
 * The guards that every route with a caller has: credentials, limit of the identity, content type and size. Only then is
 * a body read, and given to what the route does with it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from './body.ts'
import type { Admission } from './caller.ts'
import { checkContent, formBytes, formHasAccessToken, tooLarge, unsupportedMediaType } from './guards/content.ts'
import { misplacedCredentials } from './guards/credentials.ts'
import type { JudgeCredentials, Judgement } from './guards/credentials.ts'
import { RateLimit } from './rate-limit.ts'
import { refuse } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { HttpStackOptions } from './stack.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean
}

/** What a route does with a request that was let in. `bytes` is undefined where the method is not POST: no body is read then. */
export type Serve = (admission: Admission, bytes: Uint8Array | undefined) => Promise<void>

export interface IntakeOptions extends Pick<HttpStackOptions, 'limits' | 'clock' | 'denied'> {
  readonly judgeCredentials: JudgeCredentials
}

export class Intake {
  readonly #options: IntakeOptions
  readonly #calls: RateLimit

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#calls = new RateLimit(options.limits.ratePerMinute, options.clock)
  }

  /** Answers what a guard refuses, and lets `serve` answer the rest. */
  async admit(exchange: Exchange, serve: Serve): Promise<void> {
    const { request, response } = exchange
    const judgement = this.#options.judgeCredentials(request)
    if (isPolicyMissing(judgement)) this.#options.denied?.('policy_unavailable')
    if (judgement.kind === 'refused') return refuse(response, judgement.refusal)
    const { admission } = judgement
    const overused = this.checkRate(admission.caller.agentId)
    if (overused !== undefined) return refuse(response, overused)
    if (request.method !== 'POST') return serve(admission, undefined)

    const content = checkContent(request, this.#options.limits.maxBodyBytes)
    if (content.kind === 'refused') return refuse(response, content.refusal)
    const limit = content.kind === 'form' ? formBytes : this.#options.limits.maxBodyBytes
    if (exchange.expectsContinue) response.writeContinue()
    const body = await readBody(request, limit)
    if (body.kind === 'gone') return undefined
    if (content.kind === 'form') {
      const misplaced = body.kind === 'whole' && formHasAccessToken(body.bytes)
      return refuse(response, misplaced ? misplacedCredentials() : unsupportedMediaType)
    }
    if (body.kind === 'too-large') return refuse(response, tooLarge(limit))
    return serve(admission, body.bytes)
  }

  /** Uses up `count` calls of an identity, or says that they are too many. */
  checkRate(agentId: string, count = 1): Refusal | undefined {
    const seconds = this.#calls.exhausted(agentId, count)
    if (seconds === undefined) {
      this.#calls.use(agentId, count)
      return undefined
    }
    this.#options.denied?.('rate_limited')
    return {
      status: 429,
      error: 'rate_limited',
      description: `Too many calls; try again in ${seconds} s.`,
      headers: { 'retry-after': String(seconds) },
    }
  }
}

function isPolicyMissing(judgement: Judgement): boolean {
  return judgement.kind === 'refused' && judgement.refusal.error === 'policy_unavailable'
}
