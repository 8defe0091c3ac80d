/** The clients of both generations of the official SDK: two of them complete a handoff through the target. */
import { runClient } from '../../harness/external/client.ts'
import { clientModes } from '../../harness/external/clients/job.ts'
import type { ClientAccess, ClientMode } from '../../harness/external/clients/job.ts'
import { openStdioBridge } from '../../harness/external/stdio-bridge.ts'
import type { StdioBridge } from '../../harness/external/stdio-bridge.ts'
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Transport } from '../../harness/target/profile.ts'
import { need } from './external.ts'
import type { External } from './external.ts'

const generations = {
  first: { name: 'first', package: 'firstClient', modes: ['default'], short: 'sdk-1' },
  second: { name: 'second', package: 'secondClient', modes: clientModes, short: 'sdk-2' },
} as const

type Generation = (typeof generations)[keyof typeof generations]

export const clientCases = (external: External): readonly Case[] =>
  [generations.first, generations.second].flatMap((generation) => (['http', 'stdio'] as const).map((transport) => clientCase(generation, transport, external)))

function clientCase(generation: Generation, transport: Transport, external: External): Case {
  const over = transport === 'http' ? 'HTTP' : 'stdio'
  const requirement = `hardening.sdk-${generation.name}-client`
  return {
    id: `interop.${generation.short}-${transport}`,
    suite: 'interop',
    fixture: 'alone',
    timeoutMs: 5 * 60_000,
    channels: { transport },
    ...(transport === 'stdio' ? { needs: ['openStdio' as const] } : {}),
    title: `Two clients of the ${generation.name} SDK generation complete a handoff over ${over}`,
    requirements: [requirement],
    appliesTo: ({ adapter, identities }) =>
      adapter !== 'reference' ? 'the target has no tools of the handoff contract under their own names' : identities < 2 ? 'a handoff takes two identities' : undefined,
    async scenario(context) {
      need(context, generation.package, external)
      const { alpha, beta } = context
      const recipient = beta?.agentId
      if (beta === undefined || recipient === undefined) return context.inconclusive('nobody knows how the target names the second identity')
      const missing = generation.modes.map((mode) => missingEra(context, mode))
      if (missing.every((reason) => reason !== undefined)) context.notApplicable(missing[0] ?? '')
      await withAccess(context, transport, [alpha, beta], async ([first, second]) => {
        for (const mode of generation.modes) {
          const reason = missingEra(context, mode)
          if (reason !== undefined) {
            context.setAside(mode, reason)
            continue
          }
          const revision = context.channels.find(({ era }) => era === 'modern')?.revision ?? ''
          const run = await runClient({ generation: generation.name, job: { mode, revision, alpha: first, beta: second, recipient }, timeoutMs: external.timeoutMs, signal: context.signal })
          if (run.kind === 'broken') return context.inconclusive(`${mode}: the client gave no report: ${run.why}`)
          if (run.kind === 'failed') {
            context.observe({ requirement, input: mode, ok: false, expected: 'a report of the client', actual: run.why })
            continue
          }
          for (const { step, ok, expected, actual } of run.steps) context.observe({ requirement, input: `${mode}: ${step}`, ok, expected, actual })
        }
      })
    },
    explain: {
      sends: `What the clients of the ${generation.name} SDK generation send over ${over} when alpha hands work to beta, beta looks, acknowledges and completes it, and alpha reads it.`,
      expects: 'Each step succeeds, with the state that the handoff contract has for it, and in the era that the mode of the client asks for.',
      why: 'These clients check what they receive, and nearly every agent is built on one of them.',
      failure: 'An answer does not fit the schema that the client checks by, or the wrong era was chosen.',
      fix: 'Run the SDK client by hand against the server and read its error.',
    },
  }
}

/** The first generation and the default mode of the second begin with initialize, the other modes do not. */
function missingEra(context: CaseContext, mode: ClientMode): string | undefined {
  const wanted = mode === 'default' ? 'legacy' : 'modern'
  return context.channels.some(({ era }) => era === wanted) ? undefined : `the target does not speak the ${wanted} era over this transport`
}

async function withAccess(context: CaseContext, transport: Transport, identities: readonly [Identity, Identity], work: (access: readonly [ClientAccess, ClientAccess]) => Promise<void>): Promise<void> {
  if (transport === 'http') {
    const [first, second] = identities.map(({ token }): ClientAccess => ({ transport: 'http', url: context.target.url.href, token }))
    if (first !== undefined && second !== undefined) await work([first, second])
    return
  }
  const bridges: StdioBridge[] = []
  try {
    for (const identity of identities) bridges.push(await openStdioBridge(async () => context.fixture.openStdio(identity)))
    const [first, second] = bridges.map(({ command }): ClientAccess => ({ transport: 'stdio', command }))
    if (first !== undefined && second !== undefined) await work([first, second])
  } finally {
    await Promise.all(bridges.map(async (bridge) => bridge.close()))
  }
}
