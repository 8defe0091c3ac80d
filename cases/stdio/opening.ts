/** What may come first in a conversation over stdio. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import { channelName } from '../../harness/target/profile.ts'
import { initializeParams } from '../../harness/wire/mcp.ts'
import { describeAnswer } from '../support/answers.ts'
import { answeredOnce, describeReply, sideOf, stdioCase } from './define.ts'

/** A server need not answer what it does not know before initialize. In ms. */
const probeMs = 1_500

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.any-request-first',
    title: 'The first message may be any request of 2026-07-28',
    requirements: ['mcp-2026-07-28.stdio-any-request-first'],
    channels: { transport: 'stdio', era: 'modern' },
    async scenario(context) {
      for (const channel of context.channels) {
        await context.attempt(channelName(channel), async () => {
          const { capabilities } = await (await context.peer(channel)).survey()
          const lists = [['tools', 'tools/list'], ['resources', 'resources/list'], ['prompts', 'prompts/list']].filter(([capability = '']) => Object.hasOwn(capabilities, capability))
          if (lists.length === 0) context.notApplicable('the target declares nothing that could be listed first')
          for (const [, method = ''] of lists) {
            const answer = await (await context.peer(channel, { own: true })).call({ method })
            context.observe({ requirement: 'mcp-2026-07-28.stdio-any-request-first', input: `${channelName(channel)}: ${method}`, ok: answer.answer.kind === 'result', expected: 'a result', actual: describeAnswer(answer) }, answer)
          }
        })
      }
    },
    explain: {
      sends: 'To a new process for each list that the target declares: that list, and nothing before it.',
      expects: 'Each of them is answered with a result.',
      why: 'There is no handshake in this revision; a client that knows the server asks for what it needs.',
      failure: 'The server waits for initialize or server/discover before it serves anything.',
      fix: 'Serve each request by its own envelope.',
    },
  }),
  stdioCase({
    id: 'stdio.probe-then-initialize',
    title: 'A server of earlier revisions still answers initialize after it was asked something else',
    requirements: ['hardening.stdio-probe-first'],
    channels: { transport: 'stdio', era: 'legacy' },
    appliesTo: ({ channels }) => (channels.some(({ transport, era }) => transport === 'stdio' && era === 'modern') ? 'the target answers server/discover, so that no client falls back' : undefined),
    async scenario(context) {
      const [newest] = context.channels
      if (newest === undefined) return
      for (const method of ['server/discover', 'tools/list']) {
        const input = `${method}, then initialize`
        await context.attempt(input, async () => {
          // A peer of the later era sends nothing by itself.
          const peer = await context.peer({ transport: 'stdio', revision: '2026-07-28', era: 'modern' }, { own: true })
          await peer.call({ method, timeoutMs: probeMs })
          const id = `initialize-${randomUUID()}`
          const line = `${JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params: initializeParams(newest.revision) })}\n`
          const [reply] = await sideOf(peer).exchange([id], async () => sideOf(peer).process.write([line]))
          if (reply !== undefined) context.observe({ requirement: 'hardening.stdio-probe-first', input, ok: answeredOnce(reply), expected: 'initialize answered with a result', actual: describeReply(reply) }, reply)
        })
      }
    },
    explain: {
      sends: 'To a new process: server/discover (or tools/list) in the form of 2026-07-28, and when that is answered or not, initialize.',
      expects: 'Whatever becomes of the first request, initialize is answered with a result.',
      why: 'Clients that speak both eras find out in this way what a server speaks, within one process.',
      failure: 'The server ends, or stays in a state in which it refuses initialize, when its first message is another one.',
      fix: 'Answer a request before initialize with an error, and go on waiting for initialize.',
    },
  }),
]
