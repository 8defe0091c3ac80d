/** Where a text or bytes of a case's own go: a parameter that no method knows, so that they are the only fault. */
import type { JsonObject } from '../../harness/peer/peer.ts'

/** A message with one more parameter whose value is written as it is. */
export function withParameter(message: JsonObject, text: string): string {
  const { params = {}, ...rest } = message
  const others = JSON.stringify(params)
  return `${JSON.stringify(rest).slice(0, -1)},"params":${others === '{}' ? `{"extra":${text}}` : `{"extra":${text},${others.slice(1)}`}}`
}
