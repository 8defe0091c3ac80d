/**
 * Looks for what is wrong with the files of vectors, and for what none of them covers. Everything is handed in, so that
 * a test can take something away and see that it is missed.
 */
import type { VectorFile } from '../format.ts'
import { gateGaps } from './gates.ts'
import { flagProblems } from './flags.ts'
import { precedenceGaps } from './precedence.ts'
import { schemaProblems } from './schema.ts'
import { staleFiles } from './stale.ts'
import { surrogateProblems } from './surrogates.ts'
import { tokenProblems } from './tokens.ts'
import { repeatedIds, wordGaps } from './words.ts'

export interface Given {
  /** The texts of the files, by name. */
  readonly files: ReadonlyMap<string, string>
  /** What the generator writes, by name. */
  readonly generated: ReadonlyMap<string, string>
  /** The text of the JSON Schema. */
  readonly schema: string
  /** The page for implementers, which documents the flags. */
  readonly readme: string
}

/** @returns One sentence a problem, with the file or the vector. */
export async function lint({ files, generated, schema, readme }: Given): Promise<string[]> {
  const broken = schemaProblems(files, schema)
  if (broken.length > 0) return broken
  const parsed = new Map([...files].map(([name, text]) => [name, JSON.parse(text) as VectorFile]))
  const vectors = [...parsed.values()].flatMap(({ groups }) => groups).flatMap((group) => group.vectors)
  return [
    ...staleFiles(files, generated),
    ...repeatedIds(vectors),
    ...flagProblems(vectors, readme),
    ...tokenProblems(vectors),
    ...surrogateProblems(parsed),
    ...wordGaps(vectors),
    ...gateGaps(vectors),
    ...await precedenceGaps(vectors),
  ]
}
