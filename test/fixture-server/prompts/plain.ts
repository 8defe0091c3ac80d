/** Prompts of text, with and without arguments. */
import type { FixturePrompt, JsonObject } from '../feature.ts'

export function says(text: string): JsonObject {
  return { role: 'user', content: { type: 'text', text } }
}

const languages = ['de', 'en', 'es', 'fr', 'it', 'ja', 'pt', 'zh']
/** More than a completion may answer at once. */
const years = Array.from({ length: 150 }, (_, index) => String(1900 + index))

export const plainPrompts: readonly FixturePrompt[] = [
  {
    name: 'test_simple_prompt',
    title: 'A prompt without arguments',
    description: 'One sentence.',
    get: () => ({ messages: [says('This is a simple prompt for testing.')] }),
  },
  {
    name: 'test_prompt_with_arguments',
    title: 'A prompt with arguments',
    description: 'Repeats its two arguments.',
    arguments: [
      { name: 'arg1', description: 'The first argument.', required: true, values: ['test', 'testing', 'value1'] },
      { name: 'arg2', description: 'The second argument.', required: true, values: ['test', 'value2'] },
    ],
    get: ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  {
    name: 'translate',
    title: 'Translate a text',
    description: 'Asks for a translation, in a style or in none.',
    arguments: [
      { name: 'language', description: 'Into which language.', required: true, values: languages },
      { name: 'style', description: 'In which style.', required: false, values: ['formal', 'plain'] },
    ],
    get: ({ language, style }) => ({ messages: [says(`Translate into ${language}${style === undefined ? '' : `, in a ${style} style`}.`)] }),
  },
  {
    name: 'year_in_review',
    title: 'Look back at a year',
    description: 'Asks what happened in a year from 1900 to 2049.',
    arguments: [{ name: 'year', description: 'Which year.', required: true, values: years }],
    get: ({ year }) => ({ messages: [says(`What happened in ${year}?`)] }),
  },
]
