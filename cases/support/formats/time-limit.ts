/**
 * Bounds the time of synchronous work over what a target wrote: a pattern or a schema of it can be made so that it is
 * never done with.
 */
import { createContext, Script } from 'node:vm'

export type Limited<Value> = { readonly done: true; readonly value: Value } | { readonly done: false }

const script = new Script('work()')
/** One for all: to make a context costs a hundred times what the usual schema does. */
const context = createContext({ work: undefined as (() => unknown) | undefined })
/** Of wall-clock time: a host that is busy with other things must not make a good schema look endless. */
const defaultMs = 3_000

/** Does the work, and gives up on it after so many ms. What it throws of itself is passed on. */
export function withinTime<Value>(work: () => Value, timeoutMs: number = defaultMs): Limited<Value> {
  context['work'] = work
  try {
    return { done: true, value: script.runInContext(context, { timeout: timeoutMs }) as Value }
  } catch (error) {
    // The error is of the other realm, so that it is no instance of our own class.
    if ((error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { done: false }
    throw error
  } finally {
    context['work'] = undefined
  }
}
