/** Every message that a target sends, in every revision that it speaks, fits the official schema of that revision. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { SchemaViolation } from '../../harness/peer/ledger.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { eachChannel } from '../support/channels.ts'
import { servedCalls } from '../support/methods.ts'
import { oncePerRun } from '../support/once.ts'
import { showing } from '../support/showing.ts'
import { sameChannel } from './seen.ts'

/** Of one channel; whoever has more is helped by the first of them. */
const maxShown = 40

/** Enough of everything, also where nothing else has run: each list, one call of each kind, and a refusal. */
const sweep = oncePerRun(async (context, peer) => {
  await servedCalls(context, peer)
  await showing(context, peer)
  await peer.call({ method: 'conformance/no-such-method' })
})

export const cases: readonly Case[] = [
  {
    id: 'spec.messages-match-schema',
    suite: 'spec',
    title: 'Every message fits the official schema of its revision',
    requirements: ['mcp-2026-07-28.messages-match-schema', 'mcp-2025-11-25.messages-match-schema'],
    fixture: 'shared',
    last: true,
    async scenario(context) {
      await eachChannel(context, async (peer, name) => {
        await sweep(context, peer)
        judge(context, peer.channel, name, context.ledger.violations.filter(({ channel }) => sameChannel(channel, peer.channel)))
      })
    },
    explain: {
      sends: 'The opening of a conversation, each list, a call of each kind that the target declares, and a method that there is none of; it then judges every message that any case of the run was sent.',
      expects: 'Results that fit the definition of their method, errors, notifications and requests that fit theirs, in the schema.json of the revision that is spoken. An error without an id may have null for it.',
      why: 'Clients parse messages by types that are made from these schemas, and refuse what does not fit.',
      failure: 'A required member is missing, has another type, or is spelled as an earlier or later revision spells it.',
      fix: 'Compare the message with the definition that the observation names, in the schema of the revision.',
    },
  },
]

function judge(context: CaseContext, channel: Channel, name: string, violations: readonly SchemaViolation[]): void {
  const requirement = channel.era === 'modern' ? 'mcp-2026-07-28.messages-match-schema' : 'mcp-2025-11-25.messages-match-schema'
  if (violations.length === 0) {
    const count = [...context.ledger.counts].filter(([of]) => sameChannel(of, channel)).reduce((sum, [, each]) => sum + each, 0)
    if (count === 0) context.inconclusive('no message came')
    // How many there were is a matter of timing, and of which cases ran beside it.
    context.observe({ requirement, input: name, ok: true, expected: 'messages that fit the schema', actual: 'every message does' })
  }
  for (const { what, where, rule, found, by, message } of violations.slice(0, maxShown)) {
    context.observe({ requirement, input: `${name}: ${what}`, ok: false, expected: `${where === '' ? 'the message' : where} ${rule}`, actual: `${found}${by === undefined || by === '' ? '' : `, first in ${by}`}` }, message === undefined ? undefined : [message], [by])
  }
}
