/** Asks what files of vectors hold, instead of generated questions. What is expected is for `vectors/` to say; here counts whether all agree. */
import { readFileSync } from 'node:fs'
import type { VectorFile } from '../vectors/format.ts'
import { disagreementOn } from './disagreement.ts'
import { ask } from './hunt.ts'
import type { Panel } from './question.ts'
import { inWords } from './vector.ts'

export interface FilesResult {
  readonly asked: number
  /** Who differs on which vector, in sentences. */
  readonly disagreements: readonly string[]
}

/** @throws Error where a file cannot be read. */
export async function askFiles(panels: readonly Panel[], files: readonly string[]): Promise<FilesResult> {
  const vectors = files.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Partial<VectorFile>).groups ?? []).flatMap((group) => group.vectors)
  const disagreements: string[] = []
  for (const { id, setup, calls } of vectors) {
    const question = { setup, calls: calls.map(({ at_s, via = 'accept', input }) => ({ at_s, via, input })) }
    const found = disagreementOn(question, await ask(panels, question))
    if (found !== undefined) disagreements.push(...inWords(found).map((sentence) => `${id}, ${sentence}`))
  }
  return { asked: vectors.length, disagreements }
}
