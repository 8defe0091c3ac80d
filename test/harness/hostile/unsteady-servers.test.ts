import t from 'tap'
import { unsteadyServers } from './unsteady-servers.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, unsteadyServers)
