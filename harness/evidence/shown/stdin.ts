/** What a case wrote to the stdin of a target, as lines for a reader. */
import type { ShownLine } from '../../run/outcome.ts'
import { type KeptBody, maxBodyBytes, readBody } from './body.ts'
import { messageLines } from './message-lines.ts'
import { type KnownToken, named } from './tokens.ts'

/** Of what was written, as much as is looked into. */
export interface WrittenInput {
  readonly body: KeptBody
  readonly lines: number
}

const lineFeed = 0x0a

/** @param given One line or several, the last with or without its end; or what has been collected. */
export function cutInput(given: string | Uint8Array | WrittenInput): WrittenInput {
  if (typeof given === 'object' && 'lines' in given) return given
  const collected = collectInput()
  collected.add(Buffer.from(given as string))
  return collected.written()
}

/** Takes what is written piece by piece. */
export function collectInput(): { readonly add: (bytes: Uint8Array) => void; readonly written: () => WrittenInput } {
  let kept = Buffer.alloc(0)
  let [length, feeds, last] = [0, 0, lineFeed]
  return {
    add(bytes) {
      if (bytes.length === 0) return
      if (kept.length <= maxBodyBytes) kept = Buffer.concat([kept, bytes.subarray(0, maxBodyBytes + 1 - kept.length)])
      length += bytes.length
      last = bytes.at(-1) ?? last
      feeds += feedsIn(bytes)
    },
    written: () => written(kept, length, feeds, last === lineFeed),
  }
}

function feedsIn(bytes: Uint8Array): number {
  let feeds = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) feeds += 1
  return feeds
}

/** The last line end is no part of the content. */
function written(kept: Uint8Array, length: number, feeds: number, isEnded: boolean): WrittenInput {
  const content = length - (isEnded && length > 0 ? 1 : 0)
  return { body: { bytes: kept.slice(0, Math.min(content, maxBodyBytes)), length: content }, lines: feeds + (isEnded ? 0 : 1) }
}

/** How much was written, and of one message its members. */
export function inputLines({ body, lines }: WrittenInput, known: readonly KnownToken[]): ShownLine[] {
  const content = lines === 1 ? readBody(body) : undefined
  const value = content?.kind === 'message' ? content.value : undefined
  const size = `${lines === 1 ? 'a line' : `${lines} lines`} of ${body.length} bytes on stdin`
  if (lines === 0) return [{ text: 'nothing more on stdin' }]
  if (value === undefined) return [{ text: body.length === 0 ? 'an empty line on stdin' : `${size}, which ${lines === 1 ? 'is' : 'are'} not taken apart` }]
  return [{ text: size }, ...messageLines(value).map(({ text }) => ({ text: `  ${named(text, known)}` }))]
}
