/** Calls whose fields mirror their arguments as they should, and calls that have nothing to mirror: none is refused for its fields. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { describeAnswer, needTelling } from '../support/answers.ts'
import { httpPeer } from '../support/http.ts'
import { callOf, isFreeText, mirroringTools, withArgument } from '../support/tools/mirrored-tools.ts'
import type { MirroringTool } from '../support/tools/mirrored-tools.ts'
import { modernHttpCase } from './define.ts'

interface Call {
  readonly input: string
  readonly arguments: JsonObject
  readonly requirement: string
}

const types = 'mcp-2026-07-28.param-field-types'
const notExpected = 'mcp-2026-07-28.param-field-not-expected'

/** Each is mirrored as the specification writes it, some of them in the Base64 form. */
const texts = ['us-west1', 'Hello, 世界', ' padded ', 'line1\nline2', '=?base64?literal?=', 'a\tb']

function callsOf(tool: MirroringTool): Call[] {
  const calls: Call[] = [
    { input: 'every mirrored argument', arguments: tool.full, requirement: types },
    { input: 'no argument that is not needed', arguments: tool.least, requirement: notExpected },
  ]
  for (const [index, param] of tool.params.entries()) {
    const of = `parameter ${index + 1}`
    const add = (what: string, value: unknown, requirement = types): void => {
      calls.push({ input: `${of}: ${what}`, arguments: withArgument(tool.full, param.path, value), requirement })
    }
    add('null', null, notExpected)
    if (isFreeText(param)) for (const [number, text] of texts.entries()) add(`text ${number + 1}`, text)
    if (param.schema['type'] === 'boolean') for (const value of [true, false]) add(String(value), value)
    if (param.schema['type'] === 'integer') for (const value of [42, 0, -7, Number.MAX_SAFE_INTEGER]) add(String(value), value)
  }
  return calls
}

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.param-fields-accepted',
    title: 'A call whose fields mirror its arguments is not refused for them',
    requirements: [types, notExpected],
    async scenario(context) {
      const peer = await httpPeer(context)
      for (const [index, tool] of (await mirroringTools(context, peer)).entries()) {
        for (const { input, arguments: args, requirement } of callsOf(tool)) {
          await context.attempt(`tool ${index + 1}, ${input}`, async () => {
            const answer = await peer.call(callOf(tool, args))
            needTelling(answer)
            // A value that the tool does not want is its own business.
            const { answer: { kind } } = answer
            const ok = kind === 'result' || (answer.answer.kind === 'error' && answer.answer.code !== -32_020)
            context.observe({ requirement, input: `tool ${index + 1}, ${input}`, ok, expected: 'anything but a refusal for its fields', actual: describeAnswer(answer) }, answer)
          })
        }
      }
    },
    explain: {
      sends: 'Calls of tools that may be called, with and without their mirrored arguments, with null for each, and with text in and out of ASCII, negative and large integers and both booleans; each with the fields that belong to it.',
      expects: 'No JSON-RPC error -32020. What the tool makes of the values is its own business.',
      why: 'A client that follows the specification must not be refused, or it cannot use the tool at all.',
      failure: 'A field is demanded for an argument that is null or absent, or the server writes or decodes values in a way of its own.',
      fix: 'Demand the field only where the argument has a value, and compare values as the specification writes them.',
    },
  }),
]
