/** Tools in the earlier revisions: how they are listed, and what their schemas and results are. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { checkInputSchemas, checkNames, listedTools } from '../support/tools/tool-list.ts'
import { checkListStable } from '../support/features/list-stability.ts'
import { checkContent, checkOutputConforms, checkStructuredText } from '../support/tools/tool-results.ts'
import { checkSchemasValid } from '../support/tools/tool-schemas.ts'
import { legacyCase, newest, since20250618 } from './define.ts'

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.tool-names',
    title: 'Tool names have the characters and the length that every client takes, and are unique',
    requirements: ['mcp-2025-11-25.tool-name-characters', 'mcp-2025-11-25.tool-name-unique'],
    revisions: [newest],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkNames(context, await listedTools(context, peer), channel, { characters: 'mcp-2025-11-25.tool-name-characters', unique: 'mcp-2025-11-25.tool-name-unique' })
    }),
    explain: {
      sends: 'Requests: tools/list in 2025-11-25, to its last page.',
      expects: 'Names of 1 to 128 ASCII letters, digits, underscores, hyphens and dots, none of them twice.',
      why: 'Models are given the names as they are, and many of them take no other characters.',
      failure: 'A name holds a space or a slash, or two parts of the server register the same one.',
      fix: 'Rename the tool; the title is there for people.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-input-schemas',
    title: 'Every tool has an input schema that is an object',
    requirements: ['mcp-2025-11-25.tool-input-schema'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkInputSchemas(context, await listedTools(context, peer), channel, 'mcp-2025-11-25.tool-input-schema')
    }),
    explain: {
      sends: 'Requests: tools/list in each revision, to its last page.',
      expects: 'An inputSchema of the type "object" with each tool, also with those that take no arguments.',
      why: 'Arguments are always an object; clients make the form and the call from this schema.',
      failure: 'Tools without arguments have no schema, or null.',
      fix: 'Give such a tool the schema of an empty object.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-schemas-valid',
    title: 'The schemas of tools are valid in their dialect',
    requirements: ['mcp-2025-11-25.tool-schema-valid', 'hardening.tool-schema-dialect'],
    revisions: [newest],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkSchemasValid(context, await listedTools(context, peer), channel, { valid: 'mcp-2025-11-25.tool-schema-valid', dialect: 'hardening.tool-schema-dialect' })
    }),
    explain: {
      sends: 'Requests: tools/list in 2025-11-25, to its last page.',
      expects: 'Input and output schemas that the meta-schema of their dialect accepts; without $schema that is 2020-12.',
      why: 'A client that cannot compile a schema leaves the tool out, or calls it unchecked.',
      failure: 'Keywords have values of a wrong type, or $schema names something that was never published.',
      fix: 'Check the schemas of all tools against their meta-schema when the server is built.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-list-stable',
    title: 'The list of tools is the same on another connection and after other requests',
    requirements: ['hardening.legacy-tool-list-stable'],
    scenario: async (context) => eachChannel(context, async (peer, channel) =>
      checkListStable(context, peer, channel, { list: 'tools', by: 'name' }, { set: 'hardening.legacy-tool-list-stable', order: 'hardening.legacy-tool-list-stable' })),
    explain: {
      sends: 'Requests: tools/list in two conversations, before and after a call of a tool that only reads.',
      expects: 'The same tools in the same order each time.',
      why: 'Without a notification a client takes the list that it has for the one that there is.',
      failure: 'Tools are kept in a collection without order, or registered by the first call.',
      fix: 'List tools in a fixed order, and notify clients when the list changes.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-output-conforms',
    title: 'Structured content conforms to the output schema',
    requirements: ['mcp-2025-11-25.tool-output-conforms'],
    revisions: since20250618,
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkOutputConforms(context, peer, channel, 'mcp-2025-11-25.tool-output-conforms')),
    explain: {
      sends: 'Calls of the tools that only read, from 2025-06-18 on.',
      expects: 'Structured content that the output schema accepts, from each tool that has one and does not report an error.',
      why: 'Clients validate it, and programs read its members by name.',
      failure: 'The result has only text, or lacks a member that the schema requires.',
      fix: 'Validate the result against the output schema before it is sent.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-structured-text',
    title: 'Structured content is there as text too',
    requirements: ['mcp-2025-11-25.tool-structured-text'],
    revisions: since20250618,
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkStructuredText(context, peer, channel, 'mcp-2025-11-25.tool-structured-text')),
    explain: {
      sends: 'Calls of the tools that only read, from 2025-06-18 on.',
      expects: 'Beside structured content a text block with the same JSON.',
      why: 'Clients that know only text would otherwise show nothing.',
      failure: 'The text is a summary, or the content is empty.',
      fix: 'Add a text block with the JSON of the structured content.',
    },
  }),
  legacyCase({
    id: 'legacy.tool-content',
    title: 'The content of tool results is whole, and of a kind that the revision has',
    requirements: ['mcp-2025-11-25.tool-content-valid', 'hardening.legacy-content-kinds'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        await checkContent(context, peer, `${channel}: its members`, 'mcp-2025-11-25.tool-content-valid', newest)
        await checkContent(context, peer, `${channel}: its kinds`, 'hardening.legacy-content-kinds')
      })
    },
    explain: {
      sends: 'Calls of the tools that only read, in each revision.',
      expects: 'Blocks with the members of their kind and data in base64; no links before 2025-06-18.',
      why: 'A client of an older revision does not know the newer kinds, and drops the whole result with them.',
      failure: 'The same result is sent in every revision, or bytes are put into data as they are.',
      fix: 'Leave out, or tell in text, what the revision of the session does not have.',
    },
  }),
]
