/**
 * What the framework's report means for a target: which of its checks count for or against it, and which count for
 * nothing and why. Pure. The framework passes a scenario in which it tested nothing; here that is never a pass.
 */
import knownWrong from './known-wrong.json' with { type: 'json' }
import { needsOf, unmet } from './needs.ts'
import type { Offer } from './needs.ts'
import type { CheckStatus, FrameworkCheck, FrameworkRevision, FrameworkScenario } from './run.ts'

export type JudgedCheck =
  | { readonly kind: 'counted'; readonly input: string; readonly weight: 'demand' | 'advice'; readonly ok: boolean; readonly actual: string }
  | { readonly kind: 'set aside'; readonly input: string; readonly status: CheckStatus; readonly reason: string }

export interface JudgedScenario {
  readonly name: string
  readonly scored: boolean
  /** `aside`: it does not apply, or shows nothing. */
  readonly verdict: 'pass' | 'fail' | 'aside'
  readonly reason?: string
  readonly checks: readonly JudgedCheck[]
}

/** The framework adds this one to every scenario: the target's messages fit the schema. It shows nothing of what the scenario is about. */
const wireSchema = 'wire-schema-valid'
/** The same for messages of the framework's own. */
const ownMessages = 'wire-schema-harness-error'

/** How the reason begins where a scenario does not count for the requirement set. */
export const unscored = 'not scored by the framework'

export function judgeScenario(revision: FrameworkRevision, scenario: FrameworkScenario, offer: Offer): JudgedScenario {
  const { name } = scenario
  const scored = scenario.notScored === undefined
  const missing = unmet(needsOf(revision, name), offer)
  const why = scored ? missing : `${unscored} (${scenario.notScored})${missing === undefined ? '' : `; ${missing}`}`
  const checks = numbered(scenario).map(({ input, check }) => judgeCheck(revision, name, input, check, { offer, why }))
  const shown = checks.filter((check) => check.kind === 'counted' && !check.input.startsWith(`${name}: ${wireSchema}`))
  const failed = checks.some((check) => check.kind === 'counted' && !check.ok && check.weight === 'demand')
  if (failed) return { name, scored, verdict: 'fail', checks }
  if (why !== undefined) return { name, scored, verdict: 'aside', reason: why, checks }
  const reason = scenario.checks.length === 0 ? 'the framework reported nothing' : 'the framework passes it and tested nothing in it'
  return shown.some((check) => check.kind === 'counted' && check.ok) ? { name, scored, verdict: 'pass', checks } : { name, scored, verdict: 'aside', reason, checks }
}

interface Setting {
  readonly offer: Offer
  /** Why nothing in the scenario counts. */
  readonly why: string | undefined
}

function judgeCheck(revision: FrameworkRevision, scenario: string, input: string, check: FrameworkCheck, { offer, why }: Setting): JudgedCheck {
  const aside = (reason: string): JudgedCheck => ({ kind: 'set aside', input, status: check.status, reason })
  if (check.id === ownMessages) return aside('it is about a message of the framework')
  // What the target sent fits the schema or not, whatever the scenario is about.
  if (check.id !== wireSchema && why !== undefined) return aside(why)
  if (check.untestable) return aside('not testable: the framework says that the target has nothing to test it on')
  if (check.status === 'SKIPPED' || check.status === 'INFO') return aside(`the framework tested nothing`)
  const missing = unmet(needsOf(revision, scenario, check.id), offer)
  if (missing !== undefined) return aside(missing)
  const wrong = check.status === 'FAILURE' ? wrongly(scenario, check) : undefined
  if (wrong !== undefined) return aside(`a check that is wrong: ${wrong}`)
  return { kind: 'counted', input, weight: check.status === 'WARNING' ? 'advice' : 'demand', ok: check.status === 'SUCCESS', actual: check.status }
}

/** @returns Why the framework is wrong, where everything that it complains of is what it is wrong about. */
function wrongly(scenario: string, { id, message }: FrameworkCheck): string | undefined {
  const parts = message.split('; ')
  return knownWrong.find((each) => each.scenario === scenario && each.check === id && parts.every((part) => part.endsWith(each.message)))?.reason
}

/** Some checks are reported several times in one scenario. */
function numbered({ name, checks }: FrameworkScenario): { readonly input: string; readonly check: FrameworkCheck }[] {
  const seen = new Map<string, number>()
  return checks.map((check) => {
    const count = (seen.get(check.id) ?? 0) + 1
    seen.set(check.id, count)
    return { input: `${name}: ${check.id}${count === 1 ? '' : ` (${count})`}`, check }
  })
}
