/** Runs cases of ours against a target and gives back what each came to. */
import { cases, requirements } from '../../../cases/index.ts'
import type { Driver } from '../../../harness/fixture/driver.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { CaseResult, Threshold } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { TargetClaims } from '../../../harness/target/target-input.ts'

export interface SuiteRun {
  readonly results: readonly CaseResult[]
  readonly faults: readonly unknown[]
  readonly exitCode: number
}

/** @param only Globs over case ids; default: the whole suite `auth-negative`. */
export async function runSuite(driver: Driver, claims: TargetClaims, options: { only?: readonly string[]; skip?: readonly string[]; level?: Threshold; revision?: string } = {}): Promise<SuiteRun> {
  return runConformance({
    catalogue: createCatalogue({ cases, requirements }),
    driver,
    target: { name: 'target', claims, ...(options.revision === undefined ? {} : { revision: options.revision }) },
    select: { suites: ['auth-negative'], ...(options.only === undefined ? {} : { only: options.only }), ...(options.skip === undefined ? {} : { skip: options.skip }) },
    level: options.level ?? 'hardening',
    emit: () => undefined,
    secrets: () => undefined,
  })
}

/** The requirements that a case saw violated, each once, in alphabetical order. */
export function violatedBy(result: CaseResult | undefined): string[] {
  return [...new Set(result?.observations.filter(({ ok }) => !ok).map(({ requirement }) => requirement))].sort()
}
