/**
 * A probe that writes: one handoff with a title that nothing else has. What took effect is counted by reading the
 * recipient's inbox, whoever the target took the sender to be.
 */
import { randomUUID } from 'node:crypto'
import type { Identity } from '../fixture/driver.ts'
import type { Probe } from '../run/probe.ts'
import { Inconclusive } from '../run/signals.ts'
import { argumentsFor, valueAt } from './adapter.ts'
import type { Adapter } from './adapter.ts'
import type { Call, Caller } from './caller.ts'

export interface HandoffProbeOptions {
  readonly caller: Caller
  readonly adapter: Adapter
  /** Both with an agent id. */
  readonly alpha: Identity
  readonly beta: Identity
}

/** An inbox longer than this many pages, or than what they hold, is not read to its end: a page may be of any size. */
const maxPages = 200
const maxEmpty = 3
/** Handoffs on one page; where a target has no pages, as many as it shows at once, since others write to the inbox too. */
const pageSize = 20
const wholeSize = 100

/** Sends from whoever calls to beta, and from beta to alpha. */
export function handoffProbe(options: HandoffProbeOptions): Probe {
  return probeWith(options, new Map())
}

/** What an earlier read found newest in an inbox; nothing that a later probe writes can be older. */
type Newest = Map<Identity, string>

function probeWith(options: HandoffProbeOptions, newest: Newest): Probe {
  const { caller, adapter, alpha, beta } = options
  const { send } = adapter.operations
  const marker = `probe ${randomUUID()}`
  const id = `send-${randomUUID()}`
  const since = new Map(newest)
  const recipients = new Set([beta])
  const callFrom = (identity: Identity | undefined): Call => {
    const recipient = identity?.token === beta.token ? alpha : beta
    recipients.add(recipient)
    return {
      method: 'tools/call',
      id,
      params: {
        name: send.tool,
        arguments: argumentsFor(adapter, 'send', {
          recipient: recipient.agentId,
          title: marker,
          summary: 'Sent by a conformance test; nobody needs to do anything.',
          request: 'None.',
        }),
      },
    }
  }
  return {
    name: `${send.tool} to ${beta.name}`,
    fresh: () => probeWith(options, newest),
    request: (identity) => caller.request(callFrom(identity), identity),
    failure(reaction) {
      const answer = caller.read({ method: 'tools/call', params: {}, id }, reaction)
      if (!answer.ok) return answer.why
      return typeof valueAt(valueAt(answer.result['structuredContent'], send.results['handoff'] ?? ''), adapter.handoff['id'] ?? '') === 'string' ? undefined : 'the result holds no handoff'
    },
    async effects() {
      let count = 0
      for (const recipient of recipients) count += await countIn(recipient, marker, since.get(recipient), options, newest)
      return count
    },
  }
}

/** Pages through an inbox, newest first, until what is older than `since`. */
async function countIn(recipient: Identity, marker: string, since: string | undefined, { caller, adapter }: HandoffProbeOptions, newest: Newest): Promise<number> {
  const { tool, results } = adapter.operations.inbox
  const cannot = (why: string): never => { throw new Inconclusive(`what took effect cannot be read (${tool}): ${why}`) }
  let count = 0
  let seen = 0
  let empty = 0
  let cursor: unknown
  for (let page = 0; page < maxPages; page += 1) {
    const args = argumentsFor(adapter, 'inbox', { box: 'received', statuses: ['queued'], limit: results['next_cursor'] === undefined ? wholeSize : pageSize, cursor })
    const call = { method: 'tools/call', params: { name: tool, arguments: args }, id: `inbox-${randomUUID()}` }
    const answer = await caller.call(call, recipient)
    if (!answer.ok) return cannot(answer.why)
    const content = answer.result['structuredContent']
    const items = valueAt(content, results['handoffs'] ?? '')
    if (!Array.isArray(items)) return cannot('the result holds no list')
    count += items.filter((item) => valueAt(item, adapter.handoff['title'] ?? '') === marker).length
    const times = adapter.newestFirst ? items.map((item) => valueAt(item, adapter.handoff['created_at'] ?? '')) : []
    if (page === 0 && typeof times[0] === 'string') newest.set(recipient, times[0])
    const oldest = times.at(-1)
    if (since !== undefined && typeof oldest === 'string' && oldest < since) return count
    const next = results['next_cursor'] === undefined ? undefined : valueAt(content, results['next_cursor'])
    if (typeof next !== 'string' || next === '') return count
    seen += items.length
    empty = items.length === 0 ? empty + 1 : 0
    if (empty >= maxEmpty) return cannot(`the inbox goes on after ${empty} pages with nothing on them`)
    if (next === cursor) return cannot('a page of the inbox ends with the cursor that it was asked for by')
    if (seen > maxPages * wholeSize) return cannot(`the inbox does not end after ${seen} handoffs`)
    cursor = next
  }
  return cannot(`the inbox does not end after ${maxPages} pages`)
}
