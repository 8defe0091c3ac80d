/** Tokens that were good and are taken away: from the next request on, on every connection, nothing is served. */
import type { Ability, Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext, Expectation, Explanation } from '../../harness/run/case.ts'
import type { OpenStream } from '../../harness/wire/wire.ts'
import { authCase } from './define.ts'
import { requirementsOf, withInvalidToken } from './expectations.ts'
import { exchange, onConnection } from './kept-alive.ts'
import { isLive, messagesWithin, openStream } from './open-stream.ts'
import { describe, isFulfilled } from './reactions.ts'

/** How long a stream is watched, before and after its token is void, and how long what was on its way may arrive; in ms. */
const watchMs = 1_000
const onItsWayMs = 250

interface Revocation {
  readonly id: string
  readonly title: string
  readonly needs: readonly Ability[]
  readonly explain: Explanation
  /** Takes the token away; gives back the new one where there is one. */
  readonly act: (context: CaseContext, identity: Identity) => Promise<Identity | undefined>
}

function revocationCase({ act, ...given }: Revocation): Case {
  return authCase({
    ...given,
    requirements: [...requirementsOf(...withInvalidToken), 'hardening.stream-ends', 'hardening.valid-until-expiry'],
    fixture: 'own',
    async scenario(context: CaseContext) {
      const identity = await context.fixture.issueToken({ expiresInMs: 3_600_000 })
      await context.control(identity)
      const stream = await openStream(context, identity)
      try {
        const live = typeof stream === 'string' || await isLive(stream, watchMs) ? stream : 'no event came on it before'
        await observe(context, identity, live, async () => act(context, identity))
      } finally {
        if (typeof stream !== 'string') stream.close()
      }
    },
  })
}

async function observe(context: CaseContext, identity: Identity, stream: OpenStream | string, act: () => Promise<Identity | undefined>): Promise<void> {
  await onConnection(context, async (connection) => {
    const before = await exchange(connection, context.request(identity))
    if (!isFulfilled(before)) context.inconclusive(`the token was not served before it was taken away: ${describe(before)}`)
    const renewed = await act()
    const next = await context.wire.send(context.request(identity))
    for (const expected of withInvalidToken) context.expect(noting(expected, stream), next, 'the next request')
    const kept = await exchange(connection, context.request(identity))
    // A server may close the connections of a void token instead of answering on them.
    if (kept.kind !== 'closed') for (const expected of withInvalidToken) context.expect(expected, kept, 'on the connection kept alive')
    if (renewed !== undefined) await observeRenewed(context, renewed)
  })
  if (typeof stream === 'string') return
  await messagesWithin(stream, onItsWayMs)
  const messages = await messagesWithin(stream, watchMs)
  context.observe({
    requirement: 'hardening.stream-ends',
    input: 'the open stream',
    ok: messages === 0,
    expected: 'no more events',
    actual: messages === 0 ? 'no more events' : `${messages} more events`,
  }, stream)
}

/** Says with what was seen that there was no stream to look at: a part that was not tested must not read as a pass. */
function noting(expected: Expectation, stream: OpenStream | string): Expectation {
  if (typeof stream !== 'string' || expected !== withInvalidToken[0]) return expected
  return {
    ...expected,
    check(reaction) {
      const { ok, actual } = expected.check(reaction)
      return { ok, actual: `${actual} (an open stream was not tested: ${stream})` }
    },
  }
}

async function observeRenewed(context: CaseContext, renewed: Identity): Promise<void> {
  const reaction = await context.wire.send(context.request(renewed))
  context.observe({
    requirement: 'hardening.valid-until-expiry',
    input: 'the new token',
    ok: isFulfilled(reaction),
    expected: 'the new token is served',
    actual: isFulfilled(reaction) ? 'served' : describe(reaction),
  }, reaction)
}

const disabled = revocationCase({
  id: 'auth.disabled-identity',
  title: 'The token of a disabled identity is refused at once',
  needs: ['issueToken', 'disable'],
  explain: {
    sends: 'The token of an identity that has just been disabled: on a fresh connection, on one kept alive since before, and on an open stream.',
    expects: 'Status 401 with invalid_token from the next request on, and no more events on the stream.',
    why: 'Whoever turns an agent off does so because it must stop now.',
    failure: 'The registry is read at start only, a decision is cached for a token or a connection, or enabled is not looked at.',
    fix: 'Authenticate every request against the current registry, and end the streams of identities that are gone.',
  },
  async act({ fixture }, identity) {
    await fixture.disable(identity)
    return undefined
  },
})

const revoked = revocationCase({
  id: 'auth.revoked-token',
  title: 'A revoked token is refused at once',
  needs: ['issueToken', 'revoke'],
  explain: {
    sends: 'A token that has just been revoked: on a fresh connection, on one kept alive since before, and on an open stream.',
    expects: 'Status 401 with invalid_token from the next request on, and no more events on the stream.',
    why: 'A token is revoked because somebody else may hold it.',
    failure: 'Decisions are cached, or a missing hash counts as a match.',
    fix: 'Authenticate every request against the current registry, and let an absent hash match nothing.',
  },
  async act({ fixture }, identity) {
    await fixture.revoke(identity)
    return undefined
  },
})

const rotated = revocationCase({
  id: 'auth.rotated-token',
  title: 'The old token is refused at once after a rotation',
  needs: ['issueToken', 'rotate'],
  explain: {
    sends: 'The old token right after a rotation: on a fresh connection, on one kept alive since before, and on an open stream; and the new token.',
    expects: 'Status 401 with invalid_token for the old one from the next request on, no more events on its stream, and the new one is served.',
    why: 'A rotation that leaves the old token good for a while rotates nothing.',
    failure: 'Both hashes are kept, or the old decision is cached.',
    fix: 'Replace the hash in one atomic write, and authenticate every request against the current registry.',
  },
  act: async ({ fixture }, identity) => fixture.rotate(identity),
})

export const revocationCases: readonly Case[] = [disabled, revoked, rotated]
