/**
 * Mutants, clean targets and sentinels as jobs: plain data that a worker can be handed, and what running one means.
 */
import { join } from 'node:path'
import { equivalents, mutants } from './catalogue.ts'
import { runVectors } from './library.ts'
import { runRegistryVectors } from './registry-library.ts'
import { judgeClean, judgeMutant, judgeTest } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { runCases, runTest } from './run.ts'
import { judgeSentinel, runSentinel, sentinels } from './sentinels.ts'
import { faultyTarget } from './targets.ts'
import type { Fault, TargetName } from './targets.ts'

export type Job =
  | { readonly kind: 'clean'; readonly target: TargetName; readonly cases: readonly string[] }
  | { readonly kind: 'clean-test'; readonly test: string }
  | { readonly kind: 'sentinel'; readonly id: string; readonly cases: readonly string[] }
  | { readonly kind: 'equivalent'; readonly id: string; readonly cases: readonly string[] }
  | { readonly kind: 'mutant'; readonly id: string; readonly cases: readonly string[] }

export interface JobResult {
  /** Empty where all is as the data says. */
  readonly problems: readonly string[]
  /** Clean targets: the cases that passed there. */
  readonly passed?: readonly string[]
}

export function nameOf(job: Job): string {
  switch (job.kind) {
    case 'clean': return `clean ${job.target}`
    case 'clean-test': return `clean ${job.test}`
    case 'sentinel': return `sentinel ${job.id}`
    case 'equivalent':
    case 'mutant': return job.id
  }
}

/** @param folder For what test files write. */
export async function runJob(job: Job, folder: string): Promise<JobResult> {
  switch (job.kind) {
    case 'clean': {
      const run = await runCases(await faultyTarget(job.target, { kind: 'none' }), job.cases)
      return { problems: judgeClean(run), passed: [...run.outcomes].flatMap(([id, outcome]) => (outcome === 'pass' ? [id] : [])) }
    }
    case 'clean-test': {
      const { exitCode, said } = await runTest(join(folder, `clean-${job.test.replaceAll('/', '-')}`), job.test)
      return { problems: exitCode === 0 ? [] : [`exit code ${String(exitCode)}: ${said}`] }
    }
    case 'sentinel': {
      const sentinel = found(sentinels, job.id)
      return { problems: judgeSentinel(sentinel, job.cases, await runSentinel(sentinel, job.cases)) }
    }
    case 'equivalent': {
      const { id, patch } = found(equivalents, job.id)
      return { problems: await onTarget('reference', { kind: 'patch', id, patch }, async (target) => judgeClean(await runCases(target, job.cases))) }
    }
    case 'mutant':
      return { problems: await proveMutant(found(mutants, job.id), job.cases, folder) }
  }
}

function found<Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): Entry {
  const entry = entries.find((each) => each.id === id)
  if (entry === undefined) throw new Error(`there is no ${id}`)
  return entry
}

/** @returns Why the mutant was not killed as its data says; empty where it was. */
export async function proveMutant(mutant: Mutant, cases: readonly string[], folder: string): Promise<string[]> {
  if (mutant.target === 'test') return judgeTest(await runTest(join(folder, mutant.id), mutant.test, mutant.patch))
  if (mutant.target === 'library') return judgeMutant(mutant, await (mutant.patch.file.startsWith('server/registry/') ? runRegistryVectors : runVectors)(mutant.id, mutant.patch))
  const target = mutant.target === 'proxy' ? 'reference' : mutant.target
  return onTarget(target, faultOf(mutant), async (faulty) => judgeMutant({ ...mutant, kills: mutant.kills.filter((id) => cases.includes(id)) }, await runCases(faulty, cases, mutant.runs)))
}

function faultOf(mutant: Exclude<Mutant, { readonly target: 'test' | 'library' }>): Fault {
  if ('rewrite' in mutant) return { kind: 'rewrite', id: mutant.id, rewrite: mutant.rewrite }
  if ('patch' in mutant) return { kind: 'patch', id: mutant.id, patch: mutant.patch }
  return { kind: 'bytes', fault: mutant.fault }
}

/** A fault that cannot be made is told from one that nobody sees. */
async function onTarget(name: TargetName, fault: Fault, work: (target: Awaited<ReturnType<typeof faultyTarget>>) => Promise<string[]>): Promise<string[]> {
  let target
  try {
    target = await faultyTarget(name, fault)
  } catch (error) {
    return [`the patch does not apply: ${error instanceof Error ? error.message : String(error)}`]
  }
  const problems = await work(target)
  try {
    target.check?.()
    return problems
  } catch (error) {
    return [`the patch does not apply: ${error instanceof Error ? error.message : String(error)}`]
  }
}
