/** Completion of arguments. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkCompletions, checkInvalidCompletions, checkUndeclared } from '../support/features/completion-checks.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.completion-undeclared',
    title: 'A server that does not declare completions refuses to complete',
    requirements: ['mcp-2026-07-28.completion-declared', 'mcp-2026-07-28.completion-unsupported'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUndeclared(context, peer, channel, { declared: 'mcp-2026-07-28.completion-declared', refused: errorCode('mcp-2026-07-28.completion-unsupported', -32_601) })),
    explain: {
      sends: 'completion/complete for a listed argument, or for a made-up one where there is none.',
      expects: 'The JSON-RPC error -32601, and above all no completion.',
      why: 'Clients ask for completions only where they are declared; what is served undeclared is never used or never looked after.',
      failure: 'The handler is registered without the capability, or a framework answers with an empty list for everybody.',
      fix: 'Declare completions, or do not serve the method.',
    },
  }),
  modernCase({
    id: 'spec.completion-values',
    title: 'A completion is a list of at most 100 strings',
    requirements: ['mcp-2026-07-28.completion-limit'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkCompletions(context, peer, channel, 'mcp-2026-07-28.completion-limit')),
    explain: {
      sends: 'completion/complete with an empty value for each listed argument of prompts and each variable of templates.',
      expects: 'A completion with at most 100 values, each a string.',
      why: 'The limit keeps what is shown while somebody types small; more is said by total and hasMore.',
      failure: 'All matches are returned at once.',
      fix: 'Cut the list at 100, and say in total and hasMore that there is more.',
    },
  }),
  modernCase({
    id: 'spec.completion-invalid',
    title: 'A completion for what does not exist is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.completion-invalid'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkInvalidCompletions(context, peer, channel, [errorCode('mcp-2026-07-28.completion-invalid', -32_602)])),
    explain: {
      sends: 'completion/complete for a prompt that does not exist, without a reference, and without an argument.',
      expects: 'The JSON-RPC error -32602.',
      why: 'The client learns that its request is at fault, and not that there is nothing to offer or that the server failed.',
      failure: 'The reference is used before anybody looked whether it is there, and the exception becomes -32603.',
      fix: 'Check the parameters against the schema of the request, then look the prompt up.',
    },
  }),
]
