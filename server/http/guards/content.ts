/** Judges what kind of body is coming, and how large, from the fields alone: before the first byte of it is read. */
import type { IncomingMessage } from 'node:http'
import { fieldValues } from '../fields.ts'
import type { Refusal } from '../refusal.ts'

/** A form is never served; it is read, up to `formBytes`, only to tell a credential in the wrong place from a wrong type. */
export type Content = { readonly kind: 'json' } | { readonly kind: 'form' } | { readonly kind: 'refused'; readonly refusal: Refusal }

export const formBytes = 16 * 1024

export const unsupportedMediaType: Refusal = {
  status: 415,
  error: 'unsupported_media_type',
  description: 'Send application/json in UTF-8, without a content coding.',
}

export function checkContent(request: IncomingMessage, maxBodyBytes: number): Content {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') return { kind: 'refused', refusal: unsupportedMediaType }
  const types = fieldValues(request, 'content-type')
  const type = types.length === 1 ? mediaType(types[0] ?? '') : undefined
  const length = Number(request.headers['content-length'] ?? 0)
  if (type === 'form') {
    return length > formBytes ? { kind: 'refused', refusal: unsupportedMediaType } : { kind: 'form' }
  }
  if (type !== 'json') return { kind: 'refused', refusal: unsupportedMediaType }
  if (length > maxBodyBytes) return { kind: 'refused', refusal: tooLarge(maxBodyBytes) }
  return { kind: 'json' }
}

export function tooLarge(maxBodyBytes: number): Refusal {
  return { status: 413, error: 'content_too_large', description: `A body may have ${maxBodyBytes} bytes.` }
}

function mediaType(value: string): 'json' | 'form' | undefined {
  const [essence = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase())
  if (essence === 'application/x-www-form-urlencoded' || essence === 'multipart/form-data') return 'form'
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return essence === 'application/json' && isUtf8 ? 'json' : undefined
}

/** Whether a form or multipart body has a field named `access_token` (RFC 6750 §2.2, not offered here). */
export function formHasAccessToken(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  if (new URLSearchParams(text).has('access_token')) return true
  return /content-disposition:[^\r\n]*\bname\s*=\s*"?access_token"?/i.test(text)
}
