/** How much an envelope may hold. Sizes of texts are in bytes of UTF-8, and the limit itself is allowed. */

export const limits = {
  /** The presented body, as it was given. */
  bodyBytes: 1_048_576,
  /** Any other text, wherever it stands. */
  textBytes: 4096,
  items: 10_000,
  /** Names in one list of tools. */
  tools: 10_000,
  /** Containers within containers, the outermost counted as 1: as deep as the transports let JSON be. */
  depth: 64,
} as const
