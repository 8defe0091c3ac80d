/** What `npm run conformance` looks at: the product, and the fixture server that offers what the product does not. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cases, requirements } from '../../cases/index.ts'
import { casesCompared } from '../../harness/external/framework/agreement.ts'

export interface ConformanceTarget {
  /** Also the name of its folder of evidence. */
  readonly name: string
  readonly title: string
  /** Arguments of `handoff-conformance run`. @param folder A temporary one. */
  args(folder: string): readonly string[]
  /** Every scored scenario of the framework has to apply. */
  readonly whole: boolean
}

/** Of our own cases about the revision that is compared, those with a verdict that the framework has too. */
const compared = casesCompared(cases.filter(({ id, suite }) => suite === 'spec' && id.startsWith('spec.')), requirements).map(({ id }) => id).join(',')

/** @param root The repository. */
export function conformanceTargets(root: string): readonly ConformanceTarget[] {
  return [
    { name: 'product', title: 'product: the reference server', whole: false, args: () => ['--suite', 'spec,manifest,interop', '--only', `${compared},manifest.*,interop.*`] },
    {
      name: 'fixture-server',
      title: 'fixture server: the same HTTP stack with everything that the framework calls by name',
      whole: true,
      args: (folder) => ['--suite', 'spec,interop', '--only', `${compared},interop.*`, '--target', fixtureFile(root, folder)],
    },
  ]
}

const plenty = '1000000'

/** JSON is YAML, and leaves nothing to quote. */
function fixtureFile(root: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const program = join(root, 'test/fixture-server/main.ts')
  const store = { HANDOFF_MCP_DB: '{workdir}/handoffs.sqlite', HANDOFF_MCP_REGISTRY: '{registry}', HANDOFF_MCP_RATE_LIMIT: plenty, HANDOFF_MCP_REFUSAL_LIMIT: plenty }
  const path = join(folder, 'fixture-server.yaml')
  writeFileSync(path, JSON.stringify({
    version: 1,
    name: 'fixture-server',
    start: {
      command: ['{node}', program],
      url: 'http://127.0.0.1:{port}/mcp',
      env: { ...store, HANDOFF_MCP_PORT: '{port}' },
      ready: { url: 'http://127.0.0.1:{port}/readyz', timeout_ms: 60_000 },
      stdio: { command: ['{node}', program, 'stdio'], env: { ...store, HANDOFF_AGENT_ID: '{identity}' } },
    },
    registry: { format: 'agents-yaml' },
    auth: { kind: 'static-bearer' },
    handoff: { adapter: 'reference' },
  }))
  return path
}
