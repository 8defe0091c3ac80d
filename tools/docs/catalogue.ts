/** The tables of suites, cases and requirements, from the catalogue itself. */
import { cases, requirements as catalogued } from '../../cases/index.ts'
import { abilityName } from '../../harness/fixture/ability-name.ts'
import { suites } from '../../harness/run/case.ts'
import type { Case, SuiteName } from '../../harness/run/case.ts'
import { engineRequirements } from '../../harness/run/engine-requirements.ts'
import type { Level, Requirement } from '../../harness/run/requirement.ts'
import { code, table } from './markdown.ts'
import { killersOf } from './proofs.ts'

const levels: Readonly<Record<Level, string>> = { must: 'MUST', should: 'SHOULD', may: 'MAY', hardening: 'hardening' }

const purposes: Readonly<Record<SuiteName, string>> = {
  'auth-negative': 'bearer credentials that must be refused, and for the right reason',
  spec: 'MCP revisions, transport and framing',
  stdio: 'the stdio transport',
  isolation: 'two identities that must not see each other',
  'accept-handoff': 'the acceptance verdict of a handoff envelope',
  lifecycle: 'the handoff contract: rules, a model, concurrency, crashes, live policy',
  registry: 'the registry of agents',
  manifest: 'the manifest for the MCP registry',
  interop: 'the official tools as second opinions',
}

const requirements: readonly Requirement[] = [...catalogued, ...engineRequirements]
const byId = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]))

/** Suites that have cases. */
export function suiteTable(): string {
  const rows = suites.flatMap((suite) => {
    const own = cases.filter((entry) => entry.suite === suite)
    if (own.length === 0) return []
    const stated = new Set(own.flatMap((entry) => entry.requirements))
    return [[code(suite), purposes[suite], String(own.length), String(stated.size)]]
  })
  return table(['suite', 'checks', 'cases', 'requirements'], rows)
}

export function caseTables(): string {
  return suites.flatMap((suite) => {
    const own = cases.filter((entry) => entry.suite === suite)
    return own.length === 0 ? [] : [`## ${suite}\n\n${table(['case', 'what', 'level', 'source', 'needs of the driver'], own.map(caseRow))}`]
  }).join('\n\n')
}

function caseRow(entry: Case): string[] {
  const main = byId.get(entry.requirements[0] ?? '')
  if (main === undefined) throw new Error(`${entry.id} names no known requirement`)
  return [code(entry.id), entry.title, levels[main.level], `[${main.source} ${main.section}](${main.url})`, (entry.needs ?? []).map((ability) => code(abilityName(ability))).join(', ')]
}

export function requirementTables(): string {
  const sources = [...new Set(requirements.map(({ source }) => source))]
  return sources.map((source) => {
    const own = requirements.filter((requirement) => requirement.source === source)
    return `## ${source}\n\n${table(['requirement', 'level', 'section', 'statement', 'rows', 'cases', 'mutants'], own.map(requirementRow))}`
  }).join('\n\n')
}

/** More of them would tell a reader nothing more. */
const maxNamed = 4

function requirementRow(requirement: Requirement): string[] {
  const { id, level, section, url, rows = [] } = requirement
  return [code(id), levels[level], `[${section}](${url})`, statementOf(requirement), rows.join(', '), ...observersOf(requirement)]
}

function statementOf({ statement, reason }: Requirement): string {
  return reason === undefined ? statement : `${statement} *Why:* ${reason}`
}

/** The cells of cases and mutants. */
function observersOf(requirement: Requirement): [string, string] {
  if (requirement.unobservable !== undefined) return [`*unobservable:* ${requirement.unobservable}`, '']
  if (engineRequirements.includes(requirement)) return ['every negative case', '']
  const users = cases.filter((entry) => entry.requirements.includes(requirement.id)).map(({ id }) => id)
  const killers = killersOf(users)
  const rest = killers.length - maxNamed
  return [users.map(code).join(', '), [...killers.slice(0, maxNamed).map(code), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')]
}
