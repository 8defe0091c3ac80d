/** Which calls of tools are refused in the earlier revisions, and how. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../harness/wire/json.ts'
import { describeAnswer, errorCode, isResult, needTelling } from '../support/answers.ts'
import { isToolError } from '../support/asking.ts'
import { eachChannel } from '../support/channels.ts'
import { invalidArguments } from '../support/schemas/invalid-arguments.ts'
import { plainCalls } from '../support/showing.ts'
import { listedTools } from '../support/tools/tool-list.ts'
import { checkCallShape, checkInputs, checkUnknownTools } from '../support/tools/tool-refusals.ts'
import { legacyCase, newest, saw } from './define.ts'

const maxTools = 6

/** A call of each of a few tools with arguments that break the schema in one way, each refused as a tool error. */
async function refusedAsToolError(context: CaseContext, peer: Peer, channel: string): Promise<void> {
  const tools = await listedTools(context, peer)
  let judged = 0
  for (const [index, call] of (await plainCalls(context, peer)).slice(0, maxTools).entries()) {
    const schema = ownMember(tools.find(({ name }) => name === call.params?.['name']) ?? {}, 'inputSchema')
    const args = ownMember(call.params ?? {}, 'arguments')
    const [fault] = isJsonObject(schema) && isJsonObject(args) ? invalidArguments(schema, args).filter(({ extra }) => !extra) : []
    if (fault === undefined) continue
    const answer = await peer.call({ ...call, params: { ...call.params, arguments: fault.arguments } })
    needTelling(answer)
    // What is not refused at all is judged elsewhere.
    if (isResult(answer) && !isToolError(answer)) continue
    judged += 1
    saw(context, 'hardening.legacy-tool-error-kind', `${channel}: tool ${index + 1}: ${fault.fault}`, isToolError(answer), 'a tool error', isToolError(answer) ? 'a tool error' : describeAnswer(answer))
  }
  if (judged === 0) context.notApplicable('no tool that may be called refuses arguments that break its schema')
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.tool-unknown',
    title: 'A tool that does not exist is refused as invalid parameters',
    requirements: ['hardening.legacy-tool-unknown'],
    scenario: async (context) => eachChannel(context, async (peer, channel) =>
      checkUnknownTools(context, peer, channel, 'invented', [errorCode('hardening.legacy-tool-unknown', -32_602)])),
    explain: {
      sends: 'Requests: tools/call with a name that no tool has.',
      expects: 'The JSON-RPC error -32602.',
      why: 'The fault lies in the request: no other arguments will help, so that the client has to learn of it, and not the model.',
      failure: 'The refusal is the result of a tool with isError, as some SDKs build it.',
      fix: 'Refuse the request where no tool has the name.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-call-shape',
    title: 'A tool call without a name or with arguments that are no object is refused as invalid',
    requirements: ['hardening.legacy-tool-call-shape'],
    scenario: async (context) => eachChannel(context, async (peer, channel) =>
      checkCallShape(context, peer, channel, [errorCode('hardening.legacy-tool-call-shape', -32_602, -32_600)])),
    explain: {
      sends: 'Requests: tools/call without a name, with a number as the name, and with an array, a text and a number as the arguments of a tool that may be called.',
      expects: 'The JSON-RPC error -32602 or -32600, and the right call is served afterwards.',
      why: 'The fault is in the request itself, and its code tells the client so.',
      failure: 'The server reads members of what is no object, and falls over with -32603; or the call reaches the tool.',
      fix: 'Check the shape of the parameters before the tool is looked up.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-inputs-validated',
    title: 'Arguments that break the schema of a tool are refused',
    requirements: ['mcp-2025-11-25.tool-inputs-validated', 'hardening.legacy-tool-extra-input', 'hardening.legacy-tool-error-kind'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkInputs(context, peer, channel, {
      refused: 'mcp-2025-11-25.tool-inputs-validated', extra: 'hardening.legacy-tool-extra-input', kind: 'hardening.legacy-tool-error-kind',
    })),
    explain: {
      sends: 'Calls of tools that only read with arguments that break the schema in one way each: a missing member, a wrong type, a value out of its range.',
      expects: 'A tool error, or the JSON-RPC error -32602, and the right call is served afterwards.',
      why: 'What was not validated reaches the code behind the tool, which was written for what the schema promises.',
      failure: 'The schema is only published, or validated in a way that converts what is wrong.',
      fix: 'Validate the arguments against the very schema that tools/list shows.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-error-kind',
    title: 'In 2025-11-25 wrong arguments are the error of a tool, which a model can read',
    requirements: ['hardening.legacy-tool-error-kind'],
    revisions: [newest],
    scenario: async (context) => eachChannel(context, async (peer, channel) => refusedAsToolError(context, peer, channel)),
    explain: {
      sends: 'In 2025-11-25 calls of tools that only read, each with arguments that break the schema in one way.',
      expects: 'A result with isError.',
      why: 'A model mends its call where it is shown what was wrong with it; a JSON-RPC error ends with the client.',
      failure: 'The arguments are validated before the tool is reached, and refused with -32602 as before 2025-11-25.',
      fix: 'Turn failed validation into a result with isError that says which argument is wrong.',
    },
  }),
]
