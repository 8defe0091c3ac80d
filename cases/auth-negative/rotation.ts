/** Many requests around the instant of a rotation: none that was sent after it was acknowledged may be served. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { isFulfilled, isServed } from './reactions.ts'

const requirement = 'mcp-authorization.invalid-token-401'
const callers = 8
const requestsAfter = 6

interface Sent {
  /** On the monotonic clock, in ms, before the first byte was written. */
  readonly at: number
  readonly served: boolean
  readonly reaction: Reaction
}

const concurrentRotation: Case = authCase({
  id: 'auth.concurrent-rotation',
  title: 'No request that was sent after a rotation is served with the old token',
  requirements: [requirement, 'hardening.valid-until-expiry'],
  needs: ['issueToken', 'rotate'],
  fixture: 'own',
  explain: {
    sends: 'Requests with one token from eight callers at once, without a pause, while that token is rotated.',
    expects: 'None that was sent after the rotation was acknowledged is served; the new token is.',
    why: 'An acknowledged rotation is a promise; a cache or a second worker that lags behind breaks it just when it matters.',
    failure: 'The old snapshot is used for some time after the answer, or one of several workers has not heard of it.',
    fix: 'Acknowledge the rotation only once no request can be authenticated with the old snapshot any more.',
  },
  async scenario(context: CaseContext) {
    const identity = await context.fixture.issueToken({ expiresInMs: 3_600_000 })
    await context.control(identity)
    const { sent, acknowledgedAt, renewed } = await race(context, identity)
    const before = sent.filter(({ at, served }) => at < acknowledgedAt && served).length
    const after = sent.filter(({ at }) => at > acknowledgedAt)
    if (before === 0) context.inconclusive('no request was served before the rotation')
    const late = after.filter(({ served }) => served)
    context.observe({
      requirement,
      ok: late.length === 0,
      expected: 'none that was sent after the acknowledgement is served',
      actual: `${late.length} of ${after.length} served after it`,
    }, late.slice(0, 1).map(({ reaction }) => reaction))
    const fresh = await context.wire.send(context.request(renewed))
    context.observe({
      requirement: 'hardening.valid-until-expiry', input: 'the new token', ok: isFulfilled(fresh), expected: 'served', actual: isFulfilled(fresh) ? 'served' : 'refused',
    }, fresh)
  },
})

async function race(context: CaseContext, identity: Identity): Promise<{ sent: Sent[]; acknowledgedAt: number; renewed: Identity }> {
  const sent: Sent[] = []
  let acknowledgedAt = Number.POSITIVE_INFINITY
  const call = async (): Promise<void> => {
    let left = requestsAfter
    while (left > 0 && !context.signal.aborted) {
      const at = performance.now()
      if (at > acknowledgedAt) left -= 1
      const reaction = await context.wire.send(context.request(identity))
      sent.push({ at, served: isServed(reaction), reaction })
      if (reaction.kind === 'unreachable') return
    }
  }
  const calls = Array.from({ length: callers }, call)
  try {
    // The race has begun once a request was answered.
    while (sent.length < callers && !context.signal.aborted) await context.control(identity)
    const renewed = await context.fixture.rotate(identity)
    acknowledgedAt = performance.now()
    await Promise.all(calls)
    return { sent, acknowledgedAt, renewed }
  } finally {
    acknowledgedAt = Math.min(acknowledgedAt, performance.now())
    await Promise.allSettled(calls)
  }
}

export const rotationCases: readonly Case[] = [concurrentRotation]
