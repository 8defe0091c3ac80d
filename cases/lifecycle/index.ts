/** The suite `lifecycle`: the handoff contract, from single rules to crashes in the middle of writes. */
import type { Case } from '../../harness/run/case.ts'
import { cases as access } from './access.ts'
import { cases as authorisation } from './authorisation.ts'
import { cases as clock } from './crash/clock.ts'
import { cases as crash } from './crash/crash.ts'
import { cases as stop } from './crash/stop.ts'
import { cases as storage } from './crash/storage.ts'
import { cases as expiry } from './expiry.ts'
import { cases as idempotency } from './idempotency.ts'
import { cases as oracle } from './oracle.ts'
import { cases as model } from './model.ts'
import { cases as livePolicy } from './live-policy.ts'
import { cases as threads } from './threads.ts'
import { cases as transitions } from './transitions.ts'
import { cases as versions } from './versions.ts'

export const lifecycle: readonly Case[] = [
  ...model,
  ...transitions, ...authorisation, ...access, ...oracle, ...threads, ...expiry, ...idempotency, ...versions,
  ...livePolicy, ...crash, ...stop, ...storage, ...clock,
]
