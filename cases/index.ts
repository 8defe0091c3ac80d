/** The catalogue's content: what is checked, and by which statements it is judged. */
import type { Case } from '../harness/run/case.ts'
import { authNegative } from './auth-negative/index.ts'

export { requirements } from './requirements/index.ts'

export const cases: readonly Case[] = [...authNegative]
