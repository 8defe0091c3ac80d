/** The suite `lifecycle`: the handoff contract, from single rules to crashes in the middle of writes. */
import type { Case } from '../../harness/run/case.ts'
import { cases as histories } from './concurrent/histories.ts'
import { cases as concurrentPaging } from './concurrent/paging.ts'
import { cases as concurrentPolicy } from './concurrent/policy.ts'
import { cases as clock } from './crash/clock.ts'
import { cases as crash } from './crash/crash.ts'
import { cases as stop } from './crash/stop.ts'
import { cases as storage } from './crash/storage.ts'
import { cases as model } from './model.ts'
import { cases as livePolicy } from './live-policy.ts'
import { rules } from './rules.ts'

export const lifecycle: readonly Case[] = [
  ...model,
  ...rules,
  ...livePolicy, ...crash, ...stop, ...storage, ...clock,
  ...histories, ...concurrentPaging, ...concurrentPolicy,
]
