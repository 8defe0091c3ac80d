import t from 'tap'
import { plantingServers } from './planting-servers.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, plantingServers)
