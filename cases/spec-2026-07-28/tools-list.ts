/** How tools are listed: their names, their order, and that the list is the same for whoever asks. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { checkInputSchemas, checkListed, checkNames, listedTools } from '../support/tools/tool-list.ts'
import { checkListStable } from '../support/features/list-stability.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.tools-listed',
    title: 'Declared tools are listed',
    requirements: ['mcp-2026-07-28.tools-listed'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkListed(context, peer, channel, { capability: 'tools', requirement: 'mcp-2026-07-28.tools-listed' })),
    explain: {
      sends: 'tools/list, page by page, where server/discover declares tools.',
      expects: 'A result with an array of tools, which may be empty.',
      why: 'The capability says that the method is there; a client that believes it must not be left without an answer.',
      failure: 'The capability is declared although no handler is registered, or listing fails for some tool.',
      fix: 'Declare tools only where tools/list is served, and serve it also when there are none.',
    },
  }),
  modernCase({
    id: 'spec.tools-list-stable',
    title: 'The list of tools is the same on each connection and after other requests',
    requirements: ['mcp-2026-07-28.tools-list-stable', 'mcp-2026-07-28.tools-list-order'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkListStable(context, peer, channel, { list: 'tools', by: 'name' }, { set: 'mcp-2026-07-28.tools-list-stable', order: 'mcp-2026-07-28.tools-list-order' })),
    explain: {
      sends: 'tools/list on one connection and on a second one, then a call of a tool that only reads, then tools/list on both again.',
      expects: 'The same tools each time, in the same order; a list that changes once while the case runs is asked for again.',
      why: 'Requests are independent of one another, and clients cache the list; an order that changes also spoils the caches of models.',
      failure: 'Tools are registered for a connection or by a call, or they are kept in a collection without an order.',
      fix: 'Make the list from the configuration and the credentials of the request alone, and sort it.',
    },
  }),
  modernCase({
    id: 'spec.tool-names',
    title: 'Tool names have the characters and the length that every client takes, and are unique',
    requirements: ['mcp-2026-07-28.tool-name-characters', 'mcp-2026-07-28.tool-name-unique'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkNames(context, await listedTools(context, peer), channel, { characters: 'mcp-2026-07-28.tool-name-characters', unique: 'mcp-2026-07-28.tool-name-unique' })
    }),
    explain: {
      sends: 'tools/list, to its last page.',
      expects: 'Names of 1 to 128 ASCII letters, digits, underscores, hyphens and dots, none of them twice.',
      why: 'Clients pass the names on to models whose interfaces allow no others, and call a tool by its name alone.',
      failure: 'A name holds a space, a slash or a letter outside ASCII, or two modules register the same name.',
      fix: 'Rename the tool, and put words for people into its title.',
    },
  }),
  modernCase({
    id: 'spec.tool-input-schemas',
    title: 'Every tool has an input schema of the type object',
    requirements: ['mcp-2026-07-28.tool-input-schema'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkInputSchemas(context, await listedTools(context, peer), channel, 'mcp-2026-07-28.tool-input-schema')
    }),
    explain: {
      sends: 'tools/list, to its last page.',
      expects: 'An inputSchema for each tool that is a JSON object with "type": "object".',
      why: 'Arguments are always an object, and clients make their forms and calls from this schema.',
      failure: 'A tool without arguments is listed without a schema or with null, or a union stands at the root without a type.',
      fix: 'List a tool without arguments with the type object and additionalProperties false, and put unions beside the type.',
    },
  }),
]
