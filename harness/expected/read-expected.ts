/**
 * The file of expected failures, version 1: which cases are known to fail on a target, why, who takes care of it, and
 * until when. Strict, so that no entry goes on excusing something that it no longer speaks of.
 */
import { HarnessError } from '../errors.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { compileSchema, mistakesText, readStrictYaml, type YamlProblem } from '../files/strict-yaml.ts'
import type { ExpectedFailure } from '../run/outcome.ts'
import schema from './expected-failures.schema.json' with { type: 'json' }

export interface ExpectedEntry extends ExpectedFailure {
  /** The id of a case of the catalogue. */
  readonly case: string
}

export interface KnownCases {
  /** Ids of every case of this version, whatever the selection. */
  readonly ids: ReadonlySet<string>
  /** What somebody may have meant by an id that is none, as a sentence. */
  readonly suggest: (id: string) => string | undefined
}

const maxBytes = 1024 * 1024
const validate = compileSchema(schema)

/** @throws HarnessError `expected_file_unreadable` or `expected_file_invalid` */
export function readExpectedFile(path: string, known: KnownCases): ExpectedEntry[] {
  const file = readRegularFile(path, maxBytes)
  if (!file.ok) throw new HarnessError('expected_file_unreadable', `the file of expected failures ${path} cannot be read: ${file.why}`, { cause: file.cause })
  return parseExpectedFile(file.bytes.toString('utf8'), path, known)
}

/**
 * @param path Where the text comes from, for messages.
 * @throws HarnessError `expected_file_invalid`, with every mistake up to a screenful, each with line and column.
 */
export function parseExpectedFile(text: string, path: string, known: KnownCases): ExpectedEntry[] {
  const reading = readStrictYaml(text, validate)
  if (!reading.ok) throw new HarnessError('expected_file_invalid', mistakesText(path, reading.problems))
  const { expected } = reading.value as { readonly expected: readonly ExpectedEntry[] }
  const mistakes: YamlProblem[] = []
  const lines = new Map<string, number>()
  for (const [index, entry] of expected.entries()) {
    const say = (key: keyof ExpectedEntry, message: string): void => {
      mistakes.push({ ...reading.position(['expected', index, key]), message })
    }
    const before = lines.get(entry.case)
    lines.set(entry.case, before ?? reading.position(['expected', index, 'case']).line)
    if (!known.ids.has(entry.case)) say('case', ['this version has no case of that id', known.suggest(entry.case)].filter((each) => each !== undefined).join('. '))
    else if (before !== undefined) say('case', `the case has an entry in line ${before} already`)
    if (!isDay(entry.expires)) say('expires', 'there is no such day; a day is written as YYYY-MM-DD')
  }
  if (mistakes.length > 0) throw new HarnessError('expected_file_invalid', mistakesText(path, mistakes))
  return [...expected]
}

/** The calendar says no to the 30th of February. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
