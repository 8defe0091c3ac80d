/** The end of a token's life: at its instant, just after it, and what is known of the token then. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { acceptCase } from './define.ts'
import { hasClock } from './run-vector.ts'
import { freshToken, observeReason, present } from './tokens.ts'
import { eachTransport, needTokens } from './transports.ts'
import type { Transport } from './transports.ts'

const expiry = 'accept.token-expiry'

/** In seconds: for a clock that is set, and one that real time can wait for. */
const lifeS = 60
const shortLifeS = 1

/** After the instant of expiry, in ms; the smallest that the contract knows, and the smallest that most clocks do. */
const justAfter = [{ name: 'one microsecond', ms: 0.001 }, { name: 'one millisecond', ms: 1 }] as const

async function expires(context: CaseContext): Promise<void> {
  needTokens(context)
  await eachTransport(context, async (transport) => (hasClock(context, transport) ? atTheInstant(context, transport) : inRealTime(context, transport)))
}

async function atTheInstant(context: CaseContext, transport: Transport): Promise<void> {
  const minted = Date.now()
  const at = async (ms: number): Promise<void> => context.fixture.setClock(minted + ms)
  try {
    await at(0)
    const good = await freshToken(context, transport, { ttlS: lifeS })
    const late = await Promise.all(justAfter.map(async () => freshToken(context, transport, { ttlS: lifeS })))
    await at(lifeS * 1000)
    observeReason(context, expiry, `exactly at its expiry, over ${transport.name}`, await present(transport, good), 'ok')
    for (const [index, { name, ms }] of justAfter.entries()) {
      await at(lifeS * 1000 + ms)
      const token = late[index] ?? ''
      observeReason(context, expiry, `${name} after its expiry, over ${transport.name}`, await present(transport, token), 'expired')
      observeReason(context, expiry, `again ${name} after its expiry, over ${transport.name}`, await present(transport, token), 'not_found')
    }
  } finally {
    if (!context.signal.aborted) await context.fixture.setClock(undefined)
  }
}

async function inRealTime(context: CaseContext, transport: Transport): Promise<void> {
  const began = performance.now()
  const good = await freshToken(context, transport, { ttlS: shortLifeS })
  const answer = await present(transport, good)
  if (performance.now() - began < shortLifeS * 1000) observeReason(context, expiry, `within its life, over ${transport.name}`, answer, 'ok')
  else context.setAside(`within its life, over ${transport.name}`, 'the token had ended before the target answered')
  const late = await freshToken(context, transport, { ttlS: shortLifeS })
  await pause(shortLifeS * 1000 + 100, undefined, { signal: context.signal }).catch(() => undefined)
  observeReason(context, expiry, `after its life, over ${transport.name}`, await present(transport, late), 'expired')
  observeReason(context, expiry, `again after its life, over ${transport.name}`, await present(transport, late), 'not_found')
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.expiry',
    title: 'A token is good at the instant of its expiry and expired right after it',
    requirements: [expiry],
    fixture: 'own',
    scenario: expires,
    explain: {
      sends: 'Tokens at the instant of their expiry, a microsecond and a millisecond later, and once more; in real time with a life of one second where no clock can be set.',
      expects: 'Good at the instant, expired after it, and then not_found.',
      why: 'Sender and receiver count the same 300 seconds; an end that each server rounds in its own way makes late handoffs good on one and not on the other.',
      failure: 'The comparison is not strict, times are rounded to seconds or milliseconds, or an expired token is kept and reported again.',
      fix: 'Keep the instants in microseconds, compare with now > expiry, and delete the token when it is found expired.',
    },
  }),
]
