/** What tools answer: structured content, its text, and content blocks. Only tools that read are called. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { checkContent, checkOutputConforms, checkStructuredText } from '../support/tools/tool-results.ts'
import { modernCase } from './define.ts'

const sends = 'One call of each tool that is annotated as read-only or named in the target file, with arguments made from its input schema.'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.tool-output-conforms',
    title: 'Structured content conforms to the output schema of its tool',
    requirements: ['mcp-2026-07-28.tool-output-conforms'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkOutputConforms(context, peer, channel, 'mcp-2026-07-28.tool-output-conforms')),
    explain: {
      sends,
      expects: 'A member structuredContent that the tool\'s output schema accepts, whatever kind of value it is; a tool error need not have one.',
      why: 'Whoever declares what comes out promises it; programs read the result without looking again.',
      failure: 'The result is given as text only, or a field was added, renamed or left null without the schema knowing.',
      fix: 'Check the output against the schema before it leaves, and treat a mismatch as a fault of the server.',
    },
  }),
  modernCase({
    id: 'spec.tool-structured-text',
    title: 'Structured content is also there as text',
    requirements: ['mcp-2026-07-28.tool-structured-text'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkStructuredText(context, peer, channel, 'mcp-2026-07-28.tool-structured-text')),
    explain: {
      sends,
      expects: 'For an object in structuredContent a text block with the same JSON; for any other value some text.',
      why: 'Clients from before structured content show the model the text only.',
      failure: 'The tool returns an empty content array, or text that leaves out part of the result.',
      fix: 'Serialise the structured content into a text block, as most SDKs do by themselves.',
    },
  }),
  modernCase({
    id: 'spec.tool-content-valid',
    title: 'Content blocks of tool results are whole',
    requirements: ['mcp-2026-07-28.tool-content-valid'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkContent(context, peer, channel, 'mcp-2026-07-28.tool-content-valid')),
    explain: {
      sends,
      expects: 'An array of blocks of a kind that the revision has, each with its members; data in base64, URIs and media types of the right form.',
      why: 'A client drops or refuses a result with one bad block, and the whole call was for nothing.',
      failure: 'Binary data is passed as text or in the URL alphabet of base64, or a media type is only a file extension.',
      fix: 'Encode with the standard alphabet and padding, and build blocks with the types of the SDK.',
    },
  }),
]
