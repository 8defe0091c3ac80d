/**
 * The catalogue: every case and every requirement, checked for contradictions once, at construction, so that a plan
 * and a report can rely on them.
 */
import { createHash } from 'node:crypto'
import { HarnessError } from '../errors.ts'
import { suites } from './case.ts'
import type { Case, Explanation } from './case.ts'
import { engineRequirements } from './engine-requirements.ts'
import type { Requirement } from './requirement.ts'

export interface Catalogue {
  /** In the order given. */
  readonly cases: readonly Case[]
  /** Those of the cases and the engine's own. */
  readonly requirements: readonly Requirement[]
  /** SHA-256 over what the catalogue says (ids, levels, citations), lower-case hex: two runs with one digest compare. */
  readonly digest: string
  requirement(id: string): Requirement | undefined
  find(id: string): Case | undefined
  explanation(caseId: string): Explanation | undefined
}

const slug = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/

/**
 * @throws HarnessError `catalogue_invalid`, with every contradiction: repeated or malformed ids, unknown or unused
 * requirements, a case with neither or both of `inputs` and `scenario`, an empty explanation, hardening without reason.
 */
export function createCatalogue(parts: { readonly cases: readonly Case[]; readonly requirements: readonly Requirement[] }): Catalogue {
  const requirements = [...parts.requirements, ...engineRequirements]
  const problems = [...requirementProblems(requirements), ...caseProblems(parts.cases, requirements), ...unusedProblems(parts)]
  if (problems.length > 0) throw new HarnessError('catalogue_invalid', `the catalogue is wrong: ${problems.join('; ')}`)
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const caseById = new Map(parts.cases.map((entry) => [entry.id, entry]))
  return {
    cases: parts.cases,
    requirements,
    digest: digestOf(parts.cases, requirements),
    requirement: (id) => byId.get(id),
    find: (id) => caseById.get(id),
    explanation: (caseId) => caseById.get(caseId)?.explain,
  }
}

function requirementProblems(requirements: readonly Requirement[]): string[] {
  const problems = repeated(requirements.map(({ id }) => id)).map((id) => `requirement ${id} is there twice`)
  for (const { id, level, statement, reason, url } of requirements) {
    if (!slug.test(id)) problems.push(`requirement ${id} is no slug`)
    if (statement.trim() === '') problems.push(`requirement ${id} states nothing`)
    if (!URL.canParse(url)) problems.push(`requirement ${id} has no link`)
    if (level === 'hardening' && (reason ?? '').trim() === '') problems.push(`requirement ${id} is hardening without a reason`)
  }
  return problems
}

function caseProblems(cases: readonly Case[], requirements: readonly Requirement[]): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const problems = repeated(cases.map(({ id }) => id)).map((id) => `case ${id} is there twice`)
  for (const entry of cases) {
    if (!slug.test(entry.id)) problems.push(`case ${entry.id} is no slug`)
    if (!suites.includes(entry.suite)) problems.push(`case ${entry.id} is in no suite`)
    if (entry.requirements.length === 0) problems.push(`case ${entry.id} names no requirement`)
    for (const id of repeated(entry.requirements)) problems.push(`case ${entry.id} names ${id} twice`)
    for (const id of entry.requirements) if (!known.has(id)) problems.push(`case ${entry.id} names the unknown requirement ${id}`)
    if ((entry.inputs === undefined) === (entry.scenario === undefined)) problems.push(`case ${entry.id} needs inputs or a scenario, and only one of them`)
    if (entry.title.trim() === '') problems.push(`case ${entry.id} has no title`)
    for (const [part, text] of Object.entries(entry.explain)) {
      if (String(text).trim() === '') problems.push(`case ${entry.id} does not explain: ${part}`)
    }
  }
  return problems
}

function unusedProblems(parts: { readonly cases: readonly Case[]; readonly requirements: readonly Requirement[] }): string[] {
  const used = new Set(parts.cases.flatMap((entry) => entry.requirements))
  return parts.requirements.flatMap(({ id, unobservable }) => {
    if (unobservable === undefined) return used.has(id) ? [] : [`requirement ${id} is used by no case`]
    if (unobservable.trim() === '') return [`requirement ${id} does not say why nothing can observe it`]
    return used.has(id) ? [`requirement ${id} is said to be unobservable, and a case observes it`] : []
  })
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

function digestOf(cases: readonly Case[], requirements: readonly Requirement[]): string {
  const said = {
    cases: cases.map(({ id, suite, title, requirements: ids }) => JSON.stringify([id, suite, title, ids])).sort(),
    requirements: requirements.map(({ id, level, source, section, statement }) => JSON.stringify([id, level, source, section, statement])).sort(),
  }
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
