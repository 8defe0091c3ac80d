/**
 * What the gate has found of the reference server, which is the reference without a fault: where it has looked at these
 * very sources, and everything was as it should be, the mutants need not look again.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cases, requirements } from '../../cases/index.ts'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import { judgeClean } from './judge.ts'
import type { JobResult } from './jobs.ts'
import { root } from './places.ts'

/** All that a run hangs on; what is newer than the start of the gate may not be what it has seen. */
const sources = ['{cases,harness,protocol,server,vectors}/**/*', 'package.json', 'package-lock.json', 'server.json'] as const

/** @returns What a clean run of these cases comes to; undefined where the gate does not say that it is green. */
export function fromGate(only: readonly string[], record: RunRecord | undefined = readRecord()): JobResult | undefined {
  if (record === undefined || !fits(record) || Date.parse(record.start) <= newestSource()) return undefined
  const results = new Map(record.results.map((result) => [result.id, result]))
  const outcomes = new Map(only.map((id) => [id, results.get(id)?.outcome ?? 'not-run']))
  const problems = judgeClean({ exitCode: record.exitCode ?? undefined, outcomes, findings: [], notes: [], said: '' })
  return problems.length === 0 ? { problems, passed: only.filter((id) => outcomes.get(id) === 'pass') } : undefined
}

function readRecord(): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(root, 'release-evidence/gate/results.json'), 'utf8')) as RunRecord
  } catch {
    return undefined
  }
}

function fits({ status, level, nodeVersion, catalogueDigest, target }: RunRecord): boolean {
  return status === 'complete' && level === 'hardening' && nodeVersion === process.version && target?.driver === 'reference'
    && catalogueDigest === createCatalogue({ cases, requirements }).digest
}

/** In ms since the epoch. */
function newestSource(): number {
  return Math.max(...sources.flatMap((pattern) => globSync(pattern, { cwd: root })).map((path) => statSync(join(root, path)).mtimeMs))
}
