/** A tool whose arguments matter to its question: the state of one choice must not confirm another. */
import { ask, answerTo, form } from '../input-requests.ts'
import { readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

const confirmation = form('confirm_choice', 'Please confirm your choice.', { ok: { type: 'boolean' } })

export const confirmedChoice: FixtureTool = {
  name: 'confirmed_choice',
  description: 'Takes one of three colours, and asks whether it is the right one.',
  inputSchema: {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['red', 'green', 'blue'] } },
    required: ['colour'],
    additionalProperties: false,
  },
  annotations: readOnly,
  run: async (input, call) => {
    const answer = answerTo(call, confirmation)
    if (answer.kind === 'declined') return { ...text('The user declined.'), isError: true }
    if (answer.kind !== 'form' || call.state === undefined) return ask(call, [confirmation], { colour: input['colour'] })
    return text(`${String(call.state['colour'])} it is.`)
  },
}
