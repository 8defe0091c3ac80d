/** The command line that points the harness at one hostile target, or at several side by side through a target file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reporterNames } from '../../../../harness/reporters/reporters.ts'
import type { HostilePlace } from './kind.ts'

export interface Pointed {
  /** A name that is also the name of its folder. */
  readonly name: string
  readonly place: HostilePlace
  /** The environment variable that holds its token. */
  readonly tokenEnv: string
}

export interface Commanded {
  readonly args: readonly string[]
  /** Where the evidence of a target lies. */
  readonly evidenceOf: (name: string) => string
}

/**
 * @param folder Where the target file is written and the evidence goes.
 * @param rest The options that say which cases run, and how.
 */
export function commandLine(targets: readonly Pointed[], folder: string, rest: readonly string[]): Commanded {
  const evidence = join(folder, 'evidence')
  const [only] = targets
  const alone = targets.length === 1 && only !== undefined && only.place.kind !== 'driver' ? wordsOf(only) : undefined
  const one = alone !== undefined
  const file = join(folder, 'targets.yaml')
  if (!one) writeFileSync(file, JSON.stringify({ version: 1, targets: targets.map(inFile) }))
  const [words, command] = alone ?? [['--target', file, '--concurrency', String(targets.length)], []]
  const reports = reporterNames.flatMap((name) => ['--reporter', `${name}=${join(evidence, one ? '' : '{target}', `report.${name}`)}`])
  return {
    args: ['run', ...words, ...rest, '--level', 'hardening', '--evidence', evidence, '--evidence-detail', 'exchanges', ...reports, ...command],
    evidenceOf: (name) => (one ? evidence : join(evidence, name)),
  }
}

/** Without a file: options, and what stands at the very end. */
function wordsOf({ place, tokenEnv }: Pointed): readonly [options: readonly string[], command: readonly string[]] | undefined {
  switch (place.kind) {
    case 'url': return [['--url', place.url, '--token-env', tokenEnv], []]
    case 'stdio': return [[], ['--', ...place.command]]
    case 'driver': return undefined
  }
}

function inFile({ name, place, tokenEnv }: Pointed): object {
  switch (place.kind) {
    case 'url': return { name, url: place.url, auth: { kind: 'static-bearer', identities: { alpha: { token_env: tokenEnv } } } }
    case 'stdio': return { name, transport: 'stdio', start: { command: place.command } }
    case 'driver': return { name, driver: { command: place.command }, auth: { kind: 'static-bearer' }, handoff: { adapter: 'reference' } }
  }
}
