/** The command line of MCP Inspector, in each era that the target speaks. */
import { runInspector } from '../../harness/external/inspector.ts'
import type { InspectorRun } from '../../harness/external/inspector.ts'
import { startBearerProxy } from '../../harness/external/proxy.ts'
import { openStdioBridge } from '../../harness/external/stdio-bridge.ts'
import { objectsOf, textOf } from '../../harness/wire/members.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Era, Transport } from '../../harness/target/profile.ts'
import { need } from './external.ts'
import type { External } from './external.ts'

const requirement = 'hardening.inspector'

export const inspectorCases = (external: External): readonly Case[] => [inspectorCase('http', external), inspectorCase('stdio', external)]

function inspectorCase(transport: Transport, external: External): Case {
  const over = transport === 'http' ? 'HTTP' : 'stdio'
  return {
    id: `interop.inspector-${transport}`,
    suite: 'interop',
    fixture: 'alone',
    timeoutMs: 5 * 60_000,
    channels: { transport },
    ...(transport === 'stdio' ? { needs: ['openStdio' as const] } : {}),
    title: `Inspector lists the tools over ${over} and calls a read-only one, in each era`,
    requirements: [requirement],
    async scenario(context) {
      const found = need(context, 'inspector', external)
      const eras = [...new Set(context.channels.map(({ era }) => era))]
      // A target may offer other tools in each era.
      const own = await Promise.all(eras.map(async (era) => ({ era, tools: await ownTools(context, era) })))
      await withServer(context, transport, async (server) => {
        for (const { era, tools } of own) {
          const run = async (method: 'tools/list' | 'tools/call', tool?: string): Promise<InspectorRun> =>
            runInspector({ found, era, server, method, ...(tool === undefined ? {} : { tool }), timeoutMs: external.timeoutMs, signal: context.signal })
          const ended = async (...asked: Parameters<typeof run>): Promise<Exclude<InspectorRun, { kind: 'broken' }>> => {
            const end = await run(...asked)
            return end.kind === 'broken' ? context.inconclusive(`${era}: ${asked[0]}: Inspector gave no result: ${end.why}`) : end
          }
          const listed = await ended('tools/list')
          const count = listed.kind === 'result' ? objectsOf(listed.result, 'tools').length : 0
          context.observe({ requirement, input: `${era}: tools/list`, ok: count === tools.length, expected: `${tools.length} tools`, actual: listed.kind === 'result' ? `${count} tools` : listed.why })
          const tool = context.target.tools.find(({ readOnly, needsNothing }) => readOnly && needsNothing)
          if (tool === undefined) {
            context.setAside(`${era}: tools/call`, 'the target has no read-only tool without arguments')
            continue
          }
          const called = await ended('tools/call', tool.name)
          const ok = called.kind === 'result' && Array.isArray(called.result['content']) && called.result['isError'] !== true
          context.observe({ requirement, input: `${era}: tools/call`, ok, expected: 'a result that is no tool error', actual: called.kind === 'failed' ? called.why : ok ? 'a result' : 'a tool error' })
        }
      })
    },
    explain: {
      sends: `What Inspector sends over ${over} for tools/list and for tools/call of a read-only tool without arguments, with its era set to legacy and to modern.`,
      expects: 'As many tools as the harness itself was shown, and a result of the call that is no tool error.',
      why: 'Authors try a server with Inspector first, and it is independent of this harness.',
      failure: 'The server answers something that the SDK inside Inspector does not accept, or does not speak the era that it announces.',
      fix: 'Run Inspector by hand with --cli and --protocol-era, and read what it says.',
    },
  }
}

/** The newest revision of an era is what Inspector speaks in it. */
async function ownTools(context: CaseContext, era: Era): Promise<readonly string[]> {
  const channel = context.channels.find((each) => each.era === era)
  if (channel === undefined) return context.notApplicable('the target has no such channel')
  const { tools } = await (await context.peer(channel)).survey()
  if (tools.refused !== undefined || tools.pages.length === 0) context.notApplicable('the target declares no tools')
  return tools.items.flatMap((item) => textOf(item, 'name') ?? [])
}

async function withServer(context: CaseContext, transport: Transport, work: (server: URL | readonly string[]) => Promise<void>): Promise<void> {
  if (transport === 'http') {
    const proxy = await startBearerProxy(context.target.url, context.alpha.token === '' ? undefined : context.alpha.token)
    try {
      await work(proxy.url)
    } finally {
      await proxy.close()
    }
    return
  }
  const bridge = await openStdioBridge(async () => context.fixture.openStdio(context.alpha))
  try {
    await work(bridge.command)
  } finally {
    await bridge.close()
  }
}
