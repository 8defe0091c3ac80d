/** Which calls of tools are refused, and how. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkCallShape, checkInputs, checkUnknownTools } from '../support/tools/tool-refusals.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.unknown-tool',
    title: 'A call of a tool that does not exist is a protocol error',
    requirements: ['hardening.unknown-tool-refused'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUnknownTools(context, peer, channel, 'invented', [errorCode('hardening.unknown-tool-refused', -32_602)])),
    explain: {
      sends: 'tools/call with a name that no tool has, between two tools/list requests that must be served.',
      expects: 'The JSON-RPC error -32602, and no tool result.',
      why: 'The page lists unknown tools among the protocol errors, since a model can do nothing about them.',
      failure: 'The server answers with a tool error (isError), as SDKs of the first generation do, or with another code.',
      fix: 'Look the tool up before its arguments are checked, and refuse with -32602 where there is none.',
    },
  }),
  modernCase({
    id: 'spec.inherited-tool-names',
    title: 'Names that every object inherits are no tools',
    requirements: ['hardening.unknown-tool-refused'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUnknownTools(context, peer, channel, 'inherited', [errorCode('hardening.unknown-tool-refused', -32_602)])),
    explain: {
      sends: 'tools/call with the names __proto__, constructor, toString, hasOwnProperty and valueOf, unless a listed tool has one of them.',
      expects: 'The JSON-RPC error -32602 for each, as for any name that no tool has.',
      why: 'A table of tools that is a plain object of its language finds something under these names, and calls it or falls over.',
      failure: 'The server answers with a tool result, an internal error or nothing.',
      fix: 'Keep tools in a map, or look only at own members.',
    },
  }),
  modernCase({
    id: 'spec.tool-call-shape',
    title: 'A call that breaks the schema of the request is a protocol error',
    requirements: ['hardening.tool-call-shape'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkCallShape(context, peer, channel, [errorCode('hardening.tool-call-shape', -32_602, -32_600, -32_020)])),
    explain: {
      sends: 'tools/call without a name and with a number as name; where a tool may be called, also with an array, a text and a number as its arguments.',
      expects: 'A JSON-RPC error: -32602, or -32600, or over HTTP -32020 where a header cannot match.',
      why: 'Requests that are malformed are protocol errors, which a model is not meant to see.',
      failure: 'The arguments are handed to the tool unlooked at, and it falls over or takes them for none.',
      fix: 'Check the shape of the request before the tool is looked up and its arguments are checked.',
    },
  }),
  modernCase({
    id: 'spec.tool-inputs-validated',
    title: 'Arguments that break the input schema are refused',
    requirements: ['mcp-2026-07-28.tool-inputs-validated', 'hardening.tool-input-extra', 'hardening.tool-input-error-kind'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkInputs(context, peer, channel, { refused: 'mcp-2026-07-28.tool-inputs-validated', extra: 'hardening.tool-input-extra', kind: 'hardening.tool-input-error-kind' })),
    explain: {
      sends: 'Calls of tools that only read and that succeed, each with one fault: a required argument missing, a wrong type, a value outside an enumeration or a limit, an argument that the schema forbids.',
      expects: 'A tool error or a JSON-RPC error, best a tool error or -32602; never a result that looks like success.',
      why: 'Servers must validate all inputs; what reaches a tool unchecked is how injected commands and wrong answers come about.',
      failure: 'The schema is only shown to clients and never applied, or the tool converts or ignores what does not fit.',
      fix: 'Validate the arguments against the listed schema before the tool runs, and say in a tool error what is wrong.',
    },
  }),
]
