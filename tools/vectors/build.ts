/**
 * The text of every file. What a person expects is held against what the code answers; where they differ one of them
 * is wrong, and nothing is written.
 */
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import { answersOf } from './answer.ts'
import type { Group, Vector, VectorFile } from './format.ts'

export const generator = 'handoff-conformance, tools/vectors'

/** @returns The texts by file name. */
export function fileTexts(themes: Readonly<Record<string, readonly Group[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(themes).map(([name, groups]) => [`${name}.json`, fileText({ schema: 1, generator, groups })]))
}

export function fileText(file: VectorFile): string {
  return asciiJson(file)
}

/** ASCII only, so that no editor or version control changes what a vector is about. */
export function asciiJson(file: object): string {
  const text = JSON.stringify(file, undefined, 2)
  return `${text.replaceAll(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/** @returns One sentence a call whose written expectation is not what the code answers. */
export async function disagreements(themes: Readonly<Record<string, readonly Group[]>>): Promise<string[]> {
  const vectors = Object.values(themes).flat().flatMap((group) => group.vectors)
  const found: string[] = []
  for (const vector of vectors) found.push(...await disagreementsOf(vector))
  return found
}

async function disagreementsOf(vector: Vector): Promise<string[]> {
  const answers = await answersOf(vector)
  return vector.calls.flatMap(({ expect }, index) => {
    const [expected, answered] = [expect, answers[index]].map((value) => canonicalJson(value as unknown as Json))
    return expected === answered ? [] : [`${vector.id}, call ${index}:\n  expected ${expected}\n  answered ${answered}`]
  })
}
