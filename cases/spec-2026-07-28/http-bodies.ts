/** Bodies that are no request of this revision: arrays, responses, texts that are no JSON, and other media types. */
import type { Case } from '../../harness/run/case.ts'
import type { Probe } from '../../harness/run/probe.ts'
import { isJsonObject, readJson } from '../../harness/wire/json.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { clientError, messageIn, rpcErrorIs, statusIs, withBody, witness } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const batches: readonly { readonly input: string; readonly body: (message: object) => unknown }[] = [
  { input: 'an array of one request', body: (message) => [message] },
  { input: 'an array of a request and a notification', body: (message) => [message, { jsonrpc: '2.0', method: 'notifications/com.example/unknown' }] },
  { input: 'an empty array', body: () => [] },
]

const batch: Case = modernHttpCase({
  id: 'spec.batch-refused',
  title: 'A body that is an array is refused as a whole',
  requirements: ['hardening.single-message-body'],
  async inputs(context) {
    const probe = unwrapping(await witness(context))
    return batches.map(({ input, body }) => ({
      input, part: 'body' as const, probe, fault: (control: HttpRequest) => withBody(control, JSON.stringify(body(messageIn(control)))), expect: [clientError('hardening.single-message-body')],
    }))
  },
  explain: {
    sends: 'The message of a well-formed request in an array, alone and beside a notification, and an empty array, with the fields of this revision.',
    expects: 'A 4xx status, and nothing in the array takes effect.',
    why: 'The revision has one message in a body; the fields that mirror it could not be true of several.',
    failure: 'Arrays are still run as batches, as revision 2025-03-26 had them, past the checks of the fields.',
    fix: 'Refuse an array with 400 and -32600 wherever the version field names a revision without batches.',
  },
})

const responses: readonly { readonly input: string; readonly message: object }[] = [
  { input: 'a result', message: { jsonrpc: '2.0', id: 'never-asked', result: {} } },
  { input: 'an error', message: { jsonrpc: '2.0', id: 'never-asked', error: { code: -32_601, message: 'Nothing was asked.' } } },
]

const response: Case = modernHttpCase({
  id: 'spec.response-refused',
  title: 'A body that is a JSON-RPC response is refused',
  requirements: ['hardening.no-response-bodies'],
  async inputs(context) {
    const probe = await witness(context)
    return responses.map(({ input, message }) => ({
      input, part: 'body' as const, probe, fault: (control: HttpRequest) => withBody(control, JSON.stringify(message)), expect: [clientError('hardening.no-response-bodies')],
    }))
  },
  explain: {
    sends: 'A JSON-RPC result and a JSON-RPC error in place of a request, with the fields of this revision.',
    expects: 'A 4xx status for each of them.',
    why: 'In this revision a server asks its client nothing outside of results, so that no response can be meant for it.',
    failure: 'Responses are still accepted with 202, as earlier revisions had them.',
    fix: 'Refuse messages without a method where the version field names this revision.',
  },
})

const unreadable: readonly { readonly input: string; readonly body: string; readonly codes: readonly number[] }[] = [
  { input: 'a text that is cut short', body: '{"jsonrpc":"2.0","id":1,"method":', codes: [-32_700] },
  { input: 'a text that is no JSON', body: 'hello', codes: [-32_700] },
  // Nothing at all may also be taken for no request.
  { input: 'an empty body', body: '', codes: [-32_700, -32_600] },
]

const notJson: Case = modernHttpCase({
  id: 'spec.unreadable-body',
  title: 'A body that is no JSON is refused with 400 and a JSON-RPC error',
  requirements: ['hardening.refusal-is-json'],
  async inputs(context) {
    const probe = await witness(context)
    return unreadable.map(({ input, body, codes }) => ({
      input, part: 'body' as const, probe, fault: (control: HttpRequest) => withBody(control, body),
      expect: [statusIs('hardening.refusal-is-json', 400), rpcErrorIs('hardening.refusal-is-json', ...codes)],
    }))
  },
  explain: {
    sends: 'In place of a request: a message that is cut short, a text that is no JSON, and nothing at all.',
    expects: 'Status 400 with a JSON-RPC error of code -32700 in a JSON body; for nothing at all also -32600.',
    why: 'A client that reads JSON-RPC can only act on an answer that is JSON-RPC too.',
    failure: 'A body parser of the web framework answers with a page of its own, or the failure becomes a 500.',
    fix: 'Read the body as bytes and parse it where the errors of the protocol are made.',
  },
})

const types: readonly { readonly input: string; readonly value: string | undefined }[] = [
  { input: 'text/plain', value: 'text/plain' },
  { input: 'no media type', value: undefined },
  { input: 'a form', value: 'application/x-www-form-urlencoded' },
  { input: 'a multipart form', value: 'multipart/form-data; boundary=x' },
  { input: 'a media type whose name only holds the right one', value: 'text/plain; a=application/json' },
]

const contentType: Case = modernHttpCase({
  id: 'spec.content-type-refused',
  title: 'A message under another media type is not processed',
  requirements: ['hardening.json-content-type'],
  async inputs(context) {
    const probe = await witness(context)
    return types.map(({ input, value }) => ({
      input, part: 'headers' as const, probe, fault: (control: HttpRequest) => withField(control, 'Content-Type', ...(value === undefined ? [] : [value])), expect: [clientError('hardening.json-content-type')],
    }))
  },
  explain: {
    sends: 'Well-formed requests whose Content-Type is text/plain, a form, absent, or one that only holds the right name.',
    expects: 'A 4xx status (415 is due), and no effect.',
    why: 'A web page may send text and forms to any server without a preflight; a server that insists on application/json is out of its reach.',
    failure: 'The body is parsed whatever its Content-Type says, or the field is searched for a word.',
    fix: 'Compare the media type exactly, without its parameters, and answer 415.',
  },
})

/** Reads also the answer to a batch as an answer to the message in it: a server that runs batches serves the probe. */
function unwrapping(probe: Probe): Probe {
  return {
    ...probe,
    fresh: () => unwrapping(probe.fresh()),
    request: (identity) => probe.request(identity),
    failure: (reaction) => {
      const whole = probe.failure(reaction)
      return whole === undefined || elements(reaction).some((element) => probe.failure(element) === undefined) ? undefined : whole
    },
    ...(probe.effects === undefined ? {} : { effects: async () => (await probe.effects?.()) ?? 0 }),
  }
}

function elements(reaction: Reaction): Reaction[] {
  if (reaction.kind !== 'response') return []
  const reading = readJson(Buffer.from(reaction.response.body).toString('utf8'))
  if (!reading.ok || !Array.isArray(reading.value)) return []
  return reading.value.filter(isJsonObject).map((element) => ({ kind: 'response', response: { ...reaction.response, body: Buffer.from(JSON.stringify(element)) } }))
}

export const cases: readonly Case[] = [batch, response, notJson, contentType]

