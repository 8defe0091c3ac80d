/** How prompts are given and refused. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkMissingArguments, checkPromptContent, checkUnknownPrompt } from '../support/features/prompt-checks.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.unknown-prompt',
    title: 'A prompt that does not exist is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.prompt-unknown'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUnknownPrompt(context, peer, channel, [errorCode('mcp-2026-07-28.prompt-unknown', -32_602)])),
    explain: {
      sends: 'prompts/get with a name that no prompt has, between two prompts/list requests that must be served.',
      expects: 'The JSON-RPC error -32602.',
      why: 'The code tells the client that its list is stale, and not that the server failed.',
      failure: 'The lookup throws, and the exception becomes an internal error; or an empty prompt is given.',
      fix: 'Refuse with -32602 where no prompt has the name.',
    },
  }),
  modernCase({
    id: 'spec.prompt-arguments',
    title: 'A prompt without an argument that it requires is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.prompt-arguments-missing'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkMissingArguments(context, peer, channel, [errorCode('mcp-2026-07-28.prompt-arguments-missing', -32_602)])),
    explain: {
      sends: 'prompts/get for each prompt with required arguments, each time without one of them.',
      expects: 'The JSON-RPC error -32602.',
      why: 'A prompt with a hole in it goes to a model as if it were whole.',
      failure: 'Arguments are put into the text without being checked, so that it says "undefined".',
      fix: 'Check the arguments against the list of the prompt before its messages are made.',
    },
  }),
  modernCase({
    id: 'spec.prompt-content',
    title: 'The content of prompts is whole',
    requirements: ['mcp-2026-07-28.prompt-content-valid'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkPromptContent(context, peer, channel, 'mcp-2026-07-28.prompt-content-valid')),
    explain: {
      sends: 'prompts/get for each listed prompt, with the text "example" for each required argument; one that is refused is left out.',
      expects: 'Messages of a user or an assistant; images and audio in base64 with a media type; embedded resources with a URI, a media type, and text or a blob.',
      why: 'A client turns them into messages to a model, and can do so only with all the parts.',
      failure: 'A media type is missing or is a file extension, or data is not encoded.',
      fix: 'Build messages with the types of the SDK, and name the media type of each embedded resource.',
    },
  }),
]
