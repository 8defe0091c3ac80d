/** Reads a request body into memory, never more than a cap. */
import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** The client went away before the end. */
  | { readonly kind: 'gone' }

/** @param maxBytes What is beyond is thrown away unread, so that the refusal can still be delivered. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (body: Body): void => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      request.on('error', () => undefined)
      request.resume()
      resolve(body)
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > maxBytes) settle({ kind: 'too-large' })
      else chunks.push(chunk)
    }
    const onEnd = (): void => settle({ kind: 'whole', bytes: Buffer.concat(chunks, size) })
    const onGone = (): void => settle({ kind: 'gone' })
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}
