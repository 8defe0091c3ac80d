/** Whether a shared cache may keep what was meant for one caller. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { authCase } from './define.ts'
import { notCacheable, requirementsOf } from './expectations.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'

const noStore: Case = authCase({
  id: 'auth.no-store',
  title: 'Refusals and authenticated answers are kept from shared caches',
  requirements: requirementsOf(notCacheable),
  explain: {
    sends: 'The control, the same without credentials and with an unknown token, and a GET of the endpoint without credentials.',
    expects: 'Each answer has Cache-Control with no-store or private.',
    why: 'A cache in front of the server that is told nothing may be configured to keep everything, and hand it to the next caller.',
    failure: 'Only successful answers set the field, or only the framework sets fields, or nobody does.',
    fix: 'Set Cache-Control: no-store on every answer of the endpoint, refusals included.',
  },
  async scenario(context: CaseContext) {
    const good = context.request(context.alpha)
    const get = { method: 'GET', target: good.target, headers: withoutAuthorization(good).headers.filter(([name]) => name.toLowerCase() !== 'content-type') }
    context.expect(notCacheable, await context.wire.send(good), 'an authenticated answer')
    context.expect(notCacheable, await context.wire.send(context.request(undefined)), 'no credentials')
    context.expect(notCacheable, await context.wire.send(withToken(good, strangerToken(context.alpha.token, context.random))), 'unknown token')
    context.expect(notCacheable, await context.wire.send(get), 'GET without credentials')
  },
})

export const cachingCases: readonly Case[] = [noStore]
