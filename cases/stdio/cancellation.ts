/** Over stdio a request is cancelled by a notification; what is cancelled stays silent. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { needSlowCalls, slowCall, slowCallState } from '../support/tools/slow-calls.ts'
import { byEra, counted, eachEra, lineOf, serves, stdioCase } from './define.ts'

/** How long the cancelled call would have taken, in ms. */
const durationMs = 3_000
/** How long a call may take to begin or to be seen as cancelled, in ms. */
const patienceMs = 5_000

/** Whether a message is a response to the request, or its progress. */
function names(message: JsonObject, id: string): boolean {
  return message['id'] === id || objectAt(message, 'params')['progressToken'] === id
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.cancelled-silent',
    title: 'A cancelled request stops, and nothing more comes for it',
    requirements: ['mcp-2026-07-28.stdio-cancelled-silent', 'mcp-2026-07-28.stdio-cancelled-stops', 'mcp-2025-11-25.cancelled-unanswered', 'mcp-2025-11-25.cancelled-work-stops'],
    async scenario(context) {
      await eachEra(context, async (peer, side, input) => {
        await needSlowCalls(context, peer)
        const label = `cancelled ${randomUUID()}`
        const started = performance.now()
        let after = 0
        let cancelled = false
        const waiting = side.exchange([label], async () => side.process.write([lineOf(peer, { ...slowCall(label, durationMs), id: label, meta: { progressToken: label } })]), {
          timeoutMs: durationMs + 1_000,
          progressToken: label,
          // What names no request is about the server as a whole.
          seen: (message) => { if (cancelled && names(message, label)) after += 1 },
        })
        if (await slowCallState(peer, label, ['running'], patienceMs) !== 'running') context.inconclusive(`${input}: the call was not seen to run`)
        if (performance.now() - started > durationMs / 2) context.inconclusive(`${input}: it took too long until the call was seen to run`)
        await peer.notify('notifications/cancelled', { requestId: label, reason: 'The test has no more use for it.' })
        const state = await slowCallState(peer, label, ['cancelled', 'finished'], patienceMs)
        const stops = byEra(peer.channel, 'mcp-2026-07-28.stdio-cancelled-stops', 'mcp-2025-11-25.cancelled-work-stops')
        context.observe({ requirement: stops, input: `${input}: the work`, ok: state === 'cancelled', expected: 'work that stops', actual: `the call is ${state}` })
        if (state !== 'cancelled') return
        // What was on its way when the notification arrived has come by now.
        await serves(peer)
        cancelled = true
        await waiting
        context.observe({ requirement: byEra(peer.channel, 'mcp-2026-07-28.stdio-cancelled-silent', 'mcp-2025-11-25.cancelled-unanswered'), input, ok: after === 0, expected: 'no further message for it', actual: counted(after, 'message') })
      })
    },
    explain: {
      sends: 'A call of a slow tool, notifications/cancelled with its id while it runs, and then nothing for as long as it would have taken.',
      expects: 'The work stops, and neither progress nor a response comes any more.',
      why: 'Over stdio there is no stream that could be closed; the client has forgotten the request and cannot place what still comes for it.',
      failure: 'The notification is ignored, or it stops the waiting for the work but neither the work nor its messages.',
      fix: 'Keep a signal for each open request, abort it on notifications/cancelled, and send nothing for a request whose signal is aborted.',
    },
  }),
]
