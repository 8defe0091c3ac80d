/** A server that is asked to end while it is at work. */
import type { Case } from '../../../harness/run/case.ts'
import { handoffCase } from '../define.ts'
import type { Stage } from '../stage.ts'
import { auditEach } from './audit.ts'
import { keysOf, startWorkload } from './workload.ts'

const graceful = 'handoff.graceful-stop'
const lanes = 4
const before = 20
/** Connections on which nothing happens. */
const idle = 3

async function stops(stage: Stage): Promise<void> {
  const { context, alpha, beta } = stage
  const { fixture } = context
  const keys = keysOf(stage)
  // One that has been used, as a browser or a proxy keeps it, and one on which nothing was ever sent.
  const kept = await Promise.all(Array.from({ length: idle }, async () => context.openConnection()))
  const [used] = kept
  try {
    await used?.send(context.request(alpha.identity))
    await used?.read({ method: 'POST' })
    const work = startWorkload({ pair: [alpha, beta], lanes, random: context.random, keys })
    await work.untilAcknowledged(before)
    const [report] = await Promise.all([fixture.stop(), work.stop()])
    context.observe({
      requirement: graceful, input: 'the end of the process, with idle connections open', ok: report?.code === 0, expected: 'exit code 0 by itself',
      actual: report === undefined ? 'it was not running any more' : report.signal === undefined ? `exit code ${String(report.code)}` : `ended by ${report.signal}`,
    })
    await fixture.restart()
    const losses = await auditEach({ tracked: work.tracked, keys })
    context.observe({
      requirement: graceful, input: 'what was acknowledged before the end', ok: losses.length === 0, expected: 'all of it is there',
      actual: losses.length === 0 ? 'so it is' : `${losses.length} handoffs wrong: ${losses[0]?.what ?? ''}`,
    })
    const [first] = losses
    if (first !== undefined) context.failed({ kind: 'crash', title: first.what, lines: first.lines.map((line) => line.replace('the server is killed', 'the server is asked to end')), data: { what: first.what } })
  } finally {
    for (const connection of kept) connection.close()
  }
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.graceful-stop',
    title: 'SIGTERM under load loses nothing that was acknowledged, and ends the process',
    requirements: [graceful],
    channels: { transport: 'http' },
    needs: ['stop', 'kill', 'restart'],
    fixture: 'own',
    fixtureOptions: { process: true },
    scenario: stops,
    explain: {
      sends: `Sends and transitions on ${lanes} lanes, SIGTERM after ${before} acknowledged changes, with ${idle} idle connections kept open, and a restart.`,
      expects: 'The process ends by itself with exit code 0 before it has to be killed, and everything that was acknowledged is there afterwards.',
      why: 'Servers are restarted for every update. An update must neither lose work nor hang on a client that keeps a connection.',
      failure: 'The server waits for idle connections to close, drops requests that it has begun, or has no handler for SIGTERM.',
      fix: 'On SIGTERM stop accepting, close idle connections, answer what is in flight with Connection: close, close the store, exit 0; put a deadline on the drain.',
    },
  }),
]
