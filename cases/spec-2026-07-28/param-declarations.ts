/** How a server's own tools declare the parameters that they mirror. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { headerAnnotations } from '../support/tools/header-annotations.ts'
import type { HeaderAnnotation } from '../support/tools/header-annotations.ts'
import { modernCase } from './define.ts'

const rules: readonly { readonly requirement: string; readonly expected: string; readonly problems: (annotations: readonly HeaderAnnotation[]) => number }[] = [
  { requirement: 'mcp-2026-07-28.header-names-valid', expected: 'field names, each once', problems: (all) => all.filter(({ named }) => !named).length + repeated(all) },
  { requirement: 'mcp-2026-07-28.header-types', expected: 'parameters of type string, integer or boolean', problems: (all) => all.filter(({ primitive }) => !primitive).length },
  { requirement: 'mcp-2026-07-28.header-reachable', expected: 'parameters reached through properties alone', problems: (all) => all.filter(({ reachable }) => !reachable).length },
  { requirement: 'mcp-2026-07-28.header-not-secret', expected: 'no parameter that is a secret', problems: (all) => all.filter(({ secret }) => secret).length },
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.param-declarations',
    title: 'Tools declare the parameters that they mirror as clients need them',
    requirements: rules.map(({ requirement }) => requirement),
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const { tools } = await peer.survey()
        const marked = tools.items.map((tool, index) => ({ index, annotations: headerAnnotations(tool['inputSchema']) })).filter(({ annotations }) => annotations.length > 0)
        if (marked.length === 0) context.notApplicable('no tool of the target has x-mcp-header')
        for (const { index, annotations } of marked) {
          for (const { requirement, expected, problems } of rules) {
            const wrong = problems(annotations)
            context.observe({ requirement, input: `${channel}: tool ${index + 1}`, ok: wrong === 0, expected, actual: wrong === 0 ? `${annotations.length} as they should be` : `${wrong} that are not` }, tools.items[index])
          }
        }
      })
    },
    explain: {
      sends: 'A tools/list request, page by page; nothing is called.',
      expects: 'Each x-mcp-header is a field name that no other one of the tool equals in any case, on a string, integer or boolean that properties alone lead to, and not on a secret.',
      why: 'A client must leave out a tool that breaks these rules, and whatever is mirrored can be read by everything on the way.',
      failure: 'Annotations were put on numbers, into items or choices, with spaces in them, or on a password.',
      fix: 'Annotate plain parameters only, with short names of letters and hyphens, and keep secrets in the body.',
    },
  }),
]

function repeated(annotations: readonly HeaderAnnotation[]): number {
  const names = annotations.flatMap(({ name }) => (name === undefined ? [] : [name.toLowerCase()]))
  return names.length - new Set(names).size
}
