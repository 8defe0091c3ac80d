/** `Mcp-Param-*`: fields that mirror the arguments of a tool call, where the tool asks for them. */
import type { Case, CaseContext, Expectation, NegativeInput } from '../../harness/run/case.ts'
import { argumentAt } from '../../harness/peer/mirrored-params.ts'
import type { MirroredParam } from '../../harness/peer/mirrored-params.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import { httpPeer, isServed, rpcErrorIs, statusIs, witness } from '../support/http.ts'
import { callOf, mirroringTools } from '../support/tools/mirrored-tools.ts'
import type { MirroringTool } from '../support/tools/mirrored-tools.ts'
import { modernHttpCase } from './define.ts'
import { mismatch } from './standard-fields.ts'

/** One faulty value of a field; undefined leaves the field out. */
interface Fault {
  readonly input: string
  readonly value: (right: string) => string | undefined
  readonly expect: readonly Expectation[]
  readonly mayTakeEffect?: boolean
  readonly sender?: 'raw'
}

const encoded = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`

function refusedFor(requirement: string): Expectation[] {
  return [statusIs(requirement, 400), rpcErrorIs(mismatch, -32_020)]
}

/** The call of each tool with all its mirrored arguments, with faults in the field of each parameter. */
async function inputsFor(context: CaseContext, faults: (param: MirroredParam, value: unknown) => readonly Fault[]): Promise<NegativeInput[]> {
  const peer = await httpPeer(context)
  const inputs = (await mirroringTools(context, peer)).flatMap((tool, index) => tool.params.flatMap((param) => ofParam(peer, tool, index, param, faults)))
  return inputs.length > 0 ? inputs : context.notApplicable('no mirrored parameter of the target has the type that this is about')
}

function ofParam(peer: Peer, tool: MirroringTool, index: number, param: MirroredParam, faults: (param: MirroredParam, value: unknown) => readonly Fault[]): NegativeInput[] {
  const probe = peer.probe(callOf(tool, tool.full))
  return faults(param, argumentAt(tool.full, param.path)).map(({ input, value, ...rest }) => ({
    input: `tool ${index + 1}, parameter ${tool.params.indexOf(param) + 1}: ${input}`, part: 'headers', probe, ...rest,
    fault: (control) => {
      const changed = value(fieldValues(control, param.field)[0] ?? '')
      return withField(control, param.field, ...(changed === undefined ? [] : [changed]))
    },
  }))
}

const required: Case = modernHttpCase({
  id: 'spec.param-field-missing',
  title: 'A call without the field of a mirrored argument is refused',
  requirements: ['mcp-2026-07-28.param-field-required', mismatch],
  inputs: async (context) => inputsFor(context, () => [{ input: 'no field', value: () => undefined, expect: refusedFor('mcp-2026-07-28.param-field-required') }]),
  explain: {
    sends: 'Well-formed calls of tools that may be called, with a value for each mirrored parameter, each call without one of the fields.',
    expects: 'Status 400 with the JSON-RPC error -32020, and the tool does not run.',
    why: 'A gateway that routes or limits by the field must not be passed by leaving it out.',
    failure: 'The annotations are listed for clients, and nothing compares the fields with the arguments.',
    fix: 'For each x-mcp-header of the tool whose argument is there, demand its field before the tool runs.',
  },
})

function otherValues(value: unknown): Fault[] {
  const expect = refusedFor('mcp-2026-07-28.param-field-matches')
  if (typeof value === 'boolean') {
    return [{ input: 'the other boolean', value: () => String(!value), expect }, { input: 'the boolean in upper case', value: (right) => right.toUpperCase(), expect }]
  }
  if (typeof value === 'number') {
    return [{ input: 'another number', value: () => String(value + 1), expect }, { input: 'text that is no number', value: () => 'many', expect }]
  }
  return [
    { input: 'another text', value: () => 'something else', expect },
    { input: 'the text and more', value: (right) => `${right}x`, expect },
    { input: 'another text in its Base64 form', value: () => encoded('something else'), expect },
    ...(/[a-z]/.test(String(value)) ? [{ input: 'the text in upper case', value: (right: string) => right.toUpperCase(), expect }] : []),
  ]
}

const matches: Case = modernHttpCase({
  id: 'spec.param-field-mismatch',
  title: 'A call whose field says another value than its argument is refused',
  requirements: ['mcp-2026-07-28.param-field-matches', mismatch],
  inputs: async (context) => inputsFor(context, (_param, value) => otherValues(value)),
  explain: {
    sends: 'Well-formed calls of tools that may be called, each with another value in one field: another text, number or boolean, more of it, the other case, and another value in the Base64 form.',
    expects: 'Status 400 with the JSON-RPC error -32020, and the tool does not run.',
    why: 'The fields are there for what stands before the server to decide by; they must not be able to say anything else than the call.',
    failure: 'Only the presence of the field is checked, or values are compared without case or by their beginning.',
    fix: 'Compare each field, decoded, with its argument: text exactly, integers as numbers, booleans as true and false.',
  },
})

const decoded: Case = modernHttpCase({
  id: 'spec.param-field-decoded',
  title: 'A field in its Base64 form is decoded strictly, and only in that form',
  requirements: ['mcp-2026-07-28.param-field-decoded', 'mcp-2026-07-28.param-field-characters', 'mcp-2026-07-28.param-field-sentinel', mismatch],
  inputs: async (context) => inputsFor(context, (_param, value) => (typeof value === 'string' ? encodings : [])),
  explain: {
    sends: 'Well-formed calls of tools that may be called, with one field in its Base64 form: of the right text, with characters that are no Base64, of bytes that are no UTF-8, and with markers in upper case; and one with bytes that are no ASCII.',
    expects: 'The right text is served. Everything else is refused with status 400, and with the JSON-RPC error -32020 unless the bytes themselves were refused.',
    why: 'Text that does not fit into a field travels in this form; two readers that decode it differently can be played against each other.',
    failure: 'The form is compared as it stands, decoded by something that skips what it does not know, or recognised in any case.',
    fix: 'Recognise the markers exactly, decode strictly, and refuse what cannot be decoded.',
  },
})

const encodings: readonly Fault[] = [
  { input: 'the right text', value: (right) => (right.startsWith('=?base64?') ? right : encoded(right)), expect: [isServed('mcp-2026-07-28.param-field-decoded')], mayTakeEffect: true },
  { input: 'characters that are no Base64', value: (right) => encoded(right).replace('=?base64?', '=?base64?@@'), expect: refusedFor('mcp-2026-07-28.param-field-characters') },
  { input: 'bytes that are no UTF-8', value: () => '=?base64?/w==?=', expect: refusedFor('mcp-2026-07-28.param-field-characters') },
  { input: 'bytes that are no ASCII', value: () => '\xe9', expect: [statusIs('mcp-2026-07-28.param-field-characters', 400)] },
  { input: 'markers in upper case', value: (right) => encoded(right).replace('base64', 'BASE64'), expect: refusedFor('mcp-2026-07-28.param-field-sentinel') },
]

const numeric: Case = modernHttpCase({
  id: 'spec.param-field-numeric',
  title: 'An integer in a field is compared as a number',
  requirements: ['mcp-2026-07-28.param-field-numeric'],
  inputs: async (context) => inputsFor(context, (_param, value) => (typeof value === 'number'
    ? [{ input: 'with a fraction of zero', value: (right) => `${right}.0`, expect: [isServed('mcp-2026-07-28.param-field-numeric')], mayTakeEffect: true }]
    : [])),
  explain: {
    sends: 'Well-formed calls of tools that may be called, with an integer parameter whose field has .0 after the number.',
    expects: 'They are served as if the field had no fraction.',
    why: 'Clients in languages with one type of number write integers so; the value is the same.',
    failure: 'The field is compared with the text of the argument.',
    fix: 'Compare the fields of integer parameters as numbers.',
  },
})

const unknown: Case = modernHttpCase({
  id: 'spec.param-field-unknown',
  title: 'A field of a parameter that nobody declares is ignored',
  requirements: ['hardening.unknown-param-fields-ignored'],
  async inputs(context) {
    return [{
      input: 'an unknown field', part: 'headers', probe: await witness(context), mayTakeEffect: true,
      fault: (control) => withField(control, 'Mcp-Param-Never-Declared', 'x'), expect: [isServed('hardening.unknown-param-fields-ignored')],
    }]
  },
  explain: {
    sends: 'A well-formed request with an Mcp-Param field that no parameter declares.',
    expects: 'It is served as if the field were not there.',
    why: 'HTTP lets anything on the way add fields; one that means nothing to the server must not break the call.',
    failure: 'Every field with that beginning is looked up among the parameters.',
    fix: 'Go from the declared parameters to the fields, never the other way.',
  },
})

export const cases: readonly Case[] = [required, matches, decoded, numeric, unknown]
