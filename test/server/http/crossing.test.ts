/** Two agents, one JSON-RPC id, a thousand calls that overlap: each gets its own answer. */
import t from 'tap'
import { Agent, request } from 'undici'
import { legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { shareTransport } from '../support/shared-transport.ts'
import { startTestStack } from '../support/stack.ts'
import type { TestStack, TestStackOptions } from '../support/stack.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

const total = 1000
const id = 7
/** So many calls are in progress at once. */
const overlapping = 40

/** Lets calls go on only in groups, the last come first, so that requests and answers are never in step. */
function holdInGroups(): (argument: unknown) => Promise<void> {
  let arrived = 0
  let waiting: (() => void)[] = []
  return async () => {
    arrived += 1
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length < overlapping && arrived < total) return
      const group = waiting.reverse()
      waiting = []
      for (const release of group) release()
    })
  }
}

interface Verdict {
  readonly answered: number
  /** Answers that were meant for another call. */
  readonly crossed: readonly string[]
}

/** Ends at the first answer that crossed: the calls that lost theirs would wait for ever. */
async function overlap(stack: TestStack, era: 'modern' | 'legacy'): Promise<Verdict> {
  const dispatcher = new Agent({ connections: overlapping, pipelining: 1 })
  const stop = new AbortController()
  const crossed: string[] = []
  let answered = 0
  const call = async (index: number): Promise<void> => {
    const agent = index % 2 === 0 ? 'alice' : 'bob'
    const params = { name: 'echo', arguments: { value: index } }
    const fields = era === 'modern' ? modernFields('tools/call', 'echo') : legacyFields()
    const response = await request(stack.url, {
      method: 'POST',
      headers: Object.fromEntries([...fields, ['Authorization', `Bearer ${stack.registry.token(agent)}`]]),
      body: JSON.stringify(era === 'modern' ? modernRequest(id, 'tools/call', params) : { jsonrpc: '2.0', id, method: 'tools/call', params }),
      dispatcher,
      signal: stop.signal,
    })
    const text = await response.body.text()
    const given = /"text":"(\w+ \d+)"/.exec(text)?.[1]
    answered += 1
    if (given === `${agent} ${index}`) return
    crossed.push(`${agent} ${index} got ${given ?? text}`)
    stop.abort()
  }
  await Promise.all(Array.from({ length: total }, (_, index) => call(index).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })))
  await dispatcher.destroy()
  return { answered, crossed }
}

async function verdictOf(options: TestStackOptions, era: 'modern' | 'legacy'): Promise<Verdict> {
  const stack = await startTestStack({ ...options, onCall: holdInGroups() })
  try {
    return await overlap(stack, era)
  } finally {
    await stack.close({ drainMs: 0 })
  }
}

for (const era of ['modern', 'legacy'] as const) {
  void t.test(`no answer crosses: ${era}`, async (t) => {
    t.strictSame(await verdictOf({}, era), { answered: total, crossed: [] })
  })
}

void t.test('a shared transport is caught', async (t) => {
  const { crossed } = await verdictOf({ spoil: shareTransport }, 'legacy')
  t.ok(crossed.length > 0, crossed[0] ?? 'nothing crossed')
})
