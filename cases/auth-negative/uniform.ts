/** Whether a refusal tells whoever holds a void token that it was once good. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { describe, maySucceed, statusOf } from './reactions.ts'
import { strangerToken } from './tokens.ts'

const requirement = 'hardening.uniform-refusal'

/** A refusal without what differs at every request anyway: ids, times and numbers. */
export function shapeOf(reaction: Reaction): { readonly status: number | undefined; readonly challenge: string; readonly body: string } {
  if (reaction.kind !== 'response') return { status: undefined, challenge: '', body: '' }
  const { response } = reaction
  const body = Buffer.from(response.body).toString('utf8')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID')
    .replace(/\d+/g, '0')
  return { status: statusOf(reaction), challenge: fieldValues(response, 'www-authenticate').join(', '), body }
}

const uniformRefusal: Case = authCase({
  id: 'auth.uniform-refusal',
  title: 'Unknown, expired, disabled and revoked tokens get the same refusal',
  requirements: [requirement],
  needs: ['issueToken', 'disable', 'revoke'],
  fixture: 'own',
  explain: {
    sends: 'The same request with an unknown, an expired, a disabled and a revoked token.',
    expects: 'The same status, the same challenge and the same body for each.',
    why: 'A difference tells whoever found an old token that it belonged to somebody, and which state to work on.',
    failure: 'Error texts name the cause, or a disabled identity gets 403 and an unknown token 401.',
    fix: 'Use one refusal for every token that is not valid now, and write the cause to the log.',
  },
  async scenario(context: CaseContext) {
    const { fixture } = context
    const expired = await fixture.issueToken({ expiresInMs: -1_000 })
    const disabled = await fixture.issueToken({ expiresInMs: 3_600_000 })
    const revoked = await fixture.issueToken({ expiresInMs: 3_600_000 })
    await context.control(disabled)
    await context.control(revoked)
    await fixture.disable(disabled)
    await fixture.revoke(revoked)
    const stranger = { name: 'stranger', agentId: undefined, token: strangerToken(context.alpha.token, context.random) }
    const unknown = await context.wire.send(context.request(stranger))
    if (statusOf(unknown) === undefined || maySucceed(unknown)) context.inconclusive(`an unknown token is not refused: ${describe(unknown)}`)
    const wanted = shapeOf(unknown)
    for (const [input, identity] of [['expired', expired], ['disabled', disabled], ['revoked', revoked]] as const) {
      const reaction = await context.wire.send(context.request(identity))
      const shape = shapeOf(reaction)
      const different = (['status', 'challenge', 'body'] as const).filter((part) => shape[part] !== wanted[part])
      context.observe({
        requirement,
        input,
        ok: reaction.kind === 'response' && different.length === 0,
        expected: `as for an unknown token: ${describe(unknown)}`,
        actual: different.length === 0 ? describe(reaction) : `${describe(reaction)}; different ${different.join(', ')}`,
      }, reaction)
    }
  },
})

export const uniformCases: readonly Case[] = [uniformRefusal]
