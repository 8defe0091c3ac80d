/** Turns mutants, clean targets and sentinels into jobs: what is run for each, and how it is judged. */
import { join } from 'node:path'
import { judgeClean, judgeEquivalent, judgeMutant, judgeTest } from './judge.ts'
import type { Equivalent, Mutant } from './mutant.ts'
import { runHarness, runTest } from './run.ts'
import { judgeSentinel } from './sentinels.ts'
import type { Sentinel } from './sentinels.ts'
import { writeTargetFile } from './target-files.ts'
import type { ProcessTarget } from './target-files.ts'

export interface Job {
  readonly id: string
  readonly title: string
  /** @returns What is wrong; empty where all is as the data says. */
  run(): Promise<string[]>
}

export type CleanTarget = Exclude<Mutant['target'], 'test'>

const sessionRevision = '2025-11-25'

/** The program of a target that is a process; undefined for the reference server, which runs within the harness. */
function processOf(target: CleanTarget, fault: string, patched: boolean): ProcessTarget | undefined {
  switch (target) {
    case 'reference':
      return undefined
    case 'fixture':
      return { program: 'test/fixture-server/main.ts', args: [], patched }
    case 'fixture-2025':
      return { program: 'test/fixture-server/main.ts', args: [], patched, revision: sessionRevision }
    case 'proxy':
      return { program: 'test/mutants/proxied-server.ts', args: [fault], patched: false }
  }
}

function targetArgs(folder: string, target: ProcessTarget | undefined): string[] {
  return target === undefined ? [] : ['--target', writeTargetFile(folder, target)]
}

/** @param only Cases to run; undefined: all. */
export function mutantJob(mutant: Mutant, folder: string, only: readonly string[] | undefined): Job {
  const own = join(folder, mutant.id)
  const { id, title } = mutant
  if (mutant.target === 'test') {
    return { id, title, run: async () => judgeTest(await runTest(own, mutant.test, mutant.patch)) }
  }
  const { target, kills } = mutant
  const selected = only === undefined ? [] : ['--only', only.join(',')]
  return {
    id,
    title,
    async run() {
      if (mutant.target === 'proxy') {
        const args = [...selected, ...targetArgs(own, processOf('proxy', mutant.fault, false))]
        return judgeMutant({ kills, patched: false }, await runHarness({ folder: own, args }))
      }
      const args = [...selected, ...targetArgs(own, processOf(target, '', true))]
      return judgeMutant({ kills, patched: true, clouds: mutant.clouds ?? false }, await runHarness({ folder: own, patch: mutant.patch, hooked: target === 'reference', args }))
    },
  }
}

/** A check whose loss no case may see; the day that one does, it is a mutant. */
export function equivalentJob({ id, title, patch }: Equivalent, folder: string): Job {
  return { id, title, run: async () => judgeEquivalent(await runHarness({ folder: join(folder, id), patch, hooked: true, args: [] })) }
}

export function cleanJob(target: CleanTarget, folder: string): Job {
  const own = join(folder, `clean-${target}`)
  return {
    id: `clean ${target}`,
    title: 'All cases pass, or do not apply.',
    run: async () => judgeClean(await runHarness({ folder: own, args: targetArgs(own, processOf(target, 'none', false)) })),
  }
}

export function cleanTestJob(test: string, folder: string): Job {
  return {
    id: `clean ${test}`,
    title: 'The test passes.',
    async run() {
      const { exitCode, said } = await runTest(join(folder, `clean-${test.replaceAll('/', '-')}`), test)
      return exitCode === 0 ? [] : [`exit code ${String(exitCode)}: ${said}`]
    },
  }
}

/** The token is one that no server gave out. */
export function sentinelJob(sentinel: Sentinel, folder: string, caseIds: readonly string[]): Job {
  return {
    id: `sentinel ${sentinel.id}`,
    title: sentinel.title,
    async run() {
      const server = await sentinel.start()
      try {
        const args = ['--url', server.url, '--token-env', 'SENTINEL_TOKEN']
        const run = await runHarness({ folder: join(folder, sentinel.id), args, env: { SENTINEL_TOKEN: 'sentinel_0123456789abcdefghijklmnopqrstuvwxyz' } })
        return judgeSentinel(sentinel, caseIds, run)
      } finally {
        await server.close()
      }
    },
  }
}
