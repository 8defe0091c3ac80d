/** The ways in which a run ends before its plan does, as the two signals that the engine acts on. */

export interface Stop {
  /** Aborted when nothing more may be started. */
  readonly starting: AbortSignal
  /** Aborted when what runs must end too; its reason is a sentence. */
  readonly cut: AbortSignal
  /** Why nothing more was started. */
  reason(): string
  startNothingMore(reason: string): void
  dispose(): void
}

/**
 * @param options `signal` is the interrupt. `timeBudgetMs` counts from now.
 */
export function createStop(options: { readonly signal: AbortSignal | undefined; readonly timeBudgetMs: number | undefined }): Stop {
  const starting = new AbortController()
  const cutting = new AbortController()
  const cutAll = (reason: string): void => {
    starting.abort(reason)
    cutting.abort(reason)
  }
  const onInterrupt = (): void => { cutAll('the run was interrupted') }
  options.signal?.addEventListener('abort', onInterrupt, { once: true })
  if (options.signal?.aborted === true) onInterrupt()
  const budget = options.timeBudgetMs
  const timer = budget === undefined ? undefined : setTimeout(() => { cutAll(`the time budget of ${Math.round(budget)} ms was spent`) }, budget)
  return {
    starting: starting.signal,
    cut: cutting.signal,
    reason: () => String(starting.signal.reason),
    startNothingMore: (reason) => { starting.abort(reason) },
    dispose() {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onInterrupt)
    },
  }
}
