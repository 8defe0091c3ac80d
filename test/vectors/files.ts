/** The files of vectors as the lint gets them, and changed copies of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileText } from '../../tools/vectors/build.ts'
import type { Given } from '../../tools/vectors/lint/lint.ts'
import type { Call, Expectation, Flag, Input, SetupToken, Vector, VectorFile } from '../../tools/vectors/format.ts'

const folder = join(import.meta.dirname, '../../vectors')

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** A vector that a test may change. */
export interface OpenVector {
  id: string
  comment: string
  flags: Flag[]
  setup: { tokens: Writable<SetupToken>[] }
  calls: Writable<Call & { input: Input; expect: Expectation }>[]
}

export interface OpenFile {
  schema: 1
  generator: string
  groups: { name: string; source: string; vectors: OpenVector[] }[]
}

/** As they are in the repository; what the generator writes is said to be the same. */
export function committed(): Given {
  return committedIn('accept-handoff')
}

/** @param name Of a folder of vectors. */
export function committedIn(name: 'accept-handoff' | 'registry'): Given {
  const at = join(folder, name)
  const names = readdirSync(at).filter((each) => each.endsWith('.json') && each !== 'schema.json')
  const files = new Map(names.map((each) => [each, readFileSync(join(at, each), 'utf8')]))
  return { files, generated: files, schema: readFileSync(join(at, 'schema.json'), 'utf8'), readme: readFileSync(join(folder, 'README.md'), 'utf8') }
}

/** @param change Gets the parsed files by name, and changes them in place. */
export function changed(change: (files: Map<string, OpenFile>) => void): Given {
  const given = committed()
  const parsed = new Map([...given.files].map(([name, text]) => [name, JSON.parse(text) as OpenFile]))
  change(parsed)
  const files = new Map([...parsed].map(([name, file]) => [name, fileText(file)]))
  return { ...given, files, generated: files }
}

/** One vector changed in place, and its file alone: what the other files cover is missing then. */
export function changedVector(id: string, change: (vector: OpenVector) => void): Given {
  const given = committed()
  const [name, text] = [...given.files].find(([, each]) => each.includes(`"id": "${id}"`)) ?? []
  if (name === undefined || text === undefined) throw new Error(`there is no vector ${id}`)
  const file = JSON.parse(text) as OpenFile
  for (const vector of file.groups.flatMap(({ vectors }) => vectors)) if (vector.id === id) change(vector)
  const files = new Map([[name, fileText(file)]])
  return { ...given, files, generated: files }
}

/** All vectors. */
export function committedVectors(): readonly Vector[] {
  return [...committed().files.values()].flatMap((text) => (JSON.parse(text) as VectorFile).groups).flatMap(({ vectors }) => vectors)
}
