/** How a process ends: at the end of its input, or when it is told to. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import type { StdioEnd, StdioProcess } from '../../harness/wire/stdio.ts'
import { harmlessCall } from '../support/harmless.ts'
import { byEra, counted, eachEra, lineOf, serves, sideOf, stdioCase } from './define.ts'

/** What is prompt on a busy machine, in ms. */
const promptlyMs = 8_000

async function endWithin(process: StdioProcess): Promise<StdioEnd | undefined> {
  const patience = new AbortController()
  const end = await Promise.race([process.ended, pause(promptlyMs, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
  return end
}

function observeLeftover(context: CaseContext, input: string, end: StdioEnd): void {
  // Where the system does not show processes, nothing can be told.
  if (end.leftover === undefined) return
  context.observe({ requirement: 'hardening.stdio-no-orphans', input, ok: end.leftover === 0, expected: 'no process left', actual: `${counted(end.leftover, 'process', 'processes')} left` })
}

const endings: readonly { readonly name: string; readonly before: (peer: Peer) => Promise<unknown> }[] = [
  { name: 'after an exchange', before: async (peer) => serves(peer) },
  { name: 'in the middle of a line', before: async (peer) => sideOf(peer).process.write([lineOf(peer, harmlessCall(peer)).slice(0, 40)]) },
  // Whether that is a message already is left open: with an answer or without one, it is the end.
  { name: 'after a whole message without its line end', before: async (peer) => sideOf(peer).process.write([lineOf(peer, harmlessCall(peer)).trimEnd()]) },
]

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.end-of-input',
    title: 'The process exits when its input ends, and leaves nothing behind',
    requirements: ['mcp-2026-07-28.stdio-exits', 'hardening.stdio-exits', 'hardening.stdio-exit-code', 'hardening.stdio-no-orphans'],
    async scenario(context) {
      await Promise.all(endings.map(async ({ name, before }) => eachEra(context, async (peer, { process }, channel) => {
        const input = `${channel}: ${name}`
        if (!await serves(peer)) context.inconclusive(`${input}: nothing was served before`)
        await before(peer)
        process.endInput()
        const end = await endWithin(process)
        context.observe({
          requirement: byEra(peer.channel, 'mcp-2026-07-28.stdio-exits', 'hardening.stdio-exits'), input, ok: end !== undefined,
          expected: `an exit within ${promptlyMs} ms`, actual: end === undefined ? 'it still runs' : end.how,
        })
        if (end === undefined) return
        context.observe({ requirement: 'hardening.stdio-exit-code', input, ok: end.code === 0, expected: 'exit code 0', actual: end.how })
        observeLeftover(context, input, end)
      })))
    },
    explain: {
      sends: 'The end of input: stdin is closed, once after an exchange, once in the middle of a line, and once behind a whole message that has no line end.',
      expects: 'The process exits promptly with code 0, and no process that it started is left.',
      why: 'Closing stdin is the one way to end a server that works on every system, and what a client tries first.',
      failure: 'A timer, a socket or a database keeps the process alive, or nobody listens for the end of stdin.',
      fix: 'When stdin ends, finish what is open, close what keeps the process alive, and exit with 0.',
    },
  }),
  stdioCase({
    id: 'stdio.terminated',
    title: 'The process ends when it gets SIGTERM',
    requirements: ['hardening.stdio-terminates', 'hardening.stdio-no-orphans'],
    appliesTo: () => (process.platform === 'win32' ? 'this system has no SIGTERM' : undefined),
    async scenario(context) {
      await eachEra(context, async (peer, side, input) => {
        if (!await serves(peer)) context.inconclusive(`${input}: nothing was served before`)
        side.process.signal('SIGTERM')
        const end = await endWithin(side.process)
        context.observe({ requirement: 'hardening.stdio-terminates', input, ok: end !== undefined, expected: `an end within ${promptlyMs} ms`, actual: end === undefined ? 'it still runs' : end.how })
        if (end !== undefined) observeLeftover(context, input, end)
      })
    },
    explain: {
      sends: 'SIGTERM, after an exchange and with stdin still open.',
      expects: 'The process ends, with whatever code, and no process that it started is left.',
      why: 'A client that cannot wait any longer sends it before it kills.',
      failure: 'A handler of the signal waits for something that does not end, such as the end of stdin.',
      fix: 'Close what is open and exit in the handler, or have no handler.',
    },
  }),
]
