/** A growing buffer that is filled at one end and read at the other, without copying its content at every arrival. */

export class ByteQueue {
  #buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  push(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** Where this byte stands next, counted from the first unread byte and not before `from`; -1 where it does not. */
  indexOf(byte: number, from: number = 0): number {
    const found = this.#buffer.subarray(this.#start + from, this.#end).indexOf(byte)
    return found === -1 ? -1 : found + from
  }

  /** A copy of the first `count` bytes, fewer where there are fewer; they stay unread. */
  peek(count: number): Buffer {
    return Buffer.from(this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + count)))
  }

  /** Takes out the first `count` bytes, fewer where there are fewer. */
  take(count: number): Buffer {
    const taken = this.peek(count)
    this.#start += taken.length
    return taken
  }

  #makeRoom(more: number): void {
    const unread = this.#buffer.subarray(this.#start, this.#end)
    const grown = unread.length + more > this.#buffer.length ? Buffer.alloc(Math.max(1024, (unread.length + more) * 2)) : this.#buffer
    grown.set(unread, 0)
    this.#buffer = grown
    this.#end = unread.length
    this.#start = 0
  }
}
