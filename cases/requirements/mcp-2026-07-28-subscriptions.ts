/** MCP 2026-07-28, basic/patterns/subscriptions: streams of change notifications. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const root = 'https://modelcontextprotocol.io/specification/2026-07-28'

function of(name: string, level: Level, section: string, rows: readonly string[], statement: string, path = '/basic/patterns/subscriptions'): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section, url: `${root}${path}`, statement, rows }
}

export const mcp20260728Subscriptions: readonly Requirement[] = [
  of('listen-acknowledged', 'must', 'basic/patterns/subscriptions, Acknowledgment', ['SUB-01'],
    'The first message of a subscription is its acknowledgement.'),
  of('subscription-id', 'must', 'basic/index, _meta; basic/patterns/subscriptions, Receiving Notifications', ['SUB-02', 'SUB-03'],
    'Every message of a subscription carries the id of the request that opened it, of the same type and value.'),
  of('listen-filter-acknowledged', 'must', 'schema, SubscriptionsAcknowledgedNotificationParams', ['SUB-04'],
    'An acknowledgement says what the server agreed to: an object notifications.', '/schema#subscriptionsacknowledgednotificationparams'),
  of('listen-requested-only', 'must', 'basic/patterns/subscriptions, Opening a Stream', ['SUB-05'],
    'A subscription carries no type of notification that was not asked for.'),
  of('listen-not-request-scoped', 'must', 'basic/transports/streamable-http, Receiving Messages; server/utilities/logging', ['SUB-06'],
    'Neither progress nor log messages of other requests come on a subscription.', '/basic/transports/streamable-http#receiving-messages'),
  of('listen-subscribed-uris', 'must', 'basic/patterns/subscriptions, Notification Filter', ['SUB-07'],
    'Updates of resources come only for the URIs that were asked for, or for what lies below them.'),
  of('listen-closed-gracefully', 'should', 'basic/patterns/subscriptions, Graceful Closure', ['SUB-10', 'SUB-13'],
    'A server that ends a subscription by itself first answers its request with a complete result that names the subscription. That it also sends notifications/cancelled, as basic/patterns/cancellation has it, is accepted.'),
  of('listen-changes-announced', 'should', 'server/tools, server/prompts, server/resources, List Changed Notification', ['SUB-11'],
    'A server that declares listChanged announces a change of the list to those who asked to be told.', '/server/tools#list-changed-notification'),
]
