import t from 'tap'
import { answerShapes } from './answer-shapes.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, answerShapes)
