/** Who a request acts for: the owner of its token, whatever names the caller puts beside it. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import { authCase, needsTwoIdentities } from './define.ts'
import { whoActs } from './who.ts'
import type { Asking } from './who.ts'
import { senderOf } from './sender.ts'

const requirement = 'hardening.identity-from-token'

const spoofFields = ['X-Agent-Id', 'X-User-Id', 'X-User', 'X-Forwarded-User', 'X-Remote-User', 'Remote-User', 'X-Client-Id', 'From', 'Mcp-Agent']

const identitySpoof: Case = authCase({
  id: 'auth.identity-spoof',
  title: 'The token decides who acts, not a name that the caller gives',
  requirements: [requirement],
  appliesTo: (target) => needsTwoIdentities(target) ?? (target.adapter === undefined ? 'no adapter says how the target tells who acts' : undefined),
  explain: {
    sends: 'Calls with the token of one identity and the name of another in header fields, in _meta, in arguments and as the session id.',
    expects: 'Each acts as the owner of the token, or is refused.',
    why: 'A name that the caller chooses is no proof; otherwise every agent could write in the name of every other.',
    failure: 'A handler takes the agent from an argument or from a field that a proxy was meant to set.',
    fix: 'Take the identity from the token alone, at authentication, and hand it to the handlers; refuse arguments that the schema does not have.',
  },
  async scenario(context: CaseContext) {
    const { alpha, beta } = context
    if (beta === undefined) context.notApplicable('there is no second identity')
    const own = await whoActs(context, { identity: alpha })
    const other = await whoActs(context, { identity: beta })
    if (own === undefined || other === undefined) context.inconclusive('the target does not say who acts')
    if (own === other) context.inconclusive('both tokens belong to the same identity')
    for (const field of spoofFields) await observeActor(context, `${field} field`, { change: (request) => withField(request, field, other) }, own)
    await observeActor(context, '_meta', { meta: { agent_id: other, agentId: other, user: other, sender: other } }, own)
    for (const name of ['agent_id', 'as', 'user']) await observeActor(context, `argument ${name}`, { arguments: { [name]: other } }, own)
    await observeActor(context, 'session id', { change: (request) => withField(request, 'Mcp-Session-Id', other) }, own)
    for (const name of ['sender', 'from', 'agent_id']) await observeSender(context, name, own, other)
  },
})

async function observeActor(context: CaseContext, input: string, asking: Omit<Asking, 'identity'>, own: string): Promise<void> {
  const actor = await whoActs(context, { ...asking, identity: context.alpha })
  observe(context, input, actor, own)
}

async function observeSender(context: CaseContext, name: string, own: string, other: string): Promise<void> {
  observe(context, `argument ${name} of a handoff`, await senderOf(context, { [name]: other }), own)
}

function observe(context: CaseContext, input: string, actor: string | undefined, own: string): void {
  const actual = actor === undefined ? 'refused, or nobody is named' : actor === own ? 'acts as the owner of the token' : 'acts as somebody else'
  context.observe({ requirement, input, ok: actor === undefined || actor === own, expected: 'acts as the owner of the token, or is refused', actual })
}

export const identityCases: readonly Case[] = [identitySpoof]
