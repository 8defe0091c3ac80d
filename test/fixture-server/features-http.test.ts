/** The official clients of both generations use what the fixture server offers, in every era, over HTTP. */
import t from 'tap'
import { exerciseFeatures } from './support/exercise.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

await exerciseFeatures('http')
