/**
 * Every dependency decides verdicts, so each is pinned: exact in `package.json`, by hash in the lock file, by major
 * version in the workflows. The lock file names no download address, so that it works with any registry.
 */

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Manifest & { readonly version?: string; readonly integrity?: string; readonly link?: boolean; readonly optionalDependencies?: Readonly<Record<string, string>> }>>
}

export function looseDependencies(manifest: Manifest): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    // An alias pins the version of the package that it stands for.
    .filter(([, range]) => !/^(?:npm:(?:@[a-z0-9-]+\/)?[a-z0-9-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(range))
    .map(([name, range]) => `${name} is pinned to no exact version: ${range}`)
}

/** @param text The lock file. */
export function lockProblems(text: string, manifest: Manifest): string[] {
  const lock = JSON.parse(text) as Lock
  const problems: string[] = []
  if (/"resolved"\s*:/.test(text)) problems.push('the lock file names download addresses (`resolved`): install with the .npmrc of this repository')
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path !== '' && entry.link !== true && entry.integrity === undefined) problems.push(`${path} has no integrity hash in the lock file`)
  }
  // What a registry could not find while the lock file was written, `npm ci` misses in it: override who asks for it.
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      if (!Object.keys(lock.packages).some((each) => each.endsWith(`node_modules/${name}`))) problems.push(`${path} may use ${name}, which the lock file does not have, so that npm ci refuses it`)
    }
  }
  for (const group of ['dependencies', 'devDependencies'] as const) {
    if (JSON.stringify(sorted(manifest[group])) !== JSON.stringify(sorted(lock.packages['']?.[group]))) {
      problems.push(`the ${group} of package.json and of the lock file differ: run npm install`)
    }
  }
  return problems
}

/** @param text A workflow file. */
export function looseActions(text: string): string[] {
  return [...text.matchAll(/^\s*(?:-\s*)?uses:\s*(\S+)/gm)]
    .map(([, action]) => action ?? '')
    .filter((action) => !/^\.\/|@(v\d+|[0-9a-f]{40})$/.test(action))
    .map((action) => `${action} is pinned to no major version`)
}

function sorted(record: Readonly<Record<string, string>> | undefined): [string, string][] {
  return Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
}
