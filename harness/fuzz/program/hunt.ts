/** Runs program after program, several at once, until one differs from the model; then looks for the shortest one that still does. */
import * as fc from 'fast-check'
import { ProgramArbitrary } from './arbitrary.ts'
import type { Difference } from './difference.ts'
import type { Program } from './program.ts'
import type { Outcome } from './run-program.ts'
import type { Settings } from './settings.ts'

export interface HuntOptions {
  readonly settings: Settings
  readonly seed: number
  /** Programs in all; with a deadline, as many as there is time for. */
  readonly runs: number
  /** In ms, on the clock of `performance.now()`: no program is begun after it, but for a first one. */
  readonly deadline: number | undefined
  /** In ms, on the same clock: by then it has to be told what there is to tell, with fewer programs if need be. */
  readonly latest?: number
  /** Programs at the same time. */
  readonly atOnce: number
  /** @param lists Whether the boxes are listed at the end. */
  readonly run: (program: Program, lists: boolean) => Promise<Outcome>
  readonly signal: AbortSignal
}

export interface Found {
  readonly program: Program
  readonly difference: Difference
  /** The step at which it was seen; the number of steps where that was after the last one. */
  readonly at: number
  /** Of fast-check: they make the program and shrink it. */
  readonly seed: number
  readonly path: string
  /** True where the program, run once more, agreed. */
  readonly flaky: boolean
}

export interface Hunted {
  /** Programs that agreed, and their steps. */
  readonly programs: number
  readonly steps: number
  readonly found: Found | undefined
  /** Why nothing more could be told, where the target no longer answered as one that can be judged. */
  readonly stopped: string | undefined
}

/** With a deadline, programs are made this many at a time. */
const portion = 20

export async function hunt(options: HuntOptions): Promise<Hunted> {
  const tally: Tally = { programs: 0, steps: 0, found: undefined, stopped: undefined, foundBy: undefined }
  const { runs, atOnce, deadline, seed } = options
  await Promise.all(Array.from({ length: atOnce }, async (_, worker) => {
    const share = Math.floor(runs / atOnce) + (worker < runs % atOnce ? 1 : 0)
    const hunter = new Hunter(options, worker, tally)
    const seedOf = (round: number): number => (Math.imul(seed, 0x9e37_79b1) + worker + round * atOnce) | 0
    if (deadline === undefined) await hunter.hunt(seedOf(0), share)
    else for (let round = 0; !hunter.isOver(); round += 1) await hunter.hunt(seedOf(round), portion)
  }))
  const { foundBy: _, ...hunted } = tally
  return hunted
}

interface Tally {
  programs: number
  steps: number
  found: Found | undefined
  stopped: string | undefined
  /** Who has found something first: the others end. */
  foundBy: number | undefined
}

interface Failed {
  readonly at: number
  readonly difference: Difference
}

class Hunter {
  readonly #options: HuntOptions
  readonly #worker: number
  readonly #tally: Tally
  readonly #failures = new WeakMap<Program, Failed>()
  /** Whether what was found shows in the lists at the end alone; undefined while nothing is. */
  #atEnd: boolean | undefined
  #broken: unknown

  constructor(options: HuntOptions, worker: number, tally: Tally) {
    this.#options = options
    this.#worker = worker
    this.#tally = tally
  }

  isOver(): boolean {
    const { signal, deadline, latest } = this.#options
    const { stopped, foundBy, programs } = this.#tally
    if (signal.aborted || this.#broken !== undefined || stopped !== undefined || (latest !== undefined && performance.now() > latest)) return true
    return (foundBy !== undefined && foundBy !== this.#worker) || (deadline !== undefined && programs > 0 && performance.now() > deadline) || this.#tally.found !== undefined
  }

  /** @throws what broke the harness, and nothing that a target does. */
  async hunt(seed: number, numRuns: number): Promise<void> {
    if (numRuns === 0) return
    const arbitrary = new ProgramArbitrary(this.#options.settings, (program) => this.#failures.get(program)?.at ?? program.steps.length)
    const details = await fc.check(fc.asyncProperty(arbitrary, async (program) => this.#agrees(program)), { seed, numRuns })
    if (this.#broken !== undefined) throw this.#broken
    const [program] = details.counterexample ?? []
    const failed = program === undefined ? undefined : this.#failures.get(program)
    if (program === undefined || failed === undefined) return
    const again = await this.#options.run(program, true)
    this.#tally.found = { program, ...failed, seed, path: details.counterexamplePath ?? '', flaky: again.kind === 'agrees' }
  }

  /** Once all is over nothing is run any more, so that the search comes to its end. */
  async #agrees(program: Program): Promise<boolean> {
    if (this.isOver()) return true
    try {
      // What shows before the end is shrunk without the end.
      const outcome = await this.#options.run(program, this.#atEnd ?? true)
      return this.#judge(program, outcome)
    } catch (error) {
      this.#broken = error
      return true
    }
  }

  #judge(program: Program, outcome: Outcome): boolean {
    const tally = this.#tally
    switch (outcome.kind) {
      case 'differs':
        tally.foundBy ??= this.#worker
        if (tally.foundBy !== this.#worker) return true
        this.#atEnd = outcome.at === program.steps.length
        this.#failures.set(program, outcome)
        return false
      case 'stopped':
        tally.stopped ??= outcome.why
        return true
      case 'agrees':
        if (this.#atEnd === undefined) {
          tally.programs += 1
          tally.steps += program.steps.length
        }
        return true
    }
  }
}
