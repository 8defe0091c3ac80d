/** Every prompt, in the order in which they are listed. */
import type { FixturePrompt } from '../feature.ts'
import { askingPrompt } from './asking.ts'
import { plainPrompts } from './plain.ts'
import { richPrompts } from './rich.ts'

/** How many prompts a page has. */
export const promptsOfPage = 4

export const prompts: readonly FixturePrompt[] = [...plainPrompts, ...richPrompts, askingPrompt]
