/**
 * A history as a person reads it: one line an operation, with when it was asked and answered, what was asked and what
 * came of it, and below it what cannot be. Names stand for ids and keys, and nothing that a target wrote is in it.
 */
import { answerInWords, statuses } from '../../handoff/contract.ts'
import type { Answer, Operation, Status } from '../../handoff/contract.ts'
import type { DrawnOperation } from '../failure.ts'
import type { HandoffEntry } from './handoff-history.ts'
import type { Violation } from './judge.ts'

/** Gives each id and each key a short name, the same one each time. */
export interface Names {
  handoff(id: string): string
  key(key: string): string
}

/** Names by the order in which they are first asked for: `h1`, `k1`. */
export function createNames(): Names {
  const numbered = (prefix: string): ((given: string) => string) => {
    const known = new Map<string, string>()
    return (given) => {
      const name = known.get(given) ?? `${prefix}${known.size + 1}`
      known.set(given, name)
      return name
    }
  }
  return { handoff: numbered('h'), key: numbered('k') }
}

/** The lines of what cannot be: its operations, the one without a place, and where the others go. */
export function violationLines(history: readonly HandoffEntry[], violation: Violation, names: Names = createNames()): string[] {
  const { object, open, unplaced, rest } = violation
  const shown = failingEntries(history, violation)
  const last = shown.find(({ index }) => index === unplaced)
  // Names are given in the order of the history.
  const about = object.kind === 'handoff' ? names.handoff(object.id) : `the key ${names.key(object.key)}`
  return [
    `What was asked of ${about}, between which two instants, and what came of it:`,
    ...shown.map((entry) => entryLine(entry, names, open.includes(entry.index))),
    `There is no order of these, one after the other, in which the last answer is right: #${unplaced}${last === undefined ? '' : ` ${questionInWords(last.operation.operation, names)} was answered ${answered(last.answer, names)}`}`,
    restInWords(rest),
  ]
}

/** The same operations, as they are drawn. Asked for with the names of the lines, it speaks of the same things. */
export function violationOperations(history: readonly HandoffEntry[], violation: Violation, names: Names = createNames()): DrawnOperation[] {
  if (violation.object.kind === 'handoff') names.handoff(violation.object.id)
  else names.key(violation.object.key)
  return failingEntries(history, violation).map((entry) => ({
    ...drawn(entry, names, violation.open.includes(entry.index)),
    ...(entry.index === violation.unplaced ? { unplaced: true } : {}),
  }))
}

/** All of a history, as it is drawn. */
export function historyOperations(history: readonly HandoffEntry[], names: Names = createNames()): DrawnOperation[] {
  return history.map((entry) => drawn(entry, names, false))
}

function drawn({ index, client, operation: { operation }, invokedAt, returnedAt, answer, instead }: HandoffEntry, names: Names, isOpen: boolean): DrawnOperation {
  return {
    index, client, label: questionInWords(operation, names), outcome: `${isOpen && answer !== undefined ? 'later, ' : ''}${answered(answer ?? instead, names)}`,
    start: invokedAt, ...(returnedAt === undefined ? {} : { end: returnedAt }),
  }
}

function failingEntries(history: readonly HandoffEntry[], { object, failing }: Violation): HandoffEntry[] {
  const wanted = new Set(failing)
  return history.filter(({ index }) => wanted.has(index)).map((entry) => (object.kind === 'handoff' ? onlyOf(object.id, entry) : entry))
}

/** Of a list only what is in it of one handoff. */
function onlyOf(id: string, entry: HandoffEntry): HandoffEntry {
  const { answer } = entry
  if (answer?.kind !== 'ok' || answer.result.kind !== 'inbox') return entry
  return { ...entry, answer: { ...answer, result: { ...answer.result, handoffs: answer.result.handoffs.filter((handoff) => handoff.id === id) } } }
}

function restInWords(rest: Violation['rest']): string {
  if (rest === undefined) return 'Whether the others fit in some order was not found out in time.'
  return rest.length === 0 ? 'Nothing had taken effect before it.' : `The others fit in this order: ${rest.map((index) => `#${index}`).join(' ')}`
}

/** All of a history. */
export function historyLines(history: readonly HandoffEntry[], names: Names = createNames()): string[] {
  return history.map((entry) => entryLine(entry, names))
}

/** @param isOpen Whether its answer comes after the last one that is shown. */
function entryLine({ index, client, operation: { operation }, invokedAt, returnedAt, answer, instead }: HandoffEntry, names: Names, isOpen = false): string {
  const until = returnedAt === undefined ? ' '.repeat(8) : instant(returnedAt)
  return `${`#${index}`.padStart(5)}  ${instant(invokedAt)} - ${until} ms  ${client.padEnd(12)}  ${questionInWords(operation, names).padEnd(44)}  ${isOpen && answer !== undefined ? 'later, ' : ''}${answered(answer ?? instead, names)}`
}

function instant(ms: number): string {
  return ms.toFixed(2).padStart(8)
}

/** An operation in the words of a report. */
export function questionInWords(operation: Operation, names: Names): string {
  switch (operation.kind) {
    case 'whoami': return 'whoami'
    case 'send': return `send to ${operation.input.recipient}${withKey(operation.input.idempotency_key, names)}`
    case 'inbox': return `inbox ${operation.input.box ?? 'received'}${statesInWords(operation.input.statuses)}${operation.input.cursor === undefined ? '' : ', next page'}`
    case 'get': return `get ${names.handoff(operation.input.handoff_id)}`
    case 'acknowledge':
    case 'update_status': {
      const { handoff_id: id, expected_version: expected, idempotency_key: key } = operation.input
      const what = operation.kind === 'acknowledge' ? `acknowledge ${names.handoff(id)}` : `update ${names.handoff(id)} to ${operation.input.status}`
      return `${what}${expected === undefined ? '' : `, expecting version ${expected}`}${withKey(key, names)}`
    }
  }
}

function statesInWords(given: readonly Status[] | undefined): string {
  if (given === undefined) return ''
  return statuses.every((each) => given.includes(each)) ? ', in any state' : ` (${given.join(', ')})`
}

function withKey(key: string | undefined, names: Names): string {
  return key === undefined ? '' : `, key ${names.key(key)}`
}

function answered(answer: Answer | undefined, names: Names): string {
  if (answer === undefined) return 'no answer'
  if (answer.kind !== 'ok') return answerInWords(answer)
  switch (answer.result.kind) {
    case 'whoami': return 'ok'
    case 'inbox': return `ok: ${answer.result.handoffs.map(({ id, status, version }) => `${names.handoff(id)} ${state(status, version)}`).join('; ') || 'nothing'}`
    case 'get': return `ok: ${state(answer.result.handoff.status, answer.result.handoff.version)}, ${answer.result.events.length} events`
    case 'change': return `ok: ${names.handoff(answer.result.handoff.id)} ${state(answer.result.handoff.status, answer.result.handoff.version)}${answer.result.replayed === true ? ', replayed' : ''}`
  }
}

/** A status is one of the contract's own words: an answer with another one is not read at all. */
function state(status: string, version: number | undefined): string {
  return version === undefined ? status : `${status}, version ${version}`
}
