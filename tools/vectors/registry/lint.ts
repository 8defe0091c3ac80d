/**
 * Looks for what is wrong with the files of registry vectors, and for what none of them covers. Everything is handed in,
 * so that a test can take something away and see that it is missed.
 */
import { fileBytes } from '../../../harness/vectors/registry/bytes.ts'
import { registryProblems } from '../../../server/registry/problem.ts'
import { schemaProblems } from '../lint/schema.ts'
import { staleFiles } from '../lint/stale.ts'
import { repeatedIds } from '../lint/words.ts'
import type { Given } from '../lint/lint.ts'
import type { Flag, Vector, VectorFile } from './format.ts'
import { flagsOf } from './writing.ts'

/** @returns One sentence a problem, with the file or the vector. */
export function lintRegistry({ files, generated, schema, readme }: Given): string[] {
  const broken = schemaProblems(files, schema)
  if (broken.length > 0) return broken
  const vectors = [...files.values()].flatMap((text) => (JSON.parse(text) as VectorFile).groups).flatMap((group) => group.vectors)
  return [
    ...staleFiles(files, generated),
    ...repeatedIds(vectors),
    ...vectors.flatMap((vector) => vectorProblems(vector, readme).map((problem) => `${vector.id} ${problem}`)),
    ...repeatedFiles(vectors),
    ...codeGaps(vectors),
  ]
}

function vectorProblems(vector: Vector, readme: string): string[] {
  const { flags, expect } = vector
  const problems = flags.filter((flag) => !readme.includes(`\n| \`${flag}\` |`)).map((flag) => `has the flag ${flag}, which has no row in the README`)
  const has = (flag: Flag) => flags.includes(flag)
  if (has('contract') === has('implementation-defined')) problems.push('has to have one of the flags contract and implementation-defined')
  if (has('problems-exact') !== (has('contract') && flagsOf(expect).includes('problems-exact'))) problems.push('has the flag problems-exact although its problems are not settled, or lacks it')
  if ('refused' in expect && expect.refused.some(({ line = 0, column = 0 }, index) => index > 0 && precedes({ line, column }, expect.refused[index - 1]))) problems.push('does not have its problems in the order of the file')
  return [...problems, ...secretProblems(vector)]
}

function precedes(one: { readonly line: number; readonly column: number }, other: { readonly line?: number; readonly column?: number } = {}): boolean {
  const line = other.line ?? 0
  return one.line < line || (one.line === line && one.column < (other.column ?? 0))
}

function secretProblems({ id, comment, file, secrets = [], expect }: Vector): string[] {
  if (secrets.length === 0) return []
  try {
    const text = fileBytes(file).toString('utf8')
    return [
      ...('accepted' in expect ? ['is taken, so that nothing is said of its secrets'] : []),
      ...secrets.filter((secret) => !text.includes(secret)).map(() => 'has a secret that is not in its file'),
      ...secrets.filter((secret) => `${id} ${comment}`.includes(secret)).map(() => 'tells its secret itself'),
    ]
  } catch (error) {
    return [`cannot be expanded: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Two vectors with the same file say one thing twice, or contradict one another. */
function repeatedFiles(vectors: readonly Vector[]): string[] {
  const seen = new Map<string, string>()
  const secrets = new Map<string, string>()
  const problems: string[] = []
  for (const { id, file, secrets: own = [] } of vectors) {
    const key = JSON.stringify(file)
    if (seen.has(key)) problems.push(`${id} has the file of ${seen.get(key) ?? ''}`)
    seen.set(key, id)
    for (const secret of own) {
      if (secrets.has(secret)) problems.push(`${id} has a secret of ${secrets.get(secret) ?? ''}, so that a report that shows it does not tell which`)
      secrets.set(secret, id)
    }
  }
  return problems
}

/** @returns One sentence for each code that no vector flagged `contract` expects. */
function codeGaps(vectors: readonly Vector[]): string[] {
  const expected = new Set(vectors.filter(({ flags }) => flags.includes('contract')).flatMap(({ expect }) => ('refused' in expect ? expect.refused.map(({ code }) => code) : [])))
  // What only an implementation refuses is in vectors that are flagged so.
  const open = new Set(vectors.flatMap(({ expect }) => ('refused' in expect ? expect.refused.map(({ code }) => code) : [])))
  return Object.keys(registryProblems).filter((code) => !expected.has(code as never) && !(implementationOnly.has(code) && open.has(code as never))).map((code) => `no vector expects the problem ${code}`)
}

const implementationOnly: ReadonlySet<string> = new Set(['directive', 'bad_characters'])
