/** The JSON Schemas of tools: valid, whole, and complete in themselves. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { listedTools } from '../support/tools/tool-list.ts'
import { checkReferences, checkSchemasValid } from '../support/tools/tool-schemas.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.tool-schemas-valid',
    title: 'Input and output schemas are valid in their dialect',
    requirements: ['mcp-2026-07-28.tool-schema-valid', 'hardening.tool-schema-dialect'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkSchemasValid(context, await listedTools(context, peer), channel, { valid: 'mcp-2026-07-28.tool-schema-valid', dialect: 'hardening.tool-schema-dialect' })
    }),
    explain: {
      sends: 'tools/list, to its last page; nothing that a schema names is fetched.',
      expects: 'Schemas that the meta-schema of their dialect accepts: the one that $schema names, or 2020-12.',
      why: 'A client that cannot read the schema cannot call the tool, or calls it unchecked.',
      failure: 'The schema was written for an earlier draft without saying so, or a generator wrote a keyword with a value of the wrong type.',
      fix: 'Name the dialect in $schema, or have the generator write 2020-12.',
    },
  }),
  modernCase({
    id: 'spec.tool-schema-references',
    title: 'References within the schemas of tools lead to a part of the same schema',
    requirements: ['hardening.tool-schema-whole', 'hardening.tool-schema-local'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      checkReferences(context, await listedTools(context, peer), channel, { resolves: 'hardening.tool-schema-whole', local: 'hardening.tool-schema-local' })
    }),
    explain: {
      sends: 'tools/list, to its last page; every $ref and $dynamicRef is followed within its schema, and no further.',
      expects: 'Each leads to something that the schema holds, and none to an address on the network.',
      why: 'Keywords of 2020-12 such as $defs and $anchor must reach the client, which must not fetch what is missing.',
      failure: 'A layer that knows only some keywords dropped $defs on the way, or the schema was split over several files.',
      fix: 'Pass schemas on unchanged, and bundle what they refer to under $defs.',
    },
  }),
]
