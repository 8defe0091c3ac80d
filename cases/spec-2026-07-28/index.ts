/** Every case about revision 2026-07-28. */
import type { Case } from '../../harness/run/case.ts'
import { cases as envelope } from './envelope.ts'

export const spec20260728: readonly Case[] = [...envelope]
