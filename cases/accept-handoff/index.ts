/** The suite `accept-handoff`: one verdict on a handoff envelope, by golden vectors and by what vectors cannot say. */
import type { Case } from '../../harness/run/case.ts'
import { cases as agree } from './agree.ts'
import { cases as expiry } from './expiry.ts'
import { cases as issuedTokens } from './issued-tokens.ts'
import { cases as nothingConsumed } from './nothing-consumed.ts'
import { cases as plain } from './plain.ts'
import { cases as singleUse } from './single-use.ts'
import { themes } from './theme-list.ts'
import { themeCase } from './themes.ts'
import { cases as tools } from './tools.ts'

export const acceptHandoff: readonly Case[] = [...themes.map(themeCase), ...agree, ...singleUse, ...expiry, ...issuedTokens, ...nothingConsumed, ...plain, ...tools]
