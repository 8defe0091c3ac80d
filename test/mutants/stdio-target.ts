/** The servers of ours over stdio: each conversation is a process, patched by the hook, or wrapped in a rewrite. */
import { join } from 'node:path'
import { createStdioDriver } from '../../harness/fixture/stdio-command.ts'
import type { TargetInput } from '../../harness/target/target-input.ts'
import { createReport } from './patch-report.ts'
import { hook, root } from './places.ts'
import type { Fault, FaultyTarget } from './targets.ts'

interface Program {
  /** The name that the wrapper of rewrites knows it by. */
  readonly wrapped: 'reference' | 'fixture'
  readonly args: readonly string[]
  readonly eras: 'both' | 'legacy'
}

const reference: Program = { wrapped: 'reference', args: [join(root, 'server/bin.ts'), 'stdio'], eras: 'both' }
const fixture: Program = { wrapped: 'fixture', args: [join(root, 'test/fixture-server/main.ts'), 'stdio'], eras: 'both' }

export const stdioNames = ['reference-stdio', 'fixture-stdio', 'fixture-stdio-legacy'] as const
export type StdioName = (typeof stdioNames)[number]

const programs: Readonly<Record<StdioName, Program>> = {
  'reference-stdio': reference,
  'fixture-stdio': fixture,
  'fixture-stdio-legacy': { ...fixture, eras: 'legacy' },
}

export function isStdioName(name: string): name is StdioName {
  return stdioNames.some((each) => each === name)
}

export function stdioTarget(name: StdioName, fault: Fault, target: TargetInput): FaultyTarget {
  const { wrapped, args, eras } = programs[name]
  const report = fault.kind === 'patch' ? createReport() : undefined
  const command = fault.kind === 'rewrite'
    ? [join(root, 'test/mutants/rewrite/stdio-wrapper.ts'), fault.id, wrapped]
    : [...(fault.kind === 'patch' ? ['--import', hook] : []), ...args]
  const driver = createStdioDriver({
    name,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', ...command],
    env: {
      HANDOFF_AGENT_ID: '{identity}',
      HANDOFF_MCP_DB: '{workdir}/handoffs.sqlite',
      HANDOFF_MCP_REGISTRY: '{registry}',
      HANDOFF_MCP_RATE_LIMIT: '1000000',
      FIXTURE_ERAS: eras,
      // No server of ours reads it; a mutant tells it.
      HANDOFF_TEST_TOKEN: '{token}',
      // Percent-encoded, since the braces of a patch are no placeholders.
      ...(fault.kind === 'patch' && report !== undefined ? { HANDOFF_MUTANT_PATCH: encodeURIComponent(JSON.stringify(fault.patch)), HANDOFF_MUTANT_REPORT: report.path } : {}),
    },
    registry: { format: 'agents-yaml' },
    identities: {},
  })
  return { driver, target, ...(report === undefined ? {} : { check: () => { report.check() } }) }
}
