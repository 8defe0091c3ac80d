/** Keeps what was asked of a target once in a run, under a key; what failed is asked again. */
import type { Ledger } from './ledger.ts'

/** @returns What was made for that run and key, or what `make` makes of it now. */
export function keptByRun<Result>(): (ledger: Ledger, key: string, make: () => Promise<Result>) => Promise<Result> {
  const runs = new WeakMap<Ledger, Map<string, Promise<Result>>>()
  return async (ledger, key, make) => {
    const known = runs.get(ledger) ?? new Map<string, Promise<Result>>()
    runs.set(ledger, known)
    const asked = known.get(key) ?? make()
    known.set(key, asked)
    asked.catch(() => known.delete(key))
    return asked
  }
}
