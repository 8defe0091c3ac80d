/**
 * Finds the golden vectors: they lie at the root of the package, beside its `package.json`, in the source tree as in
 * the installed package, so that implementers in other languages find them there too.
 */
import { readFile } from 'node:fs/promises'
import { HarnessError } from '../errors.ts'
import type { VectorGroup } from './format.ts'
import { parseVectors } from './read.ts'

/** @param path Within `vectors/`, for example `accept-handoff/token.json`. */
export function vectorFile(path: string): URL {
  return new URL(`vectors/${path}`, import.meta.resolve('handoff-conformance/package.json'))
}

const kept = new Map<string, Promise<readonly VectorGroup[]>>()

/**
 * Reads a file of vectors once.
 * @throws HarnessError `vectors_invalid` where it is missing or wrong.
 */
export async function readVectors(path: string): Promise<readonly VectorGroup[]> {
  const reading = kept.get(path) ?? read(path)
  kept.set(path, reading)
  return reading
}

async function read(path: string): Promise<readonly VectorGroup[]> {
  let text: string
  try {
    text = await readFile(vectorFile(path), 'utf8')
  } catch (error) {
    throw new HarnessError('vectors_invalid', `vectors/${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause: error })
  }
  return parseVectors(text, `vectors/${path}`)
}
