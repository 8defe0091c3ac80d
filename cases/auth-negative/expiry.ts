/** The expiry of a token: already past, passing between two requests, and its exact instant. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { expectation, requirementsOf, servedUnder, withInvalidToken } from './expectations.ts'
import { exchange, onConnection } from './kept-alive.ts'
import { describe, isFulfilled, statusOf } from './reactions.ts'
import { waitMs } from './waiting.ts'

/** A life that real time can wait for, and one for a clock that the case sets, in ms. */
const shortLifeMs = 3_000
const longLifeMs = 60_000

const expiredToken: Case = authCase({
  id: 'auth.expired-token',
  title: 'An expired token is refused',
  requirements: requirementsOf(...withInvalidToken),
  needs: ['issueToken'],
  fixture: 'own',
  explain: {
    sends: 'A token that expired one second ago, and one that expires between two requests on the same connection.',
    expects: 'Status 401 with a Bearer challenge whose error is invalid_token; before its expiry the second token is served.',
    why: 'An expiry that is not checked at every request is no limit for whoever stole the token.',
    failure: 'The expiry is stored and never read, read once for a connection, or compared in the wrong unit.',
    fix: 'Compare the expiry with the clock at every request, in one unit.',
  },
  async scenario(context: CaseContext) {
    const past = await context.fixture.issueToken({ expiresInMs: -1_000 })
    const reaction = await context.wire.send(context.request(past))
    for (const expected of withInvalidToken) context.expect(expected, reaction, 'expired one second ago')
    await expireBetween(context)
  },
})

async function expireBetween(context: CaseContext): Promise<void> {
  const clock = context.fixture.abilities.has('setClock')
  const lifeMs = clock ? longLifeMs : shortLifeMs
  const issued = Date.now()
  if (clock) await context.fixture.setClock(issued)
  try {
    const identity = await context.fixture.issueToken({ expiresInMs: lifeMs })
    await onConnection(context, async (connection) => {
      const before = await exchange(connection, context.request(identity))
      if (!isFulfilled(before)) context.inconclusive(`the token was not served before its expiry: ${describe(before)}`)
      if (clock) await context.fixture.setClock(issued + lifeMs + 1_000)
      else await waitMs(issued + lifeMs + 2_000 - Date.now(), context.signal)
      const after = await afterVoid(context, connection.closed ? undefined : await exchange(connection, context.request(identity)), identity)
      for (const expected of withInvalidToken) context.expect(expected, after, 'expired between two requests')
    })
  } finally {
    if (clock) await context.fixture.setClock(undefined)
  }
}

/** A server may close idle connections; the same request on a fresh one then has to be refused. */
async function afterVoid(context: CaseContext, reaction: Reaction | undefined, identity: Identity): Promise<Reaction> {
  return reaction === undefined || reaction.kind === 'closed' ? context.wire.send(context.request(identity)) : reaction
}

const servedBefore = servedUnder('hardening.valid-until-expiry')
const refusedAt = expectation('hardening.valid-until-expiry', 'status 401 from the instant of its expiry on', (reaction) => statusOf(reaction) === 401)

const boundaryExpiry: Case = authCase({
  id: 'auth.boundary-expiry',
  title: 'A token is good in its last second and void in the next',
  requirements: [...requirementsOf(...withInvalidToken), 'hardening.valid-until-expiry'],
  needs: ['issueToken'],
  fixture: 'own',
  explain: {
    sends: 'One token in the last second before its declared expiry, at that instant where the clock can be set, and one second after it.',
    expects: 'Served before, refused with 401 from the expiry on.',
    why: 'The expiry that is declared must be the one that is kept, or callers renew too late and thieves keep what they stole.',
    failure: 'A tolerance for clock skew is added on the wrong side, seconds are rounded, or the comparison is off by one.',
    fix: 'Accept while now is before the expiry, with both in milliseconds, and refuse from then on.',
  },
  async scenario(context: CaseContext) {
    if (context.fixture.abilities.has('setClock')) await bySetClock(context)
    else await byRealTime(context)
  },
})

async function bySetClock(context: CaseContext): Promise<void> {
  const issued = Math.ceil(Date.now() / 1_000) * 1_000
  const at = async (ms: number, identity: Identity): Promise<Reaction> => {
    await context.fixture.setClock(issued + ms)
    return context.wire.send(context.request(identity))
  }
  await context.fixture.setClock(issued)
  try {
    const identity = await context.fixture.issueToken({ expiresInMs: longLifeMs })
    context.expect(servedBefore, await at(longLifeMs - 1_000, identity), 'one second before')
    context.expect(servedBefore, await at(longLifeMs - 1, identity), 'one millisecond before')
    context.expect(refusedAt, await at(longLifeMs, identity), 'at the instant')
    const after = await at(longLifeMs + 1_000, identity)
    for (const expected of withInvalidToken) context.expect(expected, after, 'one second after')
  } finally {
    await context.fixture.setClock(undefined)
  }
}

/** The expiry counts from somewhere between the call and its answer, so a margin is left on both sides. */
async function byRealTime(context: CaseContext): Promise<void> {
  const called = Date.now()
  const identity = await context.fixture.issueToken({ expiresInMs: shortLifeMs })
  const answered = Date.now()
  await waitMs(called + shortLifeMs - 1_000 - Date.now(), context.signal)
  const before = await context.wire.send(context.request(identity))
  if (Date.now() < called + shortLifeMs) context.expect(servedBefore, before, 'in its last second')
  await waitMs(answered + shortLifeMs + 1_000 - Date.now(), context.signal)
  const after = await context.wire.send(context.request(identity))
  for (const expected of withInvalidToken) context.expect(expected, after, 'one second after')
}

export const expiryCases: readonly Case[] = [expiredToken, boundaryExpiry]
