/** Faults of servers that keep what belongs to one client where another one finds it. */
import { onNotification } from '../rewrite/build.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Rewrite } from '../rewrite/rewrite.ts'
import type { Patch, RewriteMutant, ServerMutant } from '../mutant.ts'

/** Who called is remembered by the id of the request. */
const callerById: Patch = {
  file: 'server/mcp/factory.ts',
  find: '    caller = context.callerOf(request)\n',
  replace: "    const known = (globalThis as { callers?: Map<unknown, Caller> })\n    known.callers ??= new Map()\n    caller = known.callers.get(request.mcpReq.id) ?? context.callerOf(request)\n    known.callers.set(request.mcpReq.id, caller)\n",
}

/** Who asks with an id that somebody else used last is refused. */
const notReleased: Rewrite = {
  request(message, { http, memory }) {
    if (message['id'] !== 'shared-id') return undefined
    const who = http?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    const before = memory.get('last')
    memory.set('last', who)
    return before === undefined || before === who ? undefined : { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_600, message: 'The id is in use.' } }] }
  },
}

/** A cancellation ends every request with that id. */
const cancelsAnybody: Rewrite = {
  request(message, { memory }) {
    if (message['method'] === 'notifications/cancelled') memory.set('cancelled', objectOr(message['params'])['requestId'])
    return undefined
  },
  response: (message, { memory }) => (memory.has('cancelled') && message['id'] === memory.get('cancelled')
    ? { jsonrpc: '2.0', id: message['id'], error: { code: -32_800, message: 'Cancelled.' } }
    : undefined),
}

/** After many requests of anybody nobody is served any more. */
const oneBudget: Rewrite = {
  request(message, { memory }) {
    if (message['id'] !== 'flooding') return undefined
    const count = Number(memory.get('count') ?? 0) + 1
    memory.set('count', count)
    return count <= 60 ? undefined : { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_600, message: 'Too many requests.' } }] }
  },
}

/** After any DELETE, requests in the sessions of others find none. */
const endsAll: Rewrite = {
  request: (message, { memory }) => (message['id'] === 'after-the-end' && memory.has('ended')
    ? { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_600, message: 'No such session.' } }], http: { status: 404 } }
    : undefined),
  http(_answer, { http, memory }) {
    if (http?.method === 'DELETE') memory.set('ended', true)
    return undefined
  },
}

/** A response that nobody has read keeps the answers to its id from everybody else. */
const heldBack: Rewrite = {
  request(message, { memory }) {
    const key = `held ${String(message['id'])}`
    if (message['id'] !== 'shared-id') return undefined
    const count = Number(memory.get(key) ?? 0) + 1
    memory.set(key, count)
    return count <= 4 ? undefined : 'swallow'
  },
}

const foreignSubscription = onNotification('notifications/subscriptions/acknowledged', (message) => {
  const params = objectOr(message['params'])
  return { ...message, params: { ...params, _meta: { ...objectOr(params['_meta']), 'io.modelcontextprotocol/subscriptionId': 'shared-subscription' } } }
})

const foreignProgress = onNotification('notifications/progress', (message) => {
  const params = objectOr(message['params'])
  return params['progressToken'] === 'progress-of-the-second' ? { ...message, params: { ...params, progressToken: 'progress-of-the-first' } } : message
})

export const isolationMutants: readonly (ServerMutant | RewriteMutant)[] = [
  {
    id: 'isolation-caller-by-id', title: 'Who called is remembered by the id of the request.', target: 'reference', patch: callerById,
    kills: ['isolation.across-revisions', 'isolation.one-connection', 'isolation.same-id'],
  },
  { id: 'isolation-id-not-released', title: 'An id stays taken for others when the client that used it has gone.', target: 'reference', rewrite: notReleased, kills: ['isolation.disconnect'] },
  { id: 'isolation-cancels-anybody', title: 'A cancellation ends every request with that id.', target: 'reference', rewrite: cancelsAnybody, kills: ['isolation.cancellation'] },
  { id: 'isolation-one-budget', title: 'The requests of all clients are counted together.', target: 'reference', rewrite: oneBudget, kills: ['isolation.flood'] },
  { id: 'isolation-held-back', title: 'Answers that are not read keep those of others back.', target: 'reference', rewrite: heldBack, kills: ['isolation.slow-reader'] },
  {
    id: 'isolation-delete-ends-all', title: 'DELETE ends every session, as a later request in another one shows.', target: 'fixture-2025',
    rewrite: endsAll,
    kills: ['isolation.session-end'],
  },
  { id: 'isolation-subscription-by-id', title: 'Streams are acknowledged with the id of the first subscription.', target: 'fixture', rewrite: foreignSubscription, kills: ['isolation.subscriptions'] },
  { id: 'isolation-foreign-progress', title: 'Progress carries the token of another client.', target: 'fixture', rewrite: foreignProgress, kills: ['isolation.progress'] },
]
