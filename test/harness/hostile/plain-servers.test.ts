import t from 'tap'
import { plainServers } from './plain-servers.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, plainServers)
