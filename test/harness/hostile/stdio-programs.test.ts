import t from 'tap'
import { stdioPrograms } from './stdio-programs.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, stdioPrograms)
