/** The golden vectors against the pure verdict with a fault in it, without a server: which themes of vectors see it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import type { answersOf } from '../../tools/vectors/answer.ts'
import type { Vector, VectorFile } from '../../tools/vectors/format.ts'
import { loadPatched } from './graph.ts'
import type { RunOutcome } from './judge.ts'
import type { Patch } from './mutant.ts'
import { root } from './places.ts'

type AnswersOf = typeof answersOf

const folder = join(root, 'vectors/accept-handoff')
let files: ReadonlyMap<string, VectorFile> | undefined

/** Never rejects. @param id Names the graph of modules that the fault is in. */
export async function runVectors(id: string, patch: Patch): Promise<RunOutcome> {
  try {
    const { answersOf: answer } = await loadPatched(`vectors-${id}`, patch, 'tools/vectors/answer.ts') as { readonly answersOf: AnswersOf }
    const outcomes = new Map<string, string>()
    const reasons = new Map<string, string>()
    for (const [theme, { groups }] of read()) {
      const wrong = await firstWrong(answer, groups.flatMap(({ vectors }) => vectors))
      outcomes.set(`accept.vectors-${theme}`, wrong === undefined ? 'pass' : 'fail')
      if (wrong !== undefined) reasons.set(`accept.vectors-${theme}`, wrong)
    }
    return { exitCode: [...outcomes.values()].includes('fail') ? 1 : 0, outcomes, reasons, findings: [], notes: [], said: '' }
  } catch (error) {
    return { exitCode: undefined, outcomes: new Map(), findings: [], notes: [], said: error instanceof Error ? error.message : String(error) }
  }
}

function read(): ReadonlyMap<string, VectorFile> {
  files ??= new Map(readdirSync(folder).filter((name) => name !== 'schema.json').map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as VectorFile]))
  return files
}

/** The id of the first vector that is answered otherwise; what the contract leaves open fails nothing. */
async function firstWrong(answer: AnswersOf, vectors: readonly Vector[]): Promise<string | undefined> {
  for (const vector of vectors) {
    if (vector.flags.includes('implementation-defined')) continue
    const answers = await answer(vector).catch(() => undefined)
    const right = answers !== undefined && vector.calls.every(({ expect }, index) => canonicalJson(expect as unknown as Json) === canonicalJson(answers[index] as unknown as Json))
    if (!right) return vector.id
  }
  return undefined
}
