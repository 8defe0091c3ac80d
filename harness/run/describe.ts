/** Words for a reaction that are safe to print and keep: kinds, status codes and sizes, never what a target wrote. */
import type { Reaction } from '../wire/message.ts'

export function describeReaction(reaction: Reaction): string {
  switch (reaction.kind) {
    case 'response':
      return `status ${reaction.response.status}`
    case 'closed':
      return `the connection closed after ${reaction.received} bytes, without a complete response`
    case 'unreachable':
      return 'no connection'
    case 'timeout':
      return `no complete answer within ${reaction.afterMs} ms`
    case 'malformed':
      return 'bytes that are no HTTP response'
  }
}
