/** A prompt that is made only after the user has said what it is about, as the official framework names it. */
import { inputRequired, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { answerTo, form } from '../input-requests.ts'
import { says } from './plain.ts'
import type { FixturePrompt } from '../feature.ts'

const userContext = form('user_context', 'What is it about?', { context: { type: 'string' } })

export const askingPrompt: FixturePrompt = {
  name: 'test_input_required_result_prompt',
  title: 'A prompt about what the user says',
  description: 'Asks what it is about before it is made.',
  get: (_args, call) => {
    const answer = answerTo(call, userContext)
    if (answer.kind === 'form') return { messages: [says(`Use this: ${String(answer.content['context'])}`)] }
    if (answer.kind === 'missing') return inputRequired({ inputRequests: { [userContext.key]: userContext.request } })
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt without it.')
  },
}
