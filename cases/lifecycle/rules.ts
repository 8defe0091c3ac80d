/** The cases about single rules of the contract: each says one thing, by a few calls that come out the same every time. */
import type { Case } from '../../harness/run/case.ts'
import { cases as access } from './access.ts'
import { cases as answers } from './answers.ts'
import { cases as authorisation } from './authorisation.ts'
import { cases as events } from './events.ts'
import { cases as expiry } from './expiry.ts'
import { cases as idempotency } from './idempotency.ts'
import { cases as inert } from './inert.ts'
import { cases as inputs } from './inputs.ts'
import { cases as oracle } from './oracle.ts'
import { cases as order } from './order.ts'
import { cases as paging } from './paging.ts'
import { cases as threads } from './threads.ts'
import { cases as transitions } from './transitions.ts'
import { cases as versions } from './versions.ts'

export const rules: readonly Case[] = [
  ...transitions, ...authorisation, ...access, ...oracle, ...threads, ...expiry, ...idempotency, ...versions, ...order, ...paging, ...events, ...inputs, ...inert, ...answers,
]
