/** The registry vectors against the library with a fault in it, without a server: which themes of vectors see it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileBytes } from '../../harness/vectors/registry/bytes.ts'
import { registryDisagreement } from '../../tools/vectors/registry/build.ts'
import type { answerOf } from '../../tools/vectors/registry/answer.ts'
import type { Vector, VectorFile } from '../../tools/vectors/registry/format.ts'
import { loadPatched } from './graph.ts'
import type { RunOutcome } from './judge.ts'
import type { Patch } from './mutant.ts'
import { root } from './places.ts'

type AnswerOf = typeof answerOf

const folder = join(root, 'vectors/registry')
let themes: ReadonlyMap<string, readonly Vector[]> | undefined

/** Files that look at a text as a whole, so that large ones are read with their faults, too. */
const aboutSizes: ReadonlySet<string> = new Set(['document', 'lexemes', 'load', 'places', 'schema', 'text'].map((name) => `server/registry/${name}.ts`))
/** Larger ones take most of the time of all, in bytes. */
const smallBytes = 20_000

/** Never rejects. @param id Names the graph of modules that the fault is in. */
export async function runRegistryVectors(id: string, patch: Patch): Promise<RunOutcome> {
  try {
    const { answerOf: answer } = await loadPatched(`registry-${id}`, patch, 'tools/vectors/registry/answer.ts') as { readonly answerOf: AnswerOf }
    const outcomes = new Map<string, string>()
    const reasons = new Map<string, string>()
    for (const [theme, vectors] of read()) {
      const wrong = vectors.find((vector) => isWrong(answer, vector, aboutSizes.has(patch.file)))
      outcomes.set(`registry.vectors-${theme}`, wrong === undefined ? 'pass' : 'fail')
      if (wrong !== undefined) reasons.set(`registry.vectors-${theme}`, wrong.id)
    }
    return { exitCode: [...outcomes.values()].includes('fail') ? 1 : 0, outcomes, reasons, findings: [], notes: [], said: '' }
  } catch (error) {
    return { exitCode: undefined, outcomes: new Map(), findings: [], notes: [], said: error instanceof Error ? error.message : String(error) }
  }
}

function read(): ReadonlyMap<string, readonly Vector[]> {
  themes ??= new Map(readdirSync(folder).filter((name) => name !== 'schema.json').map((name) => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as VectorFile
    return [name.replace('.json', ''), file.groups.flatMap(({ vectors }) => vectors)]
  }))
  return themes
}

/** What the contract leaves open is the server's own, and still what the vector says. */
function isWrong(answer: AnswerOf, vector: Vector, large: boolean): boolean {
  if (!large && fileBytes(vector.file).byteLength > smallBytes) return false
  try {
    return registryDisagreement(vector, answer) !== undefined
  } catch {
    return true
  }
}
