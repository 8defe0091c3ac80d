/** Registry vectors and the target's own validator: what it says of each file, by its exit code and, where it writes them, its problems. */
import type { CaseContext } from '../../harness/run/case.ts'
import { checkFiles } from '../../harness/registry/check-files.ts'
import type { Checked } from '../../harness/registry/check-files.ts'
import type { RegistryValidator } from '../../harness/registry/validator.ts'
import type { FileVerdict, ToldProblem } from '../../harness/registry/verdict.ts'
import type { RegistryVector, RegistryVectorProblem } from '../../harness/vectors/registry/format.ts'
import { readRegistryVectors } from '../../harness/vectors/registry/read.ts'
import { observeSecrets } from './live.ts'
import { allProblems, problemPlace, refusedRule, taken } from './rules.ts'

/** Of a validator that takes one file at a time, so many of each theme are asked: a process for each would cost minutes. */
const sampled = 4

/** One process for all themes of a run, where the validator takes many files. */
const checks = new WeakMap<RegistryValidator, Promise<Checked>>()

/** @returns Whether anything was shown. */
export async function byValidator(context: CaseContext, vectors: readonly RegistryVector[]): Promise<boolean> {
  const validator = context.target.registry?.validator
  if (validator === undefined) {
    context.setAside('the validator', 'none is named (registry.validate of the target file)')
    return false
  }
  const themes = await readRegistryVectors()
  const all = [...themes.values()].flatMap((theme) => theme.vectors)
  const codes = new Set(all.flatMap(({ expect }) => (expect.kind === 'refused' ? expect.problems.map(({ code }) => code) : [])))
  const asked = validator.many ? vectors : sampleOf(vectors)
  if (asked.length < vectors.length) context.setAside(`${vectors.length - asked.length} vectors by the validator`, 'it takes one file at a time, so that a sample is checked')
  const { verdicts, said } = validator.many ? await checkedAll(validator, all, context.signal) : await check(validator, asked, context.signal)
  for (const vector of asked) {
    await context.attempt(`${vector.id} by the validator`, async () => {
      await Promise.resolve()
      observe(context, vector, codes, verdicts.get(vector.id))
    })
  }
  observeSecrets(context, asked, said, 'the words of the validator')
  return true
}

/** Spread over the theme, so that both kinds of answers are among them. */
function sampleOf(vectors: readonly RegistryVector[]): readonly RegistryVector[] {
  const step = Math.max(1, Math.floor(vectors.length / sampled))
  return vectors.filter((_, index) => index % step === 0).slice(0, sampled)
}

async function checkedAll(validator: RegistryValidator, vectors: readonly RegistryVector[], signal: AbortSignal): Promise<Checked> {
  const begun = checks.get(validator) ?? check(validator, vectors, signal)
  checks.set(validator, begun)
  const checked = await begun
  // The case that began it may have been cut off.
  if (!signal.aborted && [...checked.verdicts.values()].some(({ kind }) => kind === 'unknown')) checks.delete(validator)
  return checked
}

async function check(validator: RegistryValidator, vectors: readonly RegistryVector[], signal: AbortSignal): Promise<Checked> {
  return checkFiles(validator, vectors.map(({ id, bytes }) => ({ name: id, bytes })), signal)
}

/** @param codes Those of the vectors; a validator may have others, which are held against nothing. */
function observe(context: CaseContext, vector: RegistryVector, codes: ReadonlySet<string>, verdict: FileVerdict = { kind: 'unknown', why: 'the validator said nothing of it' }): void {
  if (verdict.kind === 'unknown') context.inconclusive(verdict.why)
  const { id, comment, flags, expect } = vector
  if (flags.has('implementation-defined')) {
    context.setAside(`${id} by the validator`, `implementation-defined: ${verdict.kind}, ${verdict.kind === expect.kind ? 'as the vector says' : `where the vector has it ${expect.kind}`}`)
    return
  }
  context.observe({
    requirement: expect.kind === 'accepted' ? taken : refusedRule, input: id, ok: verdict.kind === expect.kind,
    expected: verdict.kind === expect.kind ? expect.kind : `the file is ${expect.kind}. Whoever fails here: ${comment}`, actual: `by the validator, ${verdict.kind}`,
  })
  if (expect.kind === 'accepted' && verdict.kind === 'accepted') observeCounts(context, id, [['agents', expect.agents.length, verdict.agents], ['projects', expect.projects.length, verdict.projects]])
  // Of what is no YAML, is too large or holds too much, each reader says more or less.
  if (expect.kind !== 'refused' || verdict.kind !== 'refused' || verdict.problems === undefined || !flags.has('problems-exact')) return
  observeProblems(context, id, expect.problems, verdict.problems)
  if (verdict.problems.every(({ code }) => code !== undefined && codes.has(code))) observePlaces(context, id, expect.problems, verdict.problems)
}

function observeCounts(context: CaseContext, id: string, counts: readonly (readonly [what: string, expected: number, told: number | undefined])[]): void {
  for (const [what, expected, told] of counts) {
    if (told !== undefined && told !== expected) context.observe({ requirement: taken, input: id, ok: false, expected: `${expected} ${what}`, actual: `by the validator, ${told} ${what}` })
  }
}

/** A missing key has no place of its own, so that any line of its map will do. */
const placeless: ReadonlySet<string> = new Set(['missing_key', 'missing_expiry'])

function observeProblems(context: CaseContext, input: string, expected: readonly RegistryVectorProblem[], told: readonly ToldProblem[]): void {
  const lines = new Set(told.map(({ line }) => line))
  const missed = [...new Set(expected.filter(({ code, line }) => line !== undefined && !placeless.has(code) && !lines.has(line)).map(({ line }) => line))]
  context.observe({
    requirement: allProblems, input, ok: told.length === expected.length && missed.length === 0, expected: `${expected.length} problems at once, each with its line`,
    actual: `by the validator, ${told.length}${missed.length === 0 ? '' : `, and none in line ${missed.join(', ')}`}`,
  })
}

function observePlaces(context: CaseContext, input: string, expected: readonly RegistryVectorProblem[], told: readonly ToldProblem[]): void {
  const differing = expected.findIndex(({ code, line, column }, index) => told[index]?.code !== code || told[index].line !== line || told[index].column !== column)
  const ok = differing === -1 && told.length === expected.length
  context.observe({
    requirement: problemPlace, input, ok, expected: 'the codes, lines and columns of the vector, in the order of the file',
    actual: ok ? 'by the validator, the same' : `by the validator, problem ${(differing === -1 ? expected.length : differing) + 1} is another one`,
  })
}
