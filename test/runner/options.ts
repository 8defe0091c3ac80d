/** The command lines of `npm test` and `npm run test:repeat`. */
import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { parseSeed, randomSeed } from '../support/seed.ts'

export interface RunOptions {
  readonly seed: number
  /** Test files at a time. */
  readonly jobs: number
  /** Only print the files in their order. */
  readonly list: boolean
  /** Parts of paths; empty: all files. */
  readonly filters: readonly string[]
}

export interface RepeatOptions {
  readonly runs: number
  readonly filters: readonly string[]
}

export function parseRunOptions(argv: readonly string[]): RunOptions {
  const command = new Command('npm test --')
    .description('runs the test files in an order drawn from a seed')
    .argument('[FILTER...]', 'parts of the paths of the files to run')
    .option('--seed <N>', 'the order and the generated inputs of an earlier run', checked(parseSeed))
    .option('--jobs <N>', 'test files at a time', checked(positive), availableParallelism() + 1)
    .option('--list', 'print the files in their order and run none')
    .parse(argv, { from: 'user' })
  const options = command.opts<{ seed?: number; jobs: number; list?: true }>()
  return { seed: options.seed ?? randomSeed(), jobs: options.jobs, list: options.list === true, filters: command.args }
}

export function parseRepeatOptions(argv: readonly string[]): RepeatOptions {
  const command = new Command('npm run test:repeat --')
    .description('runs the tests again and again, each time with another seed, and stops at the first red run')
    .argument('[FILTER...]', 'parts of the paths of the files to run')
    .option('--runs <N>', 'how many runs', checked(positive), 10)
    .parse(argv, { from: 'user' })
  return { runs: command.opts<{ runs: number }>().runs, filters: command.args }
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`This must be a whole number above 0, not ${JSON.stringify(text)}.`)
  return Number(text)
}

/** Turns an error of a parser into one that commander prints as a usage error. */
function checked(parse: (text: string) => number): (text: string) => number {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
    }
  }
}
