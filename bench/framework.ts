/**
 * The suite spec against the official framework, on one server: checks a second of each whole process. A check is
 * something that was judged: an observation of ours, a check of theirs that did not skip or only inform.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import { runFramework, frameworkRevisions } from '../harness/external/framework/run.ts'
import { externalPackages, findPackage } from '../harness/external/packages.ts'
import { startBearerProxy } from '../harness/external/proxy.ts'
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { startHttpServer } from '../server/index.ts'
import type { Measurement } from './benchmark.ts'
import { measureProcess } from './process.ts'

const root = join(import.meta.dirname, '..')
const timeoutMs = 300_000

interface Rate {
  readonly checks: number
  readonly ms: number
}

export async function benchFramework(): Promise<Measurement> {
  // With everything that the framework looks for, as a process of its own, so that it shares none with either side.
  const driver = createReferenceDriver({ start: startHttpServer, process: true, command: { node: process.execPath, args: [join(root, 'test/fixture-server/main.ts')] } })
  const server = await driver.open()
  try {
    const token = server.identities['alpha']?.token ?? ''
    const [ours, theirs] = [await measureOurs(server.url, token), await measureTheirs(server.url, token)]
    return {
      name: 'checks a second of the suite spec, whole process, against the official framework on the same server',
      ratio: perSecond(ours) / perSecond(theirs), limit: 10, bound: 'least',
      detail: `${perSecond(ours).toFixed(1)} against ${perSecond(theirs).toFixed(1)} a second: ${ours.checks} in ${(ours.ms / 1000).toFixed(1)} s, and ${theirs.checks} in ${(theirs.ms / 1000).toFixed(1)} s for ${frameworkRevisions.join(' and ')}`,
    }
  } finally {
    await server.close()
  }
}

async function measureOurs(url: URL, token: string): Promise<Rate> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-spec-'))
  try {
    const file = join(folder, 'token')
    writeFileSync(file, token, { mode: 0o600 })
    const evidence = join(folder, 'evidence')
    const { ms } = await measureProcess([join(root, 'harness/bin.ts'), 'run', '--suite', 'spec', '--url', url.href, '--token-file', file, '--quiet', '--evidence', evidence])
    const { results } = JSON.parse(readFileSync(join(evidence, 'results.json'), 'utf8')) as RunRecord
    return { ms, checks: results.reduce((sum, { observations }) => sum + observations.length, 0) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureTheirs(url: URL, token: string): Promise<Rate> {
  const search = findPackage(externalPackages.framework)
  if (search.kind === 'missing') throw new Error(search.reason)
  const proxy = await startBearerProxy(url, token)
  try {
    const begin = performance.now()
    let checks = 0
    for (const revision of frameworkRevisions) {
      const run = await runFramework({ found: search.found, url: proxy.url, revision, timeoutMs, signal: AbortSignal.timeout(timeoutMs) })
      if (run.kind === 'broken') throw new Error(`the official framework did not end: ${run.why}`)
      checks += run.scenarios.flatMap((scenario) => scenario.checks).filter(({ status, untestable }) => !untestable && status !== 'SKIPPED' && status !== 'INFO').length
    }
    return { ms: performance.now() - begin, checks }
  } finally {
    await proxy.close()
  }
}

function perSecond({ checks, ms }: Rate): number {
  return checks / (ms / 1000)
}
