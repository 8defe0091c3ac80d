import t from 'tap'
import { redirectingServers } from './redirecting-servers.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, redirectingServers)
