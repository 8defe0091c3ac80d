/** Undoes content codings (RFC 9110 §8.4) under a byte cap, so that a small answer cannot unfold into a huge one. */
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Transform } from 'node:stream'
import { fieldValues } from './message.ts'
import type { HeaderField } from './message.ts'

export interface DecoderListener {
  data(bytes: Uint8Array): void
  end(): void
  /** The content is not what its coding says; nothing follows. */
  problem(why: string): void
}

export interface Decoder {
  write(bytes: Uint8Array): void
  end(): void
  /** Stops at once; the listener hears nothing more. */
  destroy(): void
}

/** More codings on top of each other than any server has a reason to use. */
const maxCodings = 4

const makers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** A decoder for the content codings that these fields name; content in a coding that is not known passes unchanged. */
export function openDecoder(headers: readonly HeaderField[], listener: DecoderListener): Decoder {
  const codings = fieldValues({ headers }, 'content-encoding').join(',').split(',').map((coding) => coding.trim().toLowerCase())
  const named = codings.filter((coding) => coding !== '' && coding !== 'identity')
  const transforms = named.length > maxCodings ? [] : named.reverse().map((coding) => (Object.hasOwn(makers, coding) ? makers[coding]?.() : undefined))
  const chain = transforms.filter((transform) => transform !== undefined)
  const first = chain[0]
  if (first === undefined || chain.length < named.length) {
    for (const transform of chain) transform.destroy()
    return { write: (bytes) => listener.data(bytes), end: () => listener.end(), destroy: () => undefined }
  }
  return chainDecoder(chain, first, listener)
}

export type DecodedBody = { readonly body: Uint8Array; readonly truncated: boolean } | { readonly problem: string }

/**
 * Decodes a body that is already complete.
 * @param cut True where the body itself was cut at its cap, so that its coding ends early.
 * @param maxBytes Of the decoded content; past it the body is cut.
 */
export async function decodeBody(headers: readonly HeaderField[], body: Uint8Array, cut: boolean, maxBytes: number): Promise<DecodedBody> {
  if (body.length === 0 || fieldValues({ headers }, 'content-encoding').length === 0) return { body, truncated: cut }
  return new Promise((resolve) => {
    const collector = new CappedBytes(maxBytes)
    const decoder = openDecoder(headers, {
      data(bytes) {
        if (collector.add(bytes)) return
        decoder.destroy()
        resolve({ body: collector.bytes(), truncated: true })
      },
      end: () => resolve({ body: collector.bytes(), truncated: cut }),
      problem: (why) => resolve(cut ? { body: collector.bytes(), truncated: true } : { problem: why }),
    })
    decoder.write(body)
    decoder.end()
  })
}

/** Collects bytes up to a cap. */
export class CappedBytes {
  readonly #limit: number
  readonly #pieces: Uint8Array[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False where the cap was passed; the bytes up to it are kept. */
  add(bytes: Uint8Array): boolean {
    const room = this.#limit - this.#length
    // A copy: the giver may reuse its memory.
    this.#pieces.push(Uint8Array.prototype.slice.call(bytes, 0, Math.max(0, room)))
    this.#length += Math.min(room, bytes.length)
    return bytes.length <= room
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

function chainDecoder(chain: readonly Transform[], first: Transform, listener: DecoderListener): Decoder {
  let over = false
  const destroy = (): void => {
    over = true
    for (const transform of chain) transform.destroy()
  }
  for (const [index, transform] of chain.entries()) {
    const next = chain[index + 1]
    transform.on('error', () => {
      if (over) return
      destroy()
      listener.problem('the content does not fit its Content-Encoding')
    })
    if (next !== undefined) {
      transform.pipe(next)
      continue
    }
    transform.on('data', (bytes: Buffer) => { if (!over) listener.data(bytes) })
    transform.on('end', () => { if (!over) listener.end() })
  }
  return {
    write: (bytes) => { if (!over) first.write(bytes) },
    end: () => { if (!over) first.end() },
    destroy,
  }
}
