/** A `requestState` is good for whom and for what it was made, and for nothing else. */
import t from 'tap'
import { startTestFixture } from '../server/support/fixture.ts'
import { send } from './support/modern.ts'
import type { Ask } from './support/modern.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(60_000)

const fixture = await startTestFixture()
t.teardown(async () => fixture.close())

const asks: Ask = { capabilities: { elicitation: {} } }
const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
const stateful = 'test_input_required_result_request_state'

async function issue(): Promise<string> {
  const { message } = await send(fixture, 'tools/call', { name: stateful, arguments: {} }, asks)
  return String(message.result?.['requestState'])
}

void t.test('it comes back to the request that it was made for', async (t) => {
  const { message } = await send(fixture, 'tools/call', { name: stateful, arguments: {}, inputResponses, requestState: await issue() }, asks)
  t.match(message.result, { resultType: 'complete', content: [{ text: 'state-ok' }] })
})

void t.test('it is refused elsewhere', async (t) => {
  const state = await issue()
  const refused: readonly (readonly [string, Record<string, unknown>, Ask])[] = [
    ['another tool', { name: 'test_input_required_result_tampered_state', arguments: {}, requestState: state }, asks],
    ['another identity', { name: stateful, arguments: {}, requestState: state }, { ...asks, agent: 'bob' }],
    ['tampered', { name: stateful, arguments: {}, requestState: `${state.slice(0, 20)}${state[20] === 'A' ? 'B' : 'A'}${state.slice(21)}` }, asks],
    ['cut off', { name: stateful, arguments: {}, requestState: state.slice(0, -1) }, asks],
    ['empty', { name: stateful, arguments: {}, requestState: '' }, asks],
    ['never issued', { name: stateful, arguments: {}, requestState: 'v1.e30.AAAA' }, asks],
    ['no text', { name: stateful, arguments: {}, requestState: 1 }, asks],
  ]
  for (const [what, params, ask] of refused) {
    const { message } = await send(fixture, 'tools/call', { ...params, inputResponses }, ask)
    t.equal(message.error?.code, -32_602, what)
  }
  const prompt = await send(fixture, 'prompts/get', { name: 'test_input_required_result_prompt', requestState: state }, asks)
  t.equal(prompt.message.error?.code, -32_602, 'another method')
})

void t.test('nothing is asked that the client did not declare', async (t) => {
  const cases: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ['elicit_url', { elicitation: {} }, { elicitation: { url: {} } }],
    ['test_input_required_result_elicitation', { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['sample_with_tools', { sampling: {} }, { sampling: { tools: {} } }],
    ['test_input_required_result_list_roots', { sampling: {} }, { roots: {} }],
    ['test_missing_capability', {}, { sampling: {} }],
  ]
  for (const [name, capabilities, requiredCapabilities] of cases) {
    const { status, message } = await send(fixture, 'tools/call', { name, arguments: {} }, { capabilities })
    t.equal(status, 400, name)
    t.match(message.error, { code: -32_021, data: { requiredCapabilities } }, name)
  }
  const served = await send(fixture, 'tools/call', { name: 'test_input_required_result_capabilities', arguments: {} }, { capabilities: { roots: {} } })
  t.strictSame(Object.keys(served.message.result?.['inputRequests'] as object), ['client_roots'])
})

void t.test('a missing answer is asked for again, and one that is no answer is an error', async (t) => {
  const call = { name: 'test_input_required_result_elicitation', arguments: {} }
  const again = await send(fixture, 'tools/call', { ...call, inputResponses: { other: { action: 'accept' } } }, asks)
  t.equal(again.message.result?.['resultType'], 'input_required')
  t.notOk(Object.hasOwn(again.message.result ?? {}, 'ttlMs'))
  const malformed = await send(fixture, 'tools/call', { ...call, inputResponses: { user_name: { action: 'accept', content: { name: 1 } } } }, asks)
  t.equal(malformed.message.error?.code, -32_602)
})
