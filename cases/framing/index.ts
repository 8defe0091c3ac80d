/** Every case about the bytes of HTTP messages and the life of connections. */
import type { Case } from '../../harness/run/case.ts'
import { cases as connections } from './connections.ts'
import { cases as length } from './length.ts'
import { cases as lines } from './lines.ts'

export const framing: readonly Case[] = [...length, ...lines, ...connections]
