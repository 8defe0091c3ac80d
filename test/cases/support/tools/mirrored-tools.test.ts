import t from 'tap'
import type { CaseContext } from '../../../../harness/run/case.ts'
import { mirroringTools, withArgument } from '../../../../cases/support/tools/mirrored-tools.ts'
import type { JsonObject, Peer } from '../../../../harness/peer/peer.ts'

const readOnly = { annotations: { readOnlyHint: true } }
const region = { type: 'string', 'x-mcp-header': 'Region' }

/** A peer and a context as far as the function looks at them. */
async function toolsOf(items: readonly JsonObject[]): ReturnType<typeof mirroringTools> {
  const peer = { survey: async () => Promise.resolve({ tools: { items } }) } as unknown as Peer
  const context = {
    target: { claimed: { readOnlyTools: [], calls: {} } },
    notApplicable: (reason: string) => { throw new Error(reason) },
  } as unknown as CaseContext
  return mirroringTools(context, peer)
}

void t.test('each mirrored parameter gets a value beside what the tool needs', async (t) => {
  const [tool] = await toolsOf([{
    name: 'one', ...readOnly,
    inputSchema: {
      type: 'object', required: ['needed'],
      properties: {
        needed: { type: 'string' }, region,
        count: { type: 'integer', minimum: 5, 'x-mcp-header': 'Count' },
        kind: { enum: ['a', 'b'], 'x-mcp-header': 'Kind' },
        place: { type: 'object', required: ['country'], properties: { country: { type: 'string' }, city: { type: 'string', 'x-mcp-header': 'City' } } },
      },
    },
  }])
  t.same(tool?.least, { needed: 'a' })
  t.same(tool?.full, { needed: 'a', region: 'mirrored text', count: 5, kind: 'a', place: { country: 'a', city: 'mirrored text' } })
  t.same(tool?.params.map(({ field }) => field), ['Mcp-Param-Region', 'Mcp-Param-Count', 'Mcp-Param-Kind', 'Mcp-Param-City'])
})

void t.test('tools that may not be called or mirror nothing are left out', async (t) => {
  const schema = { type: 'object', properties: { region } }
  await t.rejects(toolsOf([{ name: 'writes', inputSchema: schema }, { name: 'plain', ...readOnly, inputSchema: { type: 'object' } }]), /no tool that may be called/)
  await t.rejects(toolsOf([{ name: 'patterned', ...readOnly, inputSchema: { type: 'object', properties: { code: { type: 'string', pattern: '^x$', 'x-mcp-header': 'Code' } } } }]), /no tool/)
})

void t.test('an argument is replaced at its path and nothing else is', async (t) => {
  const args = { one: 1, place: { city: 'Ulm', country: 'DE' } }
  t.same(withArgument(args, ['place', 'city'], 'Bonn'), { one: 1, place: { city: 'Bonn', country: 'DE' } })
  t.same(args.place.city, 'Ulm')
})
