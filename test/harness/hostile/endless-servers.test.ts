import t from 'tap'
import { testKinds } from './support/run-kind.ts'
import { endlessServers } from './endless-servers.ts'

testKinds(t, endlessServers)
