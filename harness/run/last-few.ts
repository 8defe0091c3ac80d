/** The last of many things that come one by one, of which nobody looks at more. */

export interface LastFew<Each> {
  readonly add: (each: Each) => void
  /** From the earliest to the latest. */
  readonly all: () => readonly Each[]
}

/** @param most How many are kept (default 3, at least 1). */
export function lastFew<Each>(most = 3): LastFew<Each> {
  let kept: readonly Each[] = []
  return {
    add(each) { kept = [...kept, each].slice(-most) },
    all: () => kept,
  }
}
