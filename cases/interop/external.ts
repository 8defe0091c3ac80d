/** Where the external tools of the interop cases come from; tests look for them elsewhere. */
import { besideHarness, externalPackages, findPackage } from '../../harness/external/packages.ts'
import type { FoundPackage } from '../../harness/external/packages.ts'
import type { CaseContext } from '../../harness/run/case.ts'

export interface External {
  /** Folders from which the packages are looked for, upwards. */
  readonly folders: readonly string[]
  readonly curl: string
  /** Of one run of one tool, in ms. */
  readonly timeoutMs: number
}

export const installed: External = { folders: besideHarness, curl: 'curl', timeoutMs: 120_000 }

/** @throws NotRun with the line that installs it. */
export function need(context: CaseContext, name: keyof typeof externalPackages, { folders }: External): FoundPackage {
  const search = findPackage(externalPackages[name], folders)
  return search.kind === 'found' ? search.found : context.notRun(search.reason)
}
