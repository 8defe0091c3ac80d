/** The first interrupt ends a run in good order, the second leaves at once. */
import { exitCodes } from '../errors.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Interrupt {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal
  /** Gives the signals back to the system. */
  dispose(): void
}

/**
 * @param hooks `first` is told right after the abort; `second` right before the process exits with 130, and must be
 * synchronous.
 */
export function watchInterrupts(hooks: { first(): void; second(): void }): Interrupt {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      controller.abort()
      hooks.first()
      return
    }
    try {
      hooks.second()
    } finally {
      process.exit(exitCodes.interrupted)
    }
  }
  return { signal: controller.signal, dispose: onEachInterrupt(onSignal) }
}

/**
 * Hears of every interrupt; while anybody does, none ends the process by itself.
 * @returns What gives the signals back to the system.
 */
export function onEachInterrupt(heard: () => void): () => void {
  for (const name of signals) process.on(name, heard)
  return () => {
    for (const name of signals) process.off(name, heard)
  }
}
