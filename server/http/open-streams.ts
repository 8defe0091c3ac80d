/**
 * Ends event streams whose holder is no longer allowed: every event passes a check of the policy right before it is
 * written, and a sweep ends the streams on which nothing happens.
 */

/** Who opened a stream or a session, and whether the credential it was opened with still stands. */
export interface Holder {
  readonly agentId: string
  readonly stillAllowed: () => boolean
}

interface OpenStream {
  readonly holder: Holder
  readonly end: () => void
}

export class OpenStreams {
  readonly #open = new Set<OpenStream>()

  /** Open streams of one identity. */
  countOf(agentId: string): number {
    let count = 0
    for (const stream of this.#open) if (stream.holder.agentId === agentId) count += 1
    return count
  }

  /** The same stream, cut off before the first event that its holder may no longer see. */
  guard(source: ReadableStream<Uint8Array>, holder: Holder): ReadableStream<Uint8Array> {
    const reader = source.getReader()
    let close = (): void => undefined
    const stream: OpenStream = {
      holder,
      end: () => {
        this.#open.delete(stream)
        close()
        reader.cancel().catch(() => undefined)
      },
    }
    this.#open.add(stream)
    // A high water mark of 0: nothing is taken ahead of the write, so the check is as late as it can be.
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          close = () => {
            close = () => undefined
            controller.close()
          }
        },
        pull: async (controller) => {
          const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
          if (!this.#open.has(stream)) return
          if (done || value === undefined || !holder.stillAllowed()) stream.end()
          else controller.enqueue(value)
        },
        cancel: () => stream.end(),
      },
      { highWaterMark: 0 },
    )
  }

  /** Ends the streams of those who are no longer allowed. */
  sweep(): void {
    for (const stream of this.#open) if (!stream.holder.stillAllowed()) stream.end()
  }
}
