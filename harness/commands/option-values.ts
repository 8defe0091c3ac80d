/** Reads the values of command-line options. What does not fit is a usage error that says what would. */
import { InvalidArgumentError } from 'commander'
import { isReporterName, reporterNames, type ReporterName } from '../reporters/names.ts'
import { HarnessError } from '../errors.ts'
import type { Part } from '../run/shard.ts'
import { didYouMean } from './suggest.ts'

/** `a,b` or the option twice. */
export function listed(value: string, before: readonly string[] | undefined): string[] {
  const names = value.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('A name is empty.')
  return [...(before ?? []), ...names]
}

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`)
    return number
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }
const maxDurationMs = 24 * 60 * 60_000

/** `500ms`, `30s`, `5m`; a bare number is seconds. In ms. */
export function durationMs(value: string): number {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(value) ?? []
  const ms = digits === undefined ? Number.NaN : Math.round(Number(digits) * (units[unit ?? 's'] ?? Number.NaN))
  if (!(ms >= 1 && ms <= maxDurationMs)) throw new InvalidArgumentError('A time of at most a day is needed, such as 500ms, 30s or 5m; a bare number is seconds.')
  return ms
}

/** `2/4`: the second of four parts. */
export function shard(value: string): Part {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value)?.map(Number) ?? []
  if (index === undefined || of === undefined || index > of) throw new InvalidArgumentError('A part and the number of parts are needed, such as 2/4.')
  return { index, of }
}

/** One of a few names. */
export function oneOf<Name extends string>(names: readonly Name[]): (value: string) => Name {
  return (value) => {
    const found = names.find((name) => name === value)
    if (found !== undefined) return found
    const hint = didYouMean(value, names)
    throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`)
  }
}

/** A protocol revision, which is a date. */
export function revision(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new InvalidArgumentError('A revision of the protocol is needed, such as 2026-07-28.')
  return value
}

export interface ReporterChoice {
  readonly name: ReporterName
  /** Undefined: stdout. */
  readonly file: string | undefined
}

/** `NAME` or `NAME=FILE`. @throws HarnessError `unknown_reporter` */
export function reporterChoice(value: string, before: readonly ReporterChoice[] | undefined): ReporterChoice[] {
  const at = value.indexOf('=')
  const name = at < 0 ? value : value.slice(0, at)
  const file = at < 0 ? undefined : value.slice(at + 1)
  if (!isReporterName(name)) {
    const hint = didYouMean(name, reporterNames)
    throw new HarnessError('unknown_reporter', `there is no reporter ${JSON.stringify(name)}; there are ${reporterNames.join(', ')}`, hint === undefined ? {} : { remedy: hint })
  }
  if (file === '') throw new InvalidArgumentError('The file after = is empty.')
  return [...(before ?? []), { name, file }]
}

/** The one that goes to stdout. @throws HarnessError `usage`, where there are two */
export function reporterOnStdout(choices: readonly ReporterChoice[]): ReporterName {
  const names = choices.filter(({ file }) => file === undefined).map(({ name }) => name)
  if (names.length > 1) throw new HarnessError('usage', `${names.join(' and ')} cannot both go to stdout`, { remedy: 'Give all but one of them a file: --reporter NAME=FILE.' })
  return names[0] ?? 'pretty'
}
