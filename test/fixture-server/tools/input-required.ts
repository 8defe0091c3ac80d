/** Tools that ask the client for something before they answer, as the official framework names them. */
import { ask, answerTo, form, roots, sampling } from '../input-requests.ts'
import type { Question } from '../input-requests.ts'
import { isObject, noInput, readOnly, text } from '../feature.ts'
import type { FeatureCall, FixtureTool, ToolAnswer } from '../feature.ts'

const userName = form('user_name', 'What is your name?', { name: { type: 'string' } })
const confirmation = form('confirm', 'Please confirm.', { ok: { type: 'boolean' } })
const capital = sampling('capital_question', 'What is the capital of France?')
const greeting = sampling('greeting', 'Write a short greeting.', 50)
const clientRoots = roots('client_roots')

function asks(name: string, description: string, run: (call: FeatureCall) => Promise<ToolAnswer>): FixtureTool {
  return { name, description, inputSchema: noInput, annotations: readOnly, run: (_input, call) => run(call) }
}

const declined: ToolAnswer = { ...text('The user declined.'), isError: true }

export const inputRequiredTools: readonly FixtureTool[] = [
  asks('test_input_required_result_elicitation', 'Asks for a name, and greets.', async (call) => {
    const answer = answerTo(call, userName)
    if (answer.kind === 'declined') return declined
    if (answer.kind !== 'form') return ask(call, [userName])
    return text(`Hello, ${String(answer.content['name'])}!`)
  }),
  asks('test_input_required_result_sampling', 'Asks the model of the client for a capital.', async (call) => {
    const answer = answerTo(call, capital)
    return answer.kind === 'sampling' ? text(`The model says: ${answer.text}`) : ask(call, [capital])
  }),
  asks('test_input_required_result_list_roots', 'Asks for the roots of the client.', async (call) => {
    const answer = answerTo(call, clientRoots)
    return answer.kind === 'roots' ? text(`${answer.uris.length} roots: ${answer.uris.join(', ')}`) : ask(call, [clientRoots])
  }),
  asks('test_input_required_result_request_state', 'Asks for a confirmation, and wants its state back with it.', async (call) => {
    const answer = answerTo(call, confirmation)
    if (answer.kind === 'declined') return declined
    if (answer.kind !== 'form' || call.state === undefined) return ask(call, [confirmation], { step: 'confirm' })
    return text('state-ok')
  }),
  asks('test_input_required_result_tampered_state', 'Asks for a confirmation, and refuses a state that it did not seal.', async (call) => {
    const answer = answerTo(call, confirmation)
    if (answer.kind === 'declined') return declined
    if (answer.kind !== 'form' || call.state === undefined) return ask(call, [confirmation], { step: 'confirm' })
    return text('integrity-ok')
  }),
  asks('test_input_required_result_multiple_inputs', 'Asks for a name, a greeting and the roots at once.', async (call) => {
    const [name, words, places] = [answerTo(call, userName), answerTo(call, greeting), answerTo(call, clientRoots)]
    if (name.kind === 'declined') return declined
    if (name.kind === 'form' && words.kind === 'sampling' && places.kind === 'roots') {
      return text(`${words.text} ${String(name.content['name'])}, ${places.uris.length} roots`)
    }
    return ask(call, [userName, greeting, clientRoots], { step: 'all' })
  }),
  asks('test_input_required_result_multi_round', 'Asks for a name, then for a colour.', multiRound),
  asks('test_input_required_result_capabilities', 'Asks for whatever the client can be asked for.', capabilityAware),
]

async function multiRound(call: FeatureCall): Promise<ToolAnswer> {
  const first = form('step1', 'What is your name?', { name: { type: 'string' } })
  const second = form('step2', 'Which colour do you like?', { color: { type: 'string' } })
  const known = call.state?.['name']
  if (typeof known !== 'string') {
    const answer = answerTo(call, first)
    if (answer.kind === 'declined') return declined
    if (answer.kind !== 'form' || call.state === undefined) return ask(call, [first], { round: 1 })
    return ask(call, [second], { round: 2, name: answer.content['name'] })
  }
  const answer = answerTo(call, second)
  if (answer.kind === 'declined') return declined
  if (answer.kind !== 'form') return ask(call, [second], { round: 2, name: known })
  return text(`${known} likes ${String(answer.content['color'])}`)
}

/** Whom nothing can be asked gets an answer without. */
async function capabilityAware(call: FeatureCall): Promise<ToolAnswer> {
  const { elicitation, sampling: model, roots: places } = call.clientCapabilities
  const hasForm = isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))
  const questions: Question[] = [...(hasForm ? [userName] : []), ...(model === undefined ? [] : [greeting]), ...(places === undefined ? [] : [clientRoots])]
  if (questions.length === 0) return text('This client cannot be asked for anything.')
  const answers = questions.map((question) => answerTo(call, question))
  if (answers.some(({ kind }) => kind === 'declined')) return declined
  return answers.some(({ kind }) => kind === 'missing') ? ask(call, questions) : text(`${answers.length} answers`)
}
