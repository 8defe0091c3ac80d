/** All golden vectors over MCP over HTTP, in the newest revision of each era, on the reference server in this process: from the first token to the last verdict. */
import { cases, requirements } from '../cases/index.ts'
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { createCatalogue } from '../harness/run/catalogue.ts'
import { runConformance } from '../harness/run/run.ts'
import { referenceAdapter } from '../harness/target/adapter.ts'
import { startHttpServer } from '../server/index.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'

const goalMs = 5_000
const rounds = 3
const only = ['accept.vectors-*']

export async function benchVectors(): Promise<Measurement> {
  const found: { readonly ms: number; readonly answers: number }[] = []
  for (let round = 0; round < rounds; round += 1) found.push(await measure())
  const ms = median(found.map((each) => each.ms))
  return {
    name: 'all golden vectors over MCP over HTTP in both eras, against 5 s',
    ratio: ms / goalMs,
    limit: 1,
    detail: `${(ms / 1000).toFixed(1)} s for ${found[0]?.answers ?? 0} vectors and eras, median of ${rounds}, with a fixture of its own for each theme that sets the clock`,
  }
}

async function measure(): Promise<{ readonly ms: number; readonly answers: number }> {
  const { tool, issueTool, verifyTool } = referenceAdapter.acceptHandoff ?? (() => { throw new Error('the adapter names no acceptance tool') })()
  const began = performance.now()
  const { results } = await runConformance({
    catalogue: createCatalogue({ cases, requirements }),
    driver: createReferenceDriver({ start: startHttpServer }),
    // Without an endpoint over plain HTTP.
    target: { name: 'reference', claims: { auth: 'static-bearer', adapter: referenceAdapter, acceptHandoff: { tool, ...(issueTool === undefined ? {} : { issueTool }), ...(verifyTool === undefined ? {} : { verifyTool }) } } },
    select: { suites: ['accept-handoff'], only },
    level: 'hardening',
    emit: () => undefined,
    secrets: () => undefined,
  })
  const ms = performance.now() - began
  const wrong = results.filter(({ outcome }) => outcome !== 'pass')
  if (wrong.length > 0) throw new Error(`not every vector passed: ${wrong.map(({ id, outcome }) => `${id} ${outcome}`).join(', ')}`)
  return { ms, answers: results.reduce((sum, { observations }) => sum + observations.length, 0) }
}
