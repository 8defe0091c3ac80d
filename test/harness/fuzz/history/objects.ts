/** Objects of the literature, and a way to write histories of them down. */
import type { Entry, Specification } from '../../../../harness/fuzz/history/history.ts'

export type Line<Operation, Answer> = readonly [client: string, invokedAt: number, returnedAt: number | undefined, operation: Operation, answer?: Answer]

export function history<Operation, Answer>(lines: readonly Line<Operation, Answer>[]): Entry<Operation, Answer>[] {
  return lines.map(([client, invokedAt, returnedAt, operation, answer], at) => ({
    index: at + 1, client, operation, invokedAt, returnedAt, answer: returnedAt === undefined ? undefined : answer, ending: returnedAt === undefined ? 'unknown' : 'ok',
  }))
}

export type RegisterOperation = { readonly write: number } | 'read' | { readonly swap: readonly [from: number, to: number] }
export const register: Specification<number, RegisterOperation, number | 'ok' | 'no'> = {
  initial: 0,
  step(state, operation, answer) {
    if (operation === 'read') return answer === undefined || answer === state ? state : undefined
    if ('write' in operation) return answer === undefined || answer === 'ok' ? operation.write : undefined
    const [from, to] = operation.swap
    if (answer === undefined) return state === from ? to : state
    return (answer === 'ok') === (state === from) ? (answer === 'ok' ? to : state) : undefined
  },
  key: String,
  isRead: (operation, answer) => operation === 'read' || answer === 'no',
}

export type QueueOperation = { readonly put: string } | 'take'
export const queue: Specification<readonly string[], QueueOperation, string> = {
  initial: [],
  step(state, operation, answer) {
    if (operation !== 'take') return [...state, operation.put]
    if (answer === undefined) return state.slice(1)
    return answer === (state[0] ?? 'empty') ? state.slice(1) : undefined
  },
  key: (state) => state.join(),
}

export type LockOperation = 'lock' | 'unlock'
export const lock: Specification<boolean, LockOperation, boolean> = {
  initial: false,
  step: (held, operation, answer) => ((answer ?? true) === ((operation === 'unlock') === held) ? (answer === false ? held : !held) : answer === undefined ? held : undefined),
  key: String,
}
