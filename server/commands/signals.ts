/** The signals that end a server: the first gracefully, a second one at once. */

const signals = ['SIGTERM', 'SIGINT'] as const

/** Resolves at the first signal. From then on the next one exits the process with 1, whatever is still going on. */
export async function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onFirst = (signal: NodeJS.Signals): void => {
      for (const name of signals) {
        process.off(name, onFirst)
        process.on(name, () => process.exit(1))
      }
      resolve(signal)
    }
    for (const name of signals) process.on(name, onFirst)
  })
}
