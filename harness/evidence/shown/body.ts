/** The body of a request as lines, and where its bytes differ from those of the control if no line shows it. */
import { readJson } from '../../wire/json.ts'
import { bounded, plural } from './measured.ts'
import { parametersShape } from './fields.ts'
import { type Line, messageLines } from './message-lines.ts'
import type { KnownToken } from './tokens.ts'
import { named } from './tokens.ts'

/** Longer bodies are not looked into. In bytes. */
export const maxBodyBytes = 64 * 1024

/** A body that may have been cut for keeping. */
export interface KeptBody {
  readonly bytes: Uint8Array
  /** Of the whole, in bytes. */
  readonly length: number
}

export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'message'; readonly value: unknown }
  | { readonly kind: 'form'; readonly text: string }
  | { readonly kind: 'other'; readonly why: string }

export function readBody({ bytes, length }: KeptBody, contentType = ''): ReadBody {
  if (length === 0) return { kind: 'none' }
  if (length > bytes.length) return { kind: 'other', why: 'too long to be looked into' }
  if (contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) return { kind: 'form', text: Buffer.from(bytes).toString('latin1') }
  const reading = readJson(bytes)
  return reading.ok ? { kind: 'message', value: reading.value } : { kind: 'other', why: reading.why.replace('the JSON text', 'the text') }
}

/** The lines of a body; its size is no line of its own, for it follows from the others. */
export function bodyLines(body: ReadBody, known: readonly KnownToken[]): Line[] {
  switch (body.kind) {
    case 'none':
    case 'other':
      return []
    case 'form':
      return [{ text: `  ${parametersShape(body.text, known)}`, meaning: body.text }]
    case 'message':
      return messageLines(body.value).map(({ text, meaning }) => ({ text: `  ${named(text, known)}`, meaning }))
  }
}

export function bodySize({ length }: KeptBody, body: ReadBody): string {
  return body.kind === 'none' ? 'no body' : `body of ${length > maxBodyBytes ? 'more than ' : ''}${plural(Math.min(length, maxBodyBytes), 'byte')}${body.kind === 'other' ? `, ${body.why}` : ''}`
}

/** What stands in the one where the other has something else. */
export function byteDifference(control: Uint8Array, faulty: Uint8Array): { readonly removed: string; readonly added: string } | undefined {
  const shorter = Math.min(control.length, faulty.length)
  let start = 0
  while (start < shorter && control[start] === faulty[start]) start++
  if (start === shorter && control.length === faulty.length) return undefined
  let end = 0
  while (end < shorter - start && control.at(-1 - end) === faulty.at(-1 - end)) end++
  const part = (bytes: Uint8Array): string => `  from byte ${start + 1}: ${snippet(bytes.subarray(start, bytes.length - end))}`
  return { removed: part(control), added: part(faulty) }
}

/** Marks and words of JSON-RPC say nothing of content. */
const protocolWords = /\b(?:jsonrpc|id|method|params|name|arguments|result|error|code|message|true|false|null|tools|call|list|handoff)\b/g

function snippet(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing'
  const text = [...bytes.subarray(0, 60)].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')
  const content = text.replaceAll(/\\x[0-9a-f]{2}/g, '').replaceAll(protocolWords, '')
  return bytes.length > 60 || /[A-Za-z0-9]{5,}/.test(content) ? `<${plural(bytes.length, 'byte')}>` : bounded(text)
}
