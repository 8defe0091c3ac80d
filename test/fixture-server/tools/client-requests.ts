/** Tools that ask for a form, a page or a model: in 2025 as requests to the client, in 2026 as a result that asks. */
import { ask, answerTo, form, page, sampling } from '../input-requests.ts'
import type { Question } from '../input-requests.ts'
import { noInput, readOnly, text } from '../feature.ts'
import type { FeatureCall, FixtureTool, JsonObject, ToolAnswer } from '../feature.ts'

async function formAnswer(call: FeatureCall, question: Question): Promise<ToolAnswer> {
  const answer = answerTo(call, question)
  if (answer.kind === 'missing') return ask(call, [question])
  if (answer.kind === 'form') return text(`User response: action=accept, content=${JSON.stringify(answer.content)}`)
  return text('User response: no content')
}

function oneText(name: string, description: string): JsonObject {
  return { type: 'object', properties: { [name]: { type: 'string', maxLength: 1000, description } }, required: [name], additionalProperties: false }
}

const samplingTool: FixtureTool = {
  name: 'test_sampling',
  description: 'Asks the model of the client.',
  inputSchema: oneText('prompt', 'What to ask.'),
  annotations: readOnly,
  run: async (input, call) => {
    const question = sampling('model', String(input['prompt']))
    const answer = answerTo(call, question)
    return answer.kind === 'sampling' ? text(`LLM response: ${answer.text}`) : ask(call, [question])
  },
}

export const testMissingCapability: FixtureTool = {
  name: 'test_missing_capability',
  description: 'Asks the model of the client, and cannot do without it.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, call) => {
    const question = sampling('llm_answer', 'Answer with the word pong.', 16)
    return answerTo(call, question).kind === 'sampling' ? text('The model answered.') : ask(call, [question])
  },
}

export const testStreamingElicitation: FixtureTool = {
  name: 'test_streaming_elicitation',
  description: 'Reports progress where it is wanted, and answers without asking for anything.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, { request }) => {
    const progressToken = request.mcpReq._meta?.progressToken
    if (progressToken !== undefined) await request.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 1 } })
    return text('Nothing was asked for.')
  },
}

const elicitationTool: FixtureTool = {
  name: 'test_elicitation',
  description: 'Asks the user one question.',
  inputSchema: oneText('message', 'What to ask.'),
  annotations: readOnly,
  run: (input, call) => formAnswer(call, form('question', String(input['message']), {
    username: { type: 'string', description: 'The name of the user.' },
    email: { type: 'string', description: 'The address of the user.' },
  })),
}

const defaultsTool: FixtureTool = {
  name: 'test_elicitation_sep1034_defaults',
  description: 'Asks with a form that is filled in already.',
  inputSchema: noInput,
  annotations: readOnly,
  run: (_input, call) =>
    formAnswer(call, form('defaults', 'Please look through the form.', {
      name: { type: 'string', description: 'The name of the user.', default: 'John Doe' },
      age: { type: 'integer', description: 'The age of the user.', default: 30 },
      score: { type: 'number', description: 'The score of the user.', default: 95.5 },
      status: { type: 'string', description: 'The status of the user.', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', description: 'Whether the user is verified.', default: true },
    }, [])),
}

const titled = (first: string, second: string, third: string): JsonObject[] => [
  { const: 'value1', title: first },
  { const: 'value2', title: second },
  { const: 'value3', title: third },
]

const enumsTool: FixtureTool = {
  name: 'test_elicitation_sep1330_enums',
  description: 'Asks with each form of a choice.',
  inputSchema: noInput,
  annotations: readOnly,
  run: (_input, call) =>
    formAnswer(call, form('choices', 'Please choose.', {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third Option') },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') } },
    }, [])),
}

const urlTool: FixtureTool = {
  name: 'elicit_url',
  description: 'Sends the user to a page, and asks whether that is done.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, call) => {
    const question = page('visit', 'Please look at this page.', 'https://example.com/look')
    const answer = answerTo(call, question)
    return answer.kind === 'missing' ? ask(call, [question]) : text(answer.kind === 'form' ? 'The user looked.' : 'The user did not look.')
  },
}

const samplingToolsTool: FixtureTool = {
  name: 'sample_with_tools',
  description: 'Asks the model of the client, and lets it use a tool.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, call) => {
    const tools = [{ name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } }]
    const question = sampling('sum', 'What is one and two?', 50, { tools, toolChoice: { mode: 'auto' } })
    const answer = answerTo(call, question)
    return answer.kind === 'sampling' ? text(`The model says: ${answer.text}`) : ask(call, [question])
  },
}

export const clientRequestTools: readonly FixtureTool[] = [samplingTool, elicitationTool, defaultsTool, enumsTool, urlTool, samplingToolsTool]
