/** The suite `registry`: which registries are taken and which are refused, on a running target and by its validator. */
import type { Case } from '../../harness/run/case.ts'
import { modesCase } from './modes.ts'
import { themes } from './theme-list.ts'
import { themeCase } from './vectors.ts'

export const registry: readonly Case[] = [...themes.map(themeCase), modesCase]
