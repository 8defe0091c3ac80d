/** Every case about JSON texts as messages. */
import type { Case } from '../../harness/run/case.ts'
import { cases as encoding } from './encoding.ts'
import { cases as malformed } from './malformed.ts'
import { cases as names } from './names.ts'
import { cases as size } from './size.ts'
import { cases as values } from './values.ts'

export const json: readonly Case[] = [...malformed, ...encoding, ...names, ...values, ...size]
