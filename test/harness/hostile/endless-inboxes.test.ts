import t from 'tap'
import { endlessInboxes } from './endless-inboxes.ts'
import { testKinds } from './support/run-kind.ts'

testKinds(t, endlessInboxes)
