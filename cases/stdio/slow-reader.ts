/** A client that does not read for a while: nothing is lost, and the server does not grow without end. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SeenExchange } from '../../harness/run/seen-exchange.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer, PeerCall } from '../../harness/peer/peer.ts'
import { harmlessCall } from '../support/harmless.ts'
import { answeredOnce, eachEra, lineOf, stdioCase } from './define.ts'

const mebibyte = 1024 * 1024
/** A server that owes this much and still reads has no limit. */
const owedAtMost = 8 * mebibyte
/** A server that takes nothing for so long has stopped to read. In ms. */
const stalledMs = 1_500
const perWrite = 100

/** A request with a long answer, and the length of both in bytes; padded, so that the pipe to the server holds few of them. */
async function longCall(context: CaseContext, peer: Peer): Promise<{ readonly call: PeerCall; readonly answerBytes: number }> {
  const { capabilities } = await peer.survey()
  const call = Object.hasOwn(capabilities, 'tools') ? { method: 'tools/list' } : harmlessCall(peer)
  const { response } = await peer.call(call)
  if (response === undefined) context.inconclusive('the request whose answers are left unread is not answered')
  const answerBytes = Buffer.byteLength(JSON.stringify(response))
  return { call: { ...call, meta: { 'com.example/padding': 'x'.repeat(Math.ceil(answerBytes / 8)) } }, answerBytes }
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.slow-reader',
    title: 'A client that does not read for a while loses nothing, and does not fill the memory of the server',
    requirements: ['hardening.stdio-slow-reader', 'hardening.stdio-bounded-memory'],
    async scenario(context) {
      await eachEra(context, async (peer, side, input) => {
        const { process } = side
        const { call, answerBytes } = await longCall(context, peer)
        const most = Math.min(20_000, Math.ceil(owedAtMost / answerBytes))
        const ids = Array.from({ length: most }, (_, index) => `unread ${index}`)
        let written = 0
        let stalled = false
        process.pauseOutput(true)
        const write = async (): Promise<void> => {
          while (written < ids.length && !stalled) {
            const batch = ids.slice(written, written + perWrite)
            const taken = process.write([batch.map((id) => lineOf(peer, { ...call, id })).join('')])
            written += batch.length
            stalled = await Promise.race([taken.then((ok) => !ok), pause(stalledMs, true)])
          }
        }
        await write()
        const asked = ids.slice(0, written)
        const replies = await side.exchange(asked, async () => { await Promise.resolve(process.pauseOutput(false)) }, { timeoutMs: 40_000 })
        const lost = replies.filter((reply) => !answeredOnce(reply))
        const [first] = lost
        const shown: SeenExchange | undefined = first === undefined ? undefined : { kind: 'stdio', sent: lineOf(peer, { ...call, id: first.id }), received: first.messages, missing: first.missing ?? 'nothing' }
        context.observe({ requirement: 'hardening.stdio-slow-reader', input, ok: lost.length === 0, expected: 'one answer to every request, once they are read', actual: `${lost.length} of ${asked.length} without exactly one` }, shown)
        if (most * answerBytes < owedAtMost) return
        context.observe({
          requirement: 'hardening.stdio-bounded-memory', input, ok: stalled, expected: `a server that stops to read before it owes ${owedAtMost / mebibyte} MiB`,
          actual: stalled ? 'it stops to read' : 'it reads on',
        })
      })
    },
    explain: {
      sends: 'Requests with long answers, none of which is read for a while, up to 8 MiB of answers or until the server takes no more; then everything is read.',
      expects: 'Every request is answered once, and before that the server stops to read when its answers do not get away.',
      why: 'Clients are slow at times. What then happens must be a pause, neither a loss nor a process that grows until it is killed.',
      failure: 'The server ignores that its stdout is full, gives up after a time, or keeps every answer in memory while it reads on.',
      fix: 'Wait for stdout to drain before the next request is read.',
    },
  }),
]
