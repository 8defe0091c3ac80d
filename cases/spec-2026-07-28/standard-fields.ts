/** `Mcp-Method` and `Mcp-Name`: what a request says of itself in its fields. */
import type { Case, CaseContext, NegativeInput } from '../../harness/run/case.ts'
import type { Probe } from '../../harness/run/probe.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { httpPeer, isServed, rpcErrorIs, statusIs, toolCall, witness } from '../support/http.ts'
import { promptGets, resourceReads } from '../support/methods.ts'
import { modernHttpCase } from './define.ts'

export const mismatch = 'mcp-2026-07-28.header-mismatch-code'

interface Fault {
  readonly input: string
  readonly fault: (value: string) => string | undefined
}

const swapped = (value: string): string => value.replaceAll(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
const encoded = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`

const methodFaults: readonly Fault[] = [
  { input: 'no Mcp-Method', fault: () => undefined },
  { input: 'another method', fault: (value) => (value === 'tools/list' ? 'tools/call' : 'tools/list') },
  { input: 'the method in the other case', fault: swapped },
  { input: 'the method and more', fault: (value) => `${value}x` },
]

const nameFaults: readonly Fault[] = [
  { input: 'no Mcp-Name', fault: () => undefined },
  { input: 'another name', fault: () => 'never-offered' },
  { input: 'the name in the other case', fault: swapped },
]

function spoiled(probe: Probe, field: string, requirement: string, faults: readonly Fault[], of = ''): NegativeInput[] {
  return faults.map(({ input, fault }) => ({
    input: of === '' ? input : `${of}: ${input}`, part: 'headers', probe,
    fault: (control: HttpRequest) => {
      const value = fault(fieldValues(control, field)[0] ?? '')
      return withField(control, field, ...(value === undefined ? [] : [value]))
    },
    expect: [statusIs(requirement, 400), rpcErrorIs(mismatch, -32_020)],
  }))
}

const method: Case = modernHttpCase({
  id: 'spec.method-field',
  title: 'A request whose Mcp-Method is not its method is refused',
  requirements: ['mcp-2026-07-28.method-field', mismatch],
  inputs: async (context) => spoiled(await witness(context), 'Mcp-Method', 'mcp-2026-07-28.method-field', methodFaults),
  explain: {
    sends: 'Well-formed requests without Mcp-Method, and with one that names another method, the method in the other case, and the method with a letter more.',
    expects: 'Status 400 with the JSON-RPC error -32020, and no effect.',
    why: 'What stands before the server routes and limits by the field, and the server acts by the body; the two must not be able to differ.',
    failure: 'The field is not demanded, or compared without case or by its beginning.',
    fix: 'Compare the field with the method exactly, and refuse what differs before the method runs.',
  },
})

const fieldNames: Case = modernHttpCase({
  id: 'spec.field-names-any-case',
  title: 'The mirrored fields are recognised whatever the case of their names',
  requirements: ['mcp-2026-07-28.field-names-any-case', 'rfc9110.mirrored-field-whitespace'],
  async inputs(context) {
    const probe = await witness(context)
    const written = (change: (name: string, value: string) => readonly [string, string]) => (control: HttpRequest): HttpRequest =>
      ({ ...control, headers: control.headers.map(([name, value]) => (/^mcp-/i.test(name) ? change(name, value) : [name, value] as const)) })
    const common = { part: 'headers' as const, probe, sender: 'raw' as const, mayTakeEffect: true }
    return [
      { ...common, input: 'names in lower case', fault: written((name, value) => [name.toLowerCase(), value]), expect: [isServed('mcp-2026-07-28.field-names-any-case')] },
      { ...common, input: 'names in upper case', fault: written((name, value) => [name.toUpperCase(), value]), expect: [isServed('mcp-2026-07-28.field-names-any-case')] },
      { ...common, input: 'white space around the values', fault: written((name, value) => [name, ` \t ${value} \t `]), expect: [isServed('rfc9110.mirrored-field-whitespace')] },
    ]
  },
  explain: {
    sends: 'Well-formed requests whose mirrored fields have names in lower case and in upper case, and values with spaces and tabs around them.',
    expects: 'They are served as if they were written as the specification has them.',
    why: 'Field names have no case and white space around a value is no part of it (RFC 9110); clients and proxies write them as they like.',
    failure: 'Fields are looked up by the spelling of the specification, or compared with the white space around them.',
    fix: 'Look fields up without case, and strip white space before comparing.',
  },
})

const toolName: Case = modernHttpCase({
  id: 'spec.name-field-of-tool',
  title: 'A tool call whose Mcp-Name is not its tool is refused',
  requirements: ['mcp-2026-07-28.name-field', mismatch],
  inputs: (context) => spoiled(toolCall(context), 'Mcp-Name', 'mcp-2026-07-28.name-field', nameFaults),
  explain: {
    sends: 'Well-formed calls of a tool that may be called, without Mcp-Name, and with one that names another tool, or the tool in the other case.',
    expects: 'Status 400 with the JSON-RPC error -32020, and no effect.',
    why: 'A gateway that allows tools by the field must not be told another name than the server.',
    failure: 'The field is not demanded, or the tool is taken from it.',
    fix: 'Compare the field with the name in the parameters exactly, and refuse what differs before the tool runs.',
  },
})

/** The first of some calls that is served, as a probe. */
async function firstServed(context: CaseContext, what: 'resource' | 'prompt'): Promise<Probe> {
  const peer = await httpPeer(context)
  const survey = await peer.survey()
  for (const call of (what === 'resource' ? resourceReads(survey) : promptGets(survey)).slice(0, 5)) {
    const probe = peer.probe(call)
    if (probe.failure(await context.wire.send(probe.request(context.alpha))) === undefined) return probe.fresh()
  }
  return context.notApplicable(`the target has no ${what} that can be read`)
}

const otherNames: readonly Case[] = ([
  { what: 'resource', id: 'spec.name-field-of-resource', method: 'resources/read', source: 'URI' },
  { what: 'prompt', id: 'spec.name-field-of-prompt', method: 'prompts/get', source: 'name' },
] as const).map(({ what, id, method: called, source }) => modernHttpCase({
  id,
  title: `A ${called} whose Mcp-Name is not the ${source} of its ${what} is refused`,
  requirements: ['mcp-2026-07-28.name-field', mismatch],
  inputs: async (context) => spoiled(await firstServed(context, what), 'Mcp-Name', 'mcp-2026-07-28.name-field', nameFaults, called),
  explain: {
    sends: `A ${called} of a ${what} that the target lists, without Mcp-Name, and with one that names another ${what}, or the same in the other case.`,
    expects: 'Status 400 with the JSON-RPC error -32020, and nothing of the content.',
    why: `The field is required for this method as for tools/call; a gateway decides by it who may have which ${what}.`,
    failure: 'Only tools/call is held against its field.',
    fix: `Compare the field with the ${source} in the parameters, for each of the three methods that have it.`,
  },
}))

const decoded: Case = modernHttpCase({
  id: 'spec.name-field-decoded',
  title: 'An Mcp-Name in its Base64 form is decoded before it is compared',
  requirements: ['mcp-2026-07-28.name-field-decoded', 'mcp-2026-07-28.name-field-undecodable', mismatch],
  inputs(context) {
    const probe = toolCall(context)
    const right: NegativeInput = {
      input: 'the right name', part: 'headers', probe, mayTakeEffect: true,
      fault: (control) => withField(control, 'Mcp-Name', encoded(nameOf(control))), expect: [isServed('mcp-2026-07-28.name-field-decoded')],
    }
    return [right, ...spoiled(probe, 'Mcp-Name', 'mcp-2026-07-28.name-field-undecodable', [
      { input: 'another name', fault: () => encoded('never-offered') },
      { input: 'characters that are no Base64', fault: (value) => encoded(value).replace('=?base64?', '=?base64?@@') },
      { input: 'bytes that are no UTF-8', fault: () => '=?base64?/w==?=' },
      { input: 'markers in upper case', fault: (value) => encoded(value).replace('base64', 'BASE64') },
    ])]
  },
  explain: {
    sends: 'Well-formed calls of a tool whose Mcp-Name is in its Base64 form: of the right name, of another one, with characters that are no Base64, of bytes that are no UTF-8, and with its markers in upper case.',
    expects: 'The right name is served; everything else is refused with status 400 and the JSON-RPC error -32020.',
    why: 'Names that do not fit into a field travel in this form, so that it must be read, and read in one way only.',
    failure: 'The form is compared as it stands, or decoded by something that skips what it does not know.',
    fix: 'Recognise the markers exactly, decode strictly, and compare the result.',
  },
})

/** The name in the parameters: the field may hold it encoded. */
function nameOf(control: HttpRequest): string {
  const message = JSON.parse(Buffer.from(control.body ?? new Uint8Array()).toString('utf8')) as { readonly params: { readonly name: string } }
  return message.params.name
}

export const cases: readonly Case[] = [method, fieldNames, toolName, ...otherNames, decoded]

