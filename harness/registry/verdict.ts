/** Reads what a validator of registries says of files: by exit code, and where it writes JSON what is wrong with each. Pure. */
import { isJsonObject, readJson } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { ValidatorEnd } from './validator.ts'

export interface ToldProblem {
  readonly code: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
}

export type FileVerdict =
  /** The counts where they are told. */
  | { readonly kind: 'accepted'; readonly agents: number | undefined; readonly projects: number | undefined }
  | { readonly kind: 'refused'; readonly problems: readonly ToldProblem[] | undefined }
  /** In words of ours. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Of a validator that took one file. */
export function verdictOfOne(end: ValidatorEnd): FileVerdict {
  if (end.kind === 'broken') return { kind: 'unknown', why: `the validator gave no verdict: ${end.why}` }
  const told = objectIn(end.stdout)
  switch (end.code) {
    case 0: return acceptance(told)
    case 1: return { kind: 'refused', problems: problemsIn(told) }
    default: return { kind: 'unknown', why: `the validator ended with exit code ${end.code}` }
  }
}

/** Of one that took several: a line of JSON for each, with `registry`, as it was given, and `ok`. */
export function verdictsOfMany(end: ValidatorEnd, files: readonly string[]): ReadonlyMap<string, FileVerdict> {
  if (end.kind === 'broken' || (end.code !== 0 && end.code !== 1)) {
    const why = end.kind === 'broken' ? `gave no verdict: ${end.why}` : `ended with exit code ${end.code}`
    return new Map(files.map((file) => [file, { kind: 'unknown', why: `the validator ${why}` }]))
  }
  const byFile = new Map(end.stdout.split('\n').flatMap((line) => {
    const told = objectIn(line)
    return typeof told?.['registry'] === 'string' ? [[told['registry'], told] as const] : []
  }))
  const verdicts = new Map(files.map((file): [string, FileVerdict] => [file, verdictIn(byFile.get(file))]))
  const good = [...verdicts.values()].every(({ kind }) => kind === 'accepted')
  if (good === (end.code === 0) || [...verdicts.values()].some(({ kind }) => kind === 'unknown')) return verdicts
  return new Map(files.map((file) => [file, { kind: 'unknown', why: `the exit code ${end.code} of the validator contradicts its lines` }]))
}

function verdictIn(told: JsonObject | undefined): FileVerdict {
  if (told?.['ok'] === true) return acceptance(told)
  if (told?.['ok'] === false) return { kind: 'refused', problems: problemsIn(told) }
  return { kind: 'unknown', why: 'the validator wrote no line with this registry and ok' }
}

function acceptance(told: JsonObject | undefined): FileVerdict {
  return { kind: 'accepted', agents: numberIn(told, 'agents'), projects: numberIn(told, 'projects') }
}

/** `problems`, by itself or within `error`. */
function problemsIn(told: JsonObject | undefined): readonly ToldProblem[] | undefined {
  const error = told?.['error']
  const list = told?.['problems'] ?? (isJsonObject(error) ? error['problems'] : undefined)
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown): ToldProblem => {
    const problem = isJsonObject(item) ? item : {}
    const { code } = problem
    return { code: typeof code === 'string' ? code : undefined, line: placeIn(problem, 'line'), column: placeIn(problem, 'column') }
  })
}

function objectIn(text: string): JsonObject | undefined {
  const reading = readJson(text)
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined
}

function numberIn(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key]
  return typeof value === 'number' ? value : undefined
}

/** 0 stands for no place too. */
function placeIn(object: JsonObject, key: string): number | undefined {
  const value = numberIn(object, key)
  return value === 0 ? undefined : value
}
