/** A resource that is read only after the user has said in which language. */
import { inputRequired, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { answerTo, form } from '../input-requests.ts'
import type { FixtureResource } from '../feature.ts'

const language = form('language', 'In which language?', { language: { type: 'string', enum: ['de', 'en', 'fr'] } })

export const askingResource: FixtureResource = {
  uri: 'test://asks-for-language',
  name: 'asks-for-language',
  title: 'A greeting in a language of your choice',
  description: 'Asks for a language before it can be read.',
  mimeType: 'text/plain',
  read: (call) => {
    const answer = answerTo(call, language)
    if (answer.kind === 'form') return { text: `A greeting in ${String(answer.content['language'])}.` }
    if (answer.kind === 'missing') return inputRequired({ inputRequests: { [language.key]: language.request } })
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no greeting without a language.')
  },
}
