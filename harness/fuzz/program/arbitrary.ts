/** Programs as an arbitrary of fast-check: made up with the model beside, shrunk by what is known of where they failed. */
import * as fc from 'fast-check'
import { generateProgram } from './generate.ts'
import type { Program } from './program.ts'
import type { Settings } from './settings.ts'
import { smaller } from './shrink.ts'
import type { Place } from './shrink.ts'

export class ProgramArbitrary extends fc.Arbitrary<Program> {
  readonly #settings: Settings
  readonly #failedAt: (program: Program) => number

  /** @param failedAt The step at which a program failed when it was run last. */
  constructor(settings: Settings, failedAt: (program: Program) => number) {
    super()
    this.#settings = settings
    this.#failedAt = failedAt
  }

  override generate(random: fc.Random): fc.Value<Program> {
    return new fc.Value(generateProgram((bound) => random.nextInt(0, bound - 1), this.#settings), undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Program {
    return typeof value === 'object' && value !== null && 'steps' in value
  }

  override shrink(program: Program, place: unknown): fc.Stream<fc.Value<Program>> {
    // The contexts are those that are given below.
    const from = (place as Place | undefined) ?? { phase: 'cut' }
    return fc.stream(valuesOf(program, from, this.#failedAt(program)))
  }
}

function* valuesOf(program: Program, from: Place, failedAt: number): Generator<fc.Value<Program>> {
  for (const each of smaller(program, from, failedAt)) yield new fc.Value(each.program, each.place)
}
