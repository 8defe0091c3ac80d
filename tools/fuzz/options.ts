/** The options of `npm run fuzz:acceptance`. */
import { Command, InvalidArgumentError } from 'commander'
import type { CommanderError } from 'commander'

export interface FuzzOptions {
  /** Questions at most; unlimited where only a time is given. */
  readonly runs: number
  readonly seed: number
  readonly path: string | undefined
  readonly budgetMs: number | undefined
  /** Where vectors of disagreements are written. */
  readonly output: string
  /** Without the computation in Python. */
  readonly python: boolean
  /** Files of vectors that are asked instead of generated questions. */
  readonly files: readonly string[]
}

const largestSeed = 2 ** 31 - 1
const defaultRuns = 1000
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * @param args Without the program.
 * @param onExit Instead of ending the process, after help or what is wrong was printed; it must throw.
 */
export function readFuzzOptions(args: readonly string[], defaults: { readonly seed: number; readonly output: string }, onExit?: (error: CommanderError) => never): FuzzOptions {
  const command = new Command('fuzz:acceptance')
    .description('asks all implementations of accept_handoff the same random envelopes; what they disagree on is shrunk and saved as a vector')
    .argument('[file...]', 'files of vectors to ask instead')
    .option('--runs <n>', `envelopes (default: ${defaultRuns}, or as many as the time allows)`, whole(1, 2 ** 31 - 1))
    .option('--seed <n>', 'the same envelopes again (default: drawn)', whole(0, largestSeed))
    .option('--path <p>', 'of a disagreement that was found with this seed: it alone again', path)
    .option('--time-budget <time>', 'begin no envelope after so long: 90s, 10m', duration)
    .option('--output <folder>', 'where vectors go', defaults.output)
    .option('--no-python', 'without the computation in Python')
  if (onExit !== undefined) command.exitOverride(onExit)
  command.parse(args, { from: 'user' })
  const given = command.opts<{ runs?: number; seed?: number; path?: string; timeBudget?: number; output: string; python: boolean }>()
  if (given.path !== undefined && given.seed === undefined) command.error('error: a path is one of a seed: give --seed too')
  return {
    runs: given.runs ?? (given.timeBudget === undefined ? defaultRuns : 2 ** 31 - 1),
    seed: given.seed ?? defaults.seed,
    path: given.path,
    budgetMs: given.timeBudget,
    output: given.output,
    python: given.python,
    files: command.args,
  }
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return value
  }
}

function path(text: string): string {
  if (!/^\d+(:\d+)*$/.test(text)) throw new InvalidArgumentError('It must be numbers with colons between them.')
  return text
}

function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? []
  const ms = Number(amount) * (units[unit] ?? 0)
  if (ms === 0) throw new InvalidArgumentError('It must be a whole number with ms, s, m or h.')
  return ms
}
