/** Cuts a stream of bytes into lines, each with its line end; the last one may have none. */
export class LineReader {
  readonly #receive: (line: Buffer) => void
  #pieces: Buffer[] = []

  constructor(receive: (line: Buffer) => void) {
    this.#receive = receive
  }

  take(bytes: Buffer): void {
    let from = 0
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      this.#pieces.push(bytes.subarray(from, end + 1))
      this.#receive(Buffer.concat(this.#pieces))
      this.#pieces = []
      from = end + 1
    }
    if (from < bytes.length) this.#pieces.push(bytes.subarray(from))
  }

  end(): void {
    if (this.#pieces.length > 0) this.#receive(Buffer.concat(this.#pieces))
    this.#pieces = []
  }
}
