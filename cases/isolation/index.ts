/** The suite `isolation`: clients of one target that must not get in each other's way. */
import type { Case } from '../../harness/run/case.ts'
import { cases as disturbed } from './disturbed.ts'
import { cases as sameId } from './same-id.ts'
import { cases as streams } from './streams.ts'

export const isolation: readonly Case[] = [...sameId, ...disturbed, ...streams]
