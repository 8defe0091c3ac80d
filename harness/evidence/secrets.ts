/**
 * The secrets that a run knows, and where any of them stands in a text in any form. The registry never gives a secret
 * back: it can only be asked where one is.
 */
import { type Form, formsOf, maxLayers, minSecretBytes } from './forms.ts'
import { decodedView, foldedView, hexView, plainView, squeezedView, type View } from './views.ts'

/** From `start` up to `end`, in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface SecretRegistry {
  /** Registers a secret before anyone else sees it. Adding it twice is no harm. */
  add(secret: string): void
  /** How many different secrets there are. */
  readonly size: number
  /** How many were too short (under 8 bytes) to be told from ordinary words: only their headers are redacted. */
  readonly weak: number
  /** Where a secret stands in these bytes, in order and without overlap. Linear in their length. */
  find(bytes: Uint8Array): Span[]
}

export function createSecretRegistry(): SecretRegistry {
  const known = new Set<string>()
  /** Those that nobody has looked for yet: a run learns some while it goes on. */
  let fresh: string[] = []
  let weak = 0
  const index: Index = { plain: createMatcher(), squeezed: createMatcher(), hex: createMatcher() }
  return {
    add(secret) {
      if (secret === '' || known.has(secret)) return
      known.add(secret)
      fresh.push(secret)
      if (Buffer.byteLength(secret) < minSecretBytes) weak++
    },
    get size() {
      return known.size
    },
    get weak() {
      return weak
    },
    find(bytes) {
      if (known.size === 0 || bytes.length < minSecretBytes) return []
      for (const form of fresh.flatMap(formsOf)) index[form.view].add(form)
      fresh = []
      return findIn(index, bytes)
    },
  }
}

type Index = Readonly<Record<Form['view'], Matcher>>

function findIn(index: Index, bytes: Uint8Array): Span[] {
  const spans: Span[] = []
  let view: View | undefined = plainView(bytes)
  for (let layer = 0; layer <= maxLayers && view !== undefined; layer++) {
    const squeezed = squeezedView(view)
    if (!index.plain.empty) index.plain.find(foldedView(view), spans)
    if (!index.squeezed.empty) index.squeezed.find(squeezed, spans)
    if (!index.hex.empty) index.hex.find(hexView(squeezed), spans)
    view = layer < maxLayers ? decodedView(view) : undefined
  }
  return mergeSpans(spans)
}

function mergeSpans(spans: Span[]): Span[] {
  const merged: { start: number; end: number }[] = []
  for (const span of spans.sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

interface Matcher {
  readonly empty: boolean
  add(form: Form): void
  find(view: View, spans: Span[]): void
}

const window = minSecretBytes
const base = 0x01000193

/** Looks for all forms at once: a rolling hash over the first eight bytes of each (Rabin and Karp), then the rest. */
function createMatcher(): Matcher {
  const byHash = new Map<number, Form[]>()
  const maybe = new Uint8Array(1 << 16)
  let lead = 1
  for (let step = 1; step < window; step++) lead = Math.imul(lead, base)
  return {
    get empty() {
      return byHash.size === 0
    },
    add(form) {
      let hash = 0
      for (let at = 0; at < window; at++) hash = (Math.imul(hash, base) + (form.bytes[at] ?? 0)) | 0
      const same = byHash.get(hash)
      if (same === undefined) byHash.set(hash, [form])
      else same.push(form)
      maybe[hash >>> 16] = 1
    },
    find(view, spans) {
      const { bytes } = view
      let hash = 0
      for (let at = 0; at < bytes.length; at++) {
        if (at >= window) hash = (hash - Math.imul(bytes[at - window] ?? 0, lead)) | 0
        hash = (Math.imul(hash, base) + (bytes[at] ?? 0)) | 0
        if (at + 1 < window || maybe[hash >>> 16] === 0) continue
        const begin = at + 1 - window
        for (const form of byHash.get(hash) ?? []) {
          if (standsAt(bytes, begin, form.bytes)) spans.push(spanOf(view, begin, form))
        }
      }
    },
  }
}

function standsAt(bytes: Uint8Array, begin: number, form: Uint8Array): boolean {
  if (begin + form.length > bytes.length) return false
  for (let at = 0; at < form.length; at++) if (bytes[begin + at] !== form[at]) return false
  return true
}

const isBase64 = (byte: number | undefined): boolean => byte !== undefined && /[a-z0-9/_=-]/.test(String.fromCharCode(byte))

function spanOf(view: View, begin: number, form: Form): Span {
  let first = begin
  let last = begin + form.bytes.length - 1
  if (form.widen && isBase64(view.bytes[first - 1])) first--
  if (form.widen && isBase64(view.bytes[last + 1])) last++
  return { start: view.start[first] ?? 0, end: view.end[last] ?? 0 }
}
