/** What implementations are asked, and what they say to it: a golden vector that nobody has written the answers of yet. */
import type { Input, SetupToken } from '../vectors/format.ts'

export interface AskedCall {
  /** Seconds since the beginning, down to microseconds. */
  readonly at_s: number
  /** Default: `accept`. */
  readonly via?: 'accept' | 'verify'
  /** Placeholders for tokens, `$repeat` and `$list` are in it. */
  readonly input: Input
}

export interface Question {
  readonly setup: { readonly tokens: readonly SetupToken[] }
  readonly calls: readonly AskedCall[]
}

/** A verdict, a token check, an error as data; or, as `{ other }`, whatever else came, in words of ours. */
export type Answer = Readonly<Record<string, unknown>>

/** Implementations that are asked together, since they share a clock or a process. */
export interface Panel {
  /** By name, one answer a call; a name is left out where its implementation cannot be asked this. @throws Error where one is gone. */
  ask(question: Question): Promise<ReadonlyMap<string, readonly Answer[]>>
  close(): Promise<void>
}

/** JSON with half a surrogate pair may be refused as a text already, which names no field. */
export function isUnreadable(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, member]) => !key.isWellFormed() || isUnreadable(member))
}

export function errorAnswer(code: string, field: string | undefined): Answer {
  return { error: { code, ...(field === undefined ? {} : { field }) } }
}

/** The wording of a recovery is free: only whether it is there is kept. */
export function withoutWording(answer: Answer): Answer {
  const check = answer['token_check']
  if (isObject(check)) return { ...answer, token_check: withoutWording(check) }
  const { recovery } = answer
  if (!isObject(recovery)) return answer
  const presence = (text: unknown): unknown => (typeof text === 'string' && text !== '' ? '…' : text)
  const free = ['message', 'next_step_hint'].filter((name) => Object.hasOwn(recovery, name)).map((name) => [name, presence(recovery[name])])
  return { ...answer, recovery: { ...recovery, ...(Object.fromEntries(free) as Answer) } }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
