/** How each standing looks: a sign and a word, so that nothing hangs on its colour. */
import { type Standing, standingWords } from '../report.ts'

/** What is wrong first. */
export const bySeverity: readonly Standing[] = ['failed', 'unclear', 'unrun', 'warned', 'expected', 'excluded', 'passed']

const signs: Readonly<Record<Standing, string>> = { passed: '✓', warned: '!', failed: '✕', expected: '≈', unclear: '?', unrun: '–', excluded: '○' }

export const standingMark = (standing: Standing): string => `<span class="mark ${standing}"><span aria-hidden="true">${signs[standing]}</span> ${standingWords[standing]}</span>`
