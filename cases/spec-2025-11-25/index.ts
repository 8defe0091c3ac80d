/** Every case about the revisions that begin with `initialize`, and about servers that speak both eras. */
import type { Case } from '../../harness/run/case.ts'
import { cases as capabilities } from './capabilities.ts'
import { cases as initialize } from './initialize.ts'

export const spec20251125: readonly Case[] = [...initialize, ...capabilities]
