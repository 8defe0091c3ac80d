import t from 'tap'
import { testKinds } from './support/run-kind.ts'
import { streamServers } from './stream-servers.ts'

testKinds(t, streamServers)
