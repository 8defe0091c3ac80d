/**
 * Versions of both SDK generations that let clients share a transport send answers to the wrong client
 * (GHSA-345p-7cg4-v4c7, CVE-2026-25536): the suite must see it. The same tools with a transport for each request pass
 * on the mended versions, and there a shared one serves nobody.
 */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { targetDriver } from '../../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'

t.setTimeout(180_000)

interface Built {
  readonly name: string
  readonly file: 'v1.ts' | 'v2.ts'
  readonly sdk: string
  readonly shared: boolean
  readonly outcome: 'caught' | 'passes' | 'serves nobody'
}

const servers: readonly Built[] = [
  { name: 'SDK 1.25.3, one transport for all', file: 'v1.ts', sdk: 'sdk-shared-transport-v1', shared: true, outcome: 'caught' },
  { name: 'SDK 1.25.3, a transport for each request', file: 'v1.ts', sdk: 'sdk-shared-transport-v1', shared: false, outcome: 'passes' },
  { name: 'SDK 1.32.2, one transport for all', file: 'v1.ts', sdk: '@modelcontextprotocol/sdk', shared: true, outcome: 'serves nobody' },
  { name: 'SDK 1.32.2, a transport for each request', file: 'v1.ts', sdk: '@modelcontextprotocol/sdk', shared: false, outcome: 'passes' },
  { name: 'SDK 2.2.0, one transport for all', file: 'v2.ts', sdk: 'sdk-shared-transport-v2', shared: true, outcome: 'caught' },
  { name: 'SDK 2.4.0, one transport for all', file: 'v2.ts', sdk: '@modelcontextprotocol/server', shared: true, outcome: 'serves nobody' },
  { name: 'SDK 2.4.0, a transport for each request', file: 'v2.ts', sdk: '@modelcontextprotocol/server', shared: false, outcome: 'passes' },
]

function targetFile({ file, sdk, shared }: Built): string {
  return JSON.stringify({
    version: 1,
    name: 'shared-transport',
    start: {
      command: ['{node}', fileURLToPath(new URL(file, import.meta.url))],
      url: 'http://127.0.0.1:{port}/mcp',
      env: { PORT: '{port}', SDK: sdk, SHARED: String(shared) },
      ready: { url: 'http://127.0.0.1:{port}/mcp', timeout_ms: 60_000 },
    },
  })
}

for (const server of servers) {
  t.test(server.name, async (t) => {
    const file = parseTargetFile(targetFile(server), fileURLToPath(new URL('target.yaml', import.meta.url)))
    const run = await runConformance({
      catalogue: createCatalogue({ cases, requirements }),
      driver: targetDriver(file),
      target: { ...file.target, revision: '2025-11-25' },
      select: { suites: ['isolation'], only: ['isolation.same-id'] },
      level: 'must',
      emit: () => undefined,
      secrets: () => undefined,
    })
    t.same(run.faults, [])
    const [result] = run.results
    if (server.outcome === 'passes') t.equal(result?.outcome, 'pass', result?.reason ?? '')
    else if (server.outcome === 'caught') t.equal(result?.outcome, 'fail', result?.reason ?? '')
    else t.not(result?.outcome, 'pass', result?.reason ?? '')
  })
}
