/** Says what a peer was answered, in words that hold nothing of what the target wrote. */
import { describeReaction } from '../run/describe.ts'
import type { PeerAnswer } from './peer.ts'

export function describeAnswer({ answer, reaction }: PeerAnswer): string {
  const status = reaction === undefined ? '' : describeReaction(reaction)
  switch (answer.kind) {
    case 'error':
      return joined(status, `JSON-RPC error ${answer.code}`)
    case 'result':
      return joined(status, 'a result')
    case 'none':
      return status === '' ? answer.why : status
  }
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}
