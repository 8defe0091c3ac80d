/** Runs interop cases on the reference server, or on a server that a test has spoiled. */
import { dirname, join } from 'node:path'
import t from 'tap'
import { interopCases } from '../../../cases/interop/index.ts'
import { installed } from '../../../cases/interop/external.ts'
import type { External } from '../../../cases/interop/external.ts'
import { interopRequirements } from '../../../cases/requirements/interop.ts'
import type { Driver } from '../../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startHttpServer } from '../../../server/index.ts'
import { startMcpServer } from '../../harness/support/mcp-server.ts'
import type { McpServerOptions } from '../../harness/support/mcp-server.ts'
import { driverFor } from '../../harness/support/url-driver.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(165_000)
export const patient = { timeout: 160_000 } as const
/** What `npm run conformance` runs too, which is a step of the whole check by itself. */
export const clean = { ...patient, skip: process.env['CI'] === undefined ? false : 'npm run conformance does it' } as const

const root = dirname(dirname(dirname(import.meta.dirname)))

export async function runInterop(driver: Driver, only: string, external: Partial<External> = {}): Promise<readonly CaseResult[]> {
  const { results, faults } = await runConformance({
    catalogue: createCatalogue({ cases: interopCases({ ...installed, ...external }), requirements: interopRequirements }),
    driver, target: { name: 'test', claims: { auth: 'static-bearer', adapter: referenceAdapter } },
    select: { suites: ['interop'], only: [only] }, level: 'hardening', emit: () => {}, secrets: () => {},
  })
  if (faults[0] !== undefined) throw faults[0].error
  return results
}

export function referenceDriver(): Driver {
  return createReferenceDriver({ start: startHttpServer, stdio: { command: [process.execPath, join(root, 'server/bin.ts'), 'stdio'] } })
}

/** The small server of the tests of the engine. */
export async function spoiled(t: { teardown(end: () => Promise<void>): void }, options: McpServerOptions = {}): Promise<Driver> {
  const server = await startMcpServer(options)
  t.teardown(async () => server.close())
  return driverFor(server.url)
}

/** Inputs of what a case saw violated. */
export function violations({ observations }: CaseResult): string[] {
  return observations.filter(({ ok }) => !ok).map(({ input = '' }) => input)
}
