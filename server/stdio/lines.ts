/** Splits a byte stream into lines of bounded length; an over-long line costs itself and nothing after it. */

export type Line = { readonly kind: 'line'; readonly bytes: Uint8Array } | { readonly kind: 'too-long' }

const lineFeed = 0x0a
const carriageReturn = 0x0d

export class LineReader {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #size = 0
  /** Within a line that was given up; what comes of it is dropped. */
  #skipping = false

  /** @param maxBytes Longest line, without its end. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that `chunk` completes, and those that it makes too long. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let start = 0
    for (;;) {
      const end = chunk.indexOf(lineFeed, start)
      const given = this.#add(chunk.subarray(start, end === -1 ? undefined : end))
      if (given !== undefined) lines.push(given)
      if (end === -1) return lines
      const line = this.#take()
      if (line !== undefined) lines.push(line)
      start = end + 1
    }
  }

  /** The last line, where the input ended without a line end. */
  end(): Line[] {
    const line = this.#size === 0 ? undefined : this.#take()
    return line === undefined ? [] : [line]
  }

  #add(part: Buffer): Line | undefined {
    if (this.#skipping || part.length === 0) return undefined
    this.#size += part.length
    if (this.#size <= this.#maxBytes) {
      this.#chunks.push(part)
      return undefined
    }
    this.#skipping = true
    this.#chunks = []
    return { kind: 'too-long' }
  }

  #take(): Line | undefined {
    const whole = Buffer.concat(this.#chunks)
    const skipped = this.#skipping
    this.#chunks = []
    this.#size = 0
    this.#skipping = false
    if (skipped) return undefined
    return { kind: 'line', bytes: whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole }
  }
}
