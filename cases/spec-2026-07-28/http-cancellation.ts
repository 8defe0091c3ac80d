/** Closing a response stream: over HTTP that is how a request is cancelled. */
import { randomUUID } from 'node:crypto'
import type { Case } from '../../harness/run/case.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import { httpPeer } from '../support/http.ts'
import { needSlowCalls, slowCall, slowCallState } from '../support/tools/slow-calls.ts'
import { modernHttpCase } from './define.ts'

const requirement = 'mcp-2026-07-28.close-cancels'
/** Longer than the case waits, so that the call cannot end by itself meanwhile; in ms. */
const durationMs = 30_000
const patienceMs = 8_000

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.close-cancels',
    title: 'Closing the response stream cancels the request',
    requirements: [requirement],
    async scenario(context) {
      const peer = await httpPeer(context)
      await needSlowCalls(context, peer)
      const finished = `finished ${randomUUID()}`
      await peer.call(slowCall(finished, 1))
      const control = await slowCallState(peer, finished, ['finished'], patienceMs)
      if (control !== 'finished') context.inconclusive(`a call that was left alone is ${control}`)

      const label = `closed ${randomUUID()}`
      const stream = await context.wire.stream(peer.request({ ...slowCall(label, durationMs), meta: { progressToken: label } }))
      if (!isOpenStream(stream)) return context.notApplicable('the target does not answer a call that reports progress with an event stream')
      const running = await slowCallState(peer, label, ['running'], patienceMs)
      stream.close()
      if (running !== 'running') context.inconclusive(`the call that was to be cancelled is ${running}`)
      const end = await slowCallState(peer, label, ['cancelled', 'finished'], patienceMs)
      context.observe({ requirement, ok: end === 'cancelled', expected: 'the call is cancelled', actual: `the call is ${end}` })
    },
    explain: {
      sends: 'A call of slow_call that would take half a minute and reports progress; its response stream is closed while it runs, and slow_call_state is asked what became of it.',
      expects: 'The call is cancelled within seconds. Targets without these two tools are not judged.',
      why: 'Over HTTP there is no other way to cancel; work that goes on for nobody can be made to pile up.',
      failure: 'The end of the connection is not passed on to the handler, or the handler does not look at it.',
      fix: 'Abort the context of the request when its response stream closes before the response.',
    },
  }),
]
