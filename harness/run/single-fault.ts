/**
 * Proves that a faulty request is the control with exactly one fault: that it differs at all, byte for byte, and that
 * it differs nowhere but in the declared part and in what must follow from that.
 */
import type { HeaderField, HttpRequest } from '../wire/message.ts'
import { fieldValues } from '../wire/message.ts'
import type { FaultPart } from './case.ts'

export type Proof =
  | { readonly kind: 'proven' }
  /** The fault left the request as it was: nothing can be told from sending it. */
  | { readonly kind: 'identical' }
  /** It changed something besides the declared part: a mistake of the case's code. */
  | { readonly kind: 'several'; readonly parts: readonly FaultPart[] }

/** Fields that describe the body, so that another body (or none) may change them too. */
const bodyFields = ['content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'mcp-method', 'mcp-name']

/**
 * @param part Where the fault is declared to lie. `connection` means in how the bytes are sent: the request itself
 * must then be the control's.
 */
export function proveSingleFault(control: HttpRequest, faulty: HttpRequest, part: FaultPart): Proof {
  const changed = changedParts(control, faulty)
  if (part === 'connection') return changed.length === 0 ? { kind: 'proven' } : { kind: 'several', parts: changed }
  if (changed.length === 0) return { kind: 'identical' }
  const unexplained = changed.filter((each) => each !== part && !follows(each, part, control, faulty))
  if (!changed.includes(part) || unexplained.length > 0) return { kind: 'several', parts: changed }
  return { kind: 'proven' }
}

function changedParts(control: HttpRequest, faulty: HttpRequest): FaultPart[] {
  const parts: FaultPart[] = []
  if (control.method !== faulty.method) parts.push('method')
  if (control.target !== faulty.target) parts.push('target')
  if (!sameFields(control.headers, faulty.headers)) parts.push('headers')
  if (!bytes(control.body).equals(bytes(faulty.body))) parts.push('body')
  return parts
}

/** Whether a change elsewhere is only the consequence of the one fault. */
function follows(changed: FaultPart, part: FaultPart, control: HttpRequest, faulty: HttpRequest): boolean {
  if (changed === 'body') return part === 'method' && faulty.body === undefined
  if (changed !== 'headers') return false
  const spared = new Set(part === 'body' || part === 'method' ? bodyFields : [])
  if (movedCredential(part, control, faulty)) spared.add('authorization')
  const kept = ({ headers }: HttpRequest) => headers.filter(([name]) => !spared.has(name.toLowerCase()))
  return sameFields(kept(control), kept(faulty))
}

/** Carrying the same token elsewhere instead of in its field is one fault, though it touches two places. */
function movedCredential(part: FaultPart, control: HttpRequest, faulty: HttpRequest): boolean {
  if (fieldValues(faulty, 'authorization').length > 0) return false
  const token = /^\S+ +(\S+)$/.exec(fieldValues(control, 'authorization')[0] ?? '')?.[1]
  if (token === undefined) return false
  if (part === 'target') return faulty.target.includes(token) || faulty.target.includes(encodeURIComponent(token))
  return part === 'body' && (bytes(faulty.body).includes(token) || bytes(faulty.body).includes(encodeURIComponent(token)))
}

function sameFields(one: readonly HeaderField[], other: readonly HeaderField[]): boolean {
  return one.length === other.length && one.every(([name, value], index) => name === other[index]?.[0] && value === other[index][1])
}

function bytes(body: Uint8Array | undefined): Buffer {
  return Buffer.from(body ?? new Uint8Array())
}
