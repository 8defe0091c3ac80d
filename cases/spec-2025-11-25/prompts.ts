/** Prompts and completion in the earlier revisions. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkCompletions, checkInvalidCompletions } from '../support/features/completion-checks.ts'
import { checkMissingArguments, checkPromptContent, checkUnknownPrompt } from '../support/features/prompt-checks.ts'
import { legacyCase } from './define.ts'

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.prompt-unknown',
    title: 'A prompt that does not exist is refused as invalid parameters',
    requirements: ['mcp-2025-11-25.prompt-unknown'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUnknownPrompt(context, peer, channel, [errorCode('mcp-2025-11-25.prompt-unknown', -32_602)])),
    explain: {
      sends: 'Requests: prompts/get with a name that no prompt has.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A user who chose from a stale list must learn that the prompt is gone.',
      failure: 'The fault is reported as internal, or an empty prompt is given.',
      fix: 'Refuse with -32602 where no prompt has the name.',
    },
  }),
  legacyCase({
    id: 'legacy.prompt-arguments',
    title: 'A prompt without an argument that it requires is refused',
    requirements: ['mcp-2025-11-25.prompt-arguments-missing'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkMissingArguments(context, peer, channel, [errorCode('mcp-2025-11-25.prompt-arguments-missing', -32_602)])),
    explain: {
      sends: 'Requests: prompts/get for each listed prompt with required arguments, each of them left out once.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A prompt with a hole in it goes to a model unseen.',
      failure: 'What is missing is filled with the empty text, or with the word undefined.',
      fix: 'Check the arguments against the list of the prompt before its text is made.',
    },
  }),
  legacyCase({
    id: 'legacy.prompt-content',
    title: 'What prompts consist of is whole',
    requirements: ['mcp-2025-11-25.prompt-content-valid'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkPromptContent(context, peer, channel, 'mcp-2025-11-25.prompt-content-valid')),
    explain: {
      sends: 'Requests: prompts/get for the first listed prompts, with something for each required argument.',
      expects: 'Messages of a user or an assistant, with content of a kind that the revision has, data in base64 and media types.',
      why: 'A client turns them into messages for a model, and has nothing to mend them by.',
      failure: 'An image has no media type, or an embedded resource no URI.',
      fix: 'Build the messages with types that require every member.',
    },
  }),
  legacyCase({
    id: 'legacy.completion-limit',
    title: 'A completion gives at most 100 texts',
    requirements: ['mcp-2025-11-25.completion-limit'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkCompletions(context, peer, channel, 'mcp-2025-11-25.completion-limit')),
    explain: {
      sends: 'Requests: completion/complete with an empty value for the arguments of listed prompts and templates.',
      expects: 'At most 100 values, all of them strings.',
      why: 'It is what a list on a screen holds; hasMore says that there are others.',
      failure: 'Every known value is returned where nothing was typed yet.',
      fix: 'Cut the list at 100, and say in total and hasMore that there are more.',
    },
  }),
  legacyCase({
    id: 'legacy.completion-invalid',
    title: 'A completion of nothing that exists is refused as invalid parameters',
    requirements: ['mcp-2025-11-25.completion-invalid'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkInvalidCompletions(context, peer, channel, [errorCode('mcp-2025-11-25.completion-invalid', -32_602)])),
    explain: {
      sends: 'Requests: completion/complete without a reference, without an argument, and for a prompt that does not exist.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A client that completes for a stale list must learn of it.',
      failure: 'The fault is reported as internal, or an empty completion is given.',
      fix: 'Look up what is referred to first, and refuse with -32602 where it is not there.',
    },
  }),
]
