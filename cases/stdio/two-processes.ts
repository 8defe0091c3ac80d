/** Two processes on one store: what one hands over, the other shows. */
import { randomUUID } from 'node:crypto'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { adapterOf, argumentsFor, valueAt } from '../../harness/target/adapter.ts'
import type { Adapter } from '../../harness/target/adapter.ts'
import { channelName } from '../../harness/target/profile.ts'
import { describeAnswer } from '../support/answers.ts'
import { eachEra, stdioCase } from './define.ts'

async function send(context: CaseContext, adapter: Adapter, peer: Peer, recipient: Identity, title: string): Promise<void> {
  const { tool } = adapter.operations.send
  const given = { recipient: recipient.agentId, title, summary: 'Sent by a conformance test; nobody needs to do anything.', request: 'None.' }
  const answer = await peer.call({ method: 'tools/call', params: { name: tool, arguments: argumentsFor(adapter, 'send', given) } })
  if (answer.answer.kind !== 'result' || answer.answer.result['isError'] === true) context.inconclusive(`${tool} was not served: ${describeAnswer(answer)}`)
}

/** How often a handoff of that title is in the newest page of the caller's inbox. */
async function countIn(context: CaseContext, adapter: Adapter, peer: Peer, title: string): Promise<number> {
  const { tool, results } = adapter.operations.inbox
  const answer = await peer.call({ method: 'tools/call', params: { name: tool, arguments: argumentsFor(adapter, 'inbox', { box: 'received', statuses: ['queued'], limit: 20 }) } })
  const items = answer.answer.kind === 'result' ? valueAt(answer.answer.result['structuredContent'], results['handoffs'] ?? '') : undefined
  if (!Array.isArray(items)) return context.inconclusive(`${tool} lists nothing: ${describeAnswer(answer)}`)
  return (items as unknown[]).filter((item) => valueAt(item, adapter.handoff['title'] ?? '') === title).length
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.shared-store',
    title: 'Two processes on one store see what the other has handed over',
    requirements: ['hardening.stdio-shared-store'],
    needs: ['openStdio'],
    appliesTo: ({ adapter, identities }) => (adapter === undefined ? 'the target hands nothing off that the harness knows how to send' : identities < 2 ? 'the target is known with fewer than two identities' : undefined),
    async scenario(context) {
      const adapter = adapterOf(context.target)
      const { alpha, beta } = context
      if (adapter === undefined || beta === undefined) return context.notApplicable('there are not two identities that can hand work to each other')
      await eachEra(context, async (first, _, input) => {
        const second = await context.peer(first.channel, { identity: beta, own: true })
        const there = `over stdio ${randomUUID()}`
        const back = `over stdio ${randomUUID()}`
        await send(context, adapter, first, beta, there)
        await send(context, adapter, second, alpha, back)
        for (const [name, peer, title] of [['from the first to the second', second, there], ['from the second to the first', first, back]] as const) {
          const count = await countIn(context, adapter, peer, title)
          context.observe({ requirement: 'hardening.stdio-shared-store', input: `${input}: ${name}`, ok: count === 1, expected: 'the handoff, once', actual: `${count} times` })
        }
        const listening = context.target.channels.find((channel) => channel.transport === 'http' && channel.revision === first.channel.revision)
        if (listening === undefined) return
        const count = await countIn(context, adapter, await context.peer(listening, { identity: beta }), there)
        context.observe({ requirement: 'hardening.stdio-shared-store', input: `${input}: to ${channelName(listening)}`, ok: count === 1, expected: 'the handoff, once', actual: `${count} times` })
      })
    },
    explain: {
      sends: 'A handoff from one process, as the first identity, and one from another process, as the second; both then list what they received, and so does the server that listens, where there is one.',
      expects: 'Each handoff is there, once.',
      why: 'Each agent starts a server of its own; the inbox is what they share.',
      failure: 'The server keeps handoffs in its memory, or a snapshot of the store that it read at its start.',
      fix: 'Read from the store at every operation, with a journal mode that lets several processes write.',
    },
  }),
]
