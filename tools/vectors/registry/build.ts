/**
 * The text of every file of registry vectors. What a person expects is held against what the code answers; where they
 * differ one of them is wrong, and nothing is written.
 */
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import type { Json } from '../../../protocol/canonical-json.ts'
import { expandEntries } from '../../../harness/vectors/registry/bytes.ts'
import { asciiJson, generator } from '../build.ts'
import { answerOf } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Expectation, Group, Vector, VectorFile } from './format.ts'
import { tokens } from './writing.ts'

export type Themes = Readonly<Record<string, readonly Group[]>>

/** @returns The texts by file name. */
export function registryFileTexts(themes: Themes): ReadonlyMap<string, string> {
  return new Map(Object.entries(themes).map(([name, groups]) => [`${name}.json`, registryFileText({ schema: 1, generator, tokens, groups })]))
}

export function registryFileText(file: VectorFile): string {
  return asciiJson(file)
}

/** @returns One sentence a vector whose written expectation is not what the code answers. */
export function registryDisagreements(themes: Themes): string[] {
  return Object.values(themes).flat().flatMap((group) => group.vectors).flatMap((vector) => {
    const found = registryDisagreement(vector, answerOf)
    return found === undefined ? [] : [found]
  })
}

/** @param answer Looks at the file; a faulty one shows that faults are found. @returns What differs; undefined where nothing does. */
export function registryDisagreement(vector: Vector, answer: (vector: Vector) => Answer): string | undefined {
  const { expectation, said } = answer(vector)
  const [expected, answered] = [expanded(vector.expect), expectation].map((value) => canonicalJson(value as unknown as Json))
  if (expected !== answered) return `${vector.id}:\n  expected ${shortened(expected)}\n  answered ${shortened(answered)}`
  return vector.secrets?.some((secret) => said.includes(secret)) === true ? `${vector.id}: a secret of the file is shown` : undefined
}

/** With every series written out. */
function expanded(expect: Expectation): Expectation {
  if ('refused' in expect) return expect
  return { accepted: { agents: expandEntries(expect.accepted.agents), projects: expandEntries(expect.accepted.projects) } }
}

function shortened(text = ''): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
}
