/** Faults of what a server asks of its client in revision 2026-07-28 (multi round-trip requests). */
import { onResult, without } from '../rewrite/build.ts'
import { complete, errorInstead, inModern } from '../rewrite/modern.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { Mutant } from '../mutant.ts'

const prefix = 'test_input_required_result_'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const capabilitiesOf = ({ params }: Exchange): JsonObject => objectOr(objectOr(params['_meta'])[capabilitiesKey])
const named = ({ params }: Exchange, name: string): boolean => params['name'] === name
const isRetry = ({ params }: Exchange): boolean => Object.hasOwn(params, 'inputResponses') || Object.hasOwn(params, 'requestState')
const isAsking = (result: JsonObject): boolean => result['resultType'] === 'input_required'

/** Changes the questions of one tool. */
function asking(name: string, change: (result: JsonObject) => JsonObject): Rewrite {
  return inModern(onResult('tools/call', (result, exchange) => (named(exchange, name) && isAsking(result) ? change(result) : undefined)))
}

/** Changes the parameters of each question of one tool. */
function question(name: string, change: (params: JsonObject) => JsonObject): Rewrite {
  return asking(name, (result) => ({
    ...result,
    inputRequests: Object.fromEntries(Object.entries(objectOr(result['inputRequests'])).map(([key, request]) => [key, { ...objectOr(request), params: change(objectOr(objectOr(request)['params'])) }])),
  }))
}

function field(name: string, schema: JsonObject): Rewrite {
  return question('test_input_required_result_elicitation', (params) => {
    const form = objectOr(params['requestedSchema'])
    return { ...params, requestedSchema: { ...form, properties: { ...objectOr(form['properties']), [name]: schema } } }
  })
}

/** Asks in place of the answer that a client of such capabilities gets. */
function asksAnyway(when: (capabilities: JsonObject) => boolean, request: JsonObject): Rewrite {
  return inModern(onResult('tools/call', (_result, exchange) => (
    named(exchange, `${prefix}capabilities`) && !isRetry(exchange) && when(capabilitiesOf(exchange)) ? { ...complete, resultType: 'input_required', inputRequests: { anyway: request } } : undefined
  )))
}

const keysOf = (object: JsonObject): string => Object.keys(object).join()
const form = { method: 'elicitation/create', params: { mode: 'form', message: 'What is your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } } }
const sample = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 10 } }

/** A state whose tail nobody looks at stands for the state of the server. */
const unsealed: Rewrite = inModern({
  request(message, exchange) {
    const { requestState: state } = exchange.params
    const number = typeof state === 'string' ? /^s(\d+)\./.exec(state)?.[1] : undefined
    return number === undefined ? undefined : { forward: [{ ...message, params: { ...exchange.params, requestState: exchange.memory.get(number) } }] }
  },
  response(message, { memory }) {
    const result = objectOr(message['result'])
    if (!isAsking(result) || typeof result['requestState'] !== 'string') return undefined
    const number = Number(memory.get('states') ?? 0) + 1
    memory.set('states', number)
    memory.set(String(number), result['requestState'])
    return { ...message, result: { ...result, requestState: `s${number}.${'eyJzdGVwIjoiY29uZmlybSJ9'.repeat(3)}` } }
  },
})

const requests: readonly Mutant[] = [
  {
    id: 'asks-in-completion', title: 'A completion asks the client for input.', target: 'fixture', kills: ['spec.input-required-methods'],
    rewrite: inModern(onResult('completion/complete', (result, exchange) => (Object.hasOwn(capabilitiesOf(exchange), 'roots') ? { ...without(result, 'completion'), resultType: 'input_required', inputRequests: { roots: { method: 'roots/list' } } } : undefined))),
  },
  { id: 'asks-for-nothing', title: 'A request for input says neither what is asked for nor what state there is.', target: 'fixture', rewrite: asking(`${prefix}list_roots`, (result) => without(result, 'inputRequests', 'requestState')), kills: ['spec.input-required-results'] },
  { id: 'asks-of-another-kind', title: 'A request for input asks for something that clients do not know.', target: 'fixture', rewrite: asking(`${prefix}list_roots`, (result) => ({ ...result, inputRequests: { client_roots: { method: 'files/list' } } })), kills: ['spec.input-required-results', 'spec.messages-match-schema'] },
  { id: 'asks-without-message', title: 'A form has no message.', target: 'fixture', rewrite: question(`${prefix}elicitation`, (params) => without(params, 'message')), kills: ['spec.input-required-results', 'spec.messages-match-schema'] },
  { id: 'asks-undeclared', title: 'A client that declares nothing is asked for a form.', target: 'fixture', rewrite: asksAnyway((capabilities) => keysOf(capabilities) === '', form), kills: ['spec.capabilities-not-remembered', 'spec.input-requests-declared', 'spec.missing-capability'] },
  { id: 'asks-undeclared-mode', title: 'A client that declares URLs only is asked for a form.', target: 'fixture', rewrite: asksAnyway((capabilities) => keysOf(objectOr(capabilities['elicitation'])) === 'url', form), kills: ['spec.input-requests-declared'] },
  { id: 'asks-undeclared-page', title: 'A client that declares an empty elicitation is sent to a page.', target: 'fixture', rewrite: asksAnyway((capabilities) => keysOf(capabilities) === 'elicitation' && keysOf(objectOr(capabilities['elicitation'])) === '', { method: 'elicitation/create', params: { mode: 'url', message: 'Look.', url: 'https://example.com/' } }), kills: ['spec.input-requests-declared'] },
  { id: 'asks-undeclared-tools', title: 'A client that declares plain sampling is asked to use tools.', target: 'fixture', rewrite: asksAnyway((capabilities) => keysOf(capabilities) === 'sampling', { ...sample, params: { ...sample.params, tools: [] } }), kills: ['spec.input-requests-declared'] },
  { id: 'asks-undeclared-context', title: 'A client that declares plain sampling is asked for the context of all servers.', target: 'fixture', rewrite: asksAnyway((capabilities) => keysOf(capabilities) === 'sampling', { ...sample, params: { ...sample.params, includeContext: 'allServers' } }), kills: ['spec.input-requests-declared'] },
]

const states: readonly Mutant[] = [
  { id: 'state-not-sealed', title: 'Of a state only the beginning is looked at.', target: 'fixture', rewrite: unsealed, kills: ['spec.request-state-tampered'] },
  { id: 'state-of-any-request', title: 'A state is good for any request of the same method.', target: 'fixture', patch: { file: 'test/fixture-server/request-state.ts', find: "sealed['for'] !== digest(params)", replace: "typeof sealed['for'] !== typeof digest(params)" }, kills: ['spec.request-state-replayed'] },
  { id: 'state-of-anybody', title: 'A state is good for any principal.', target: 'fixture', patch: { file: 'test/fixture-server/request-state.ts', find: "\\0${request.http?.authInfo?.clientId ?? ''}`", replace: '`' }, kills: ['spec.request-state-replayed'] },
]

const answers: readonly Mutant[] = [
  { id: 'answers-missing-refused', title: 'A retry without answers is an error.', target: 'fixture', rewrite: errorInstead('tools/call', ({ params }) => Object.hasOwn(params, 'inputResponses') && keysOf(objectOr(params['inputResponses'])) === '' && !Array.isArray(params['inputResponses']) && typeof params['inputResponses'] === 'object', { code: -32_602 }), kills: ['spec.input-missing'] },
  { id: 'answers-extra-refused', title: 'An answer that nobody asked for is an error.', target: 'fixture', rewrite: errorInstead('tools/call', ({ params }) => Object.hasOwn(objectOr(params['inputResponses']), 'handoff-conformance-unknown'), { code: -32_602 }), kills: ['spec.input-extra'] },
  { id: 'answers-of-any-shape', title: 'Answers that are no object are taken for none.', target: 'fixture', patch: { file: 'test/fixture-server/server.ts', find: 'if (refusal === undefined) pass?.(message, extra)', replace: 'if (refusal === undefined || extra !== null) pass?.(message, extra)' }, kills: ['spec.input-malformed'] },
  { id: 'answers-elsewhere-refused', title: 'Answers to the questions of one tool are known on the connection of the question only.', target: 'fixture', rewrite: errorInstead('tools/call', (exchange) => named(exchange, `${prefix}list_roots`) && keysOf(objectOr(exchange.params['inputResponses'])) === 'client_roots' && Array.isArray(objectOr(objectOr(exchange.params['inputResponses'])['client_roots'])['roots']), { code: -32_602 }), kills: ['spec.input-retry-elsewhere'] },
]

const contents: readonly Mutant[] = [
  { id: 'form-asks-for-secret', title: 'A form asks for an API key.', target: 'fixture', rewrite: field('api_key', { type: 'string' }), kills: ['spec.elicitation-forms'] },
  { id: 'form-nested', title: 'A form has an object in it.', target: 'fixture', rewrite: field('address', { type: 'object', properties: { city: { type: 'string' } } }), kills: ['spec.elicitation-forms', 'spec.messages-match-schema'] },
  ...([
    ['page-relative', 'A page has no absolute address.', '/look'],
    ['page-plain-http', 'A page of another host is not encrypted.', 'http://example.com/look'],
    ['page-with-credentials', 'The address of a page holds a password.', 'https://someone:secret@example.com/look'],
  ] as const).map(([id, title, url]): Mutant => ({ id, title, target: 'fixture', rewrite: inModern(onResult('tools/call', (result) => (isAsking(result) && JSON.stringify(result).includes('https://example.com/look') ? (JSON.parse(JSON.stringify(result).replace('https://example.com/look', url)) as JsonObject) : undefined))), kills: ['spec.elicitation-urls'] })),
]

export const specMrtr: readonly Mutant[] = [...requests, ...states, ...answers, ...contents]
