/** An explanation as labelled lines in sections, for whoever lays them out; values are quoted as inside the verdict's reasons. */
import type { ComparedAttribute, Explanation, HashStep, IdentityStep, Step, TokenStep } from './explanation.ts'
import { quote } from './quote.ts'

export interface ExplainedSection {
  readonly title: string
  /** Of the check; undefined for what is no check. */
  readonly state: Step['state'] | undefined
  readonly facts: readonly (readonly [label: string, text: string])[]
}

export function explanationSections(explanation: Explanation): readonly ExplainedSection[] {
  const { verdict, warnings, checks } = explanation
  return [
    { title: `Verdict: ${verdict.result}`, state: undefined, facts: verdict.reasons.map((reason) => ['reason', reason] as const) },
    ...bodySection(explanation),
    { title: '1 token', state: checks.token.state, facts: tokenFacts(checks.token) },
    { title: '2 identity', state: checks.identity.state, facts: identityFacts(checks.identity) },
    { title: '3 capability', state: checks.capability.state, facts: [['why', checks.capability.why], ...capabilityLists(checks.capability)] },
    { title: '4 tool manifest', state: checks.tool_manifest.state, facts: hashFacts(checks.tool_manifest) },
    { title: '5 board', state: checks.board.state, facts: hashFacts(checks.board) },
    { title: 'Strict reading (never part of the verdict)', state: undefined, facts: strictFacts(explanation) },
    ...(warnings.length === 0 ? [] : [{ title: 'Warnings', state: undefined, facts: warnings.map(({ name, meaning }) => [name, meaning] as const) }]),
  ]
}

type Facts = ExplainedSection['facts']

function bodySection({ body }: Explanation): readonly ExplainedSection[] {
  if (body === null) return []
  const { delivered, banner, stripped } = body
  const text = ({ bytes, sha256 }: typeof delivered) => `${bytes} bytes, sha256 ${sha256}`
  const facts: Facts = banner === null
    ? [['as given', text(delivered)], ['banner', 'none']]
    : [['as given', text(delivered)], ['banner', `${banner.byte_length} bytes from byte ${banner.byte_offset}`], ['stripped', text(stripped)]]
  return [{ title: 'Body', state: undefined, facts }]
}

function tokenFacts(step: TokenStep): Facts {
  if (!step.presented) return [['why', step.why]]
  return [['why', step.why], ['project', quote(step.project_id)], ['body hash', step.presented_body_sha256 ?? 'no body presented']]
}

function identityFacts(step: IdentityStep): Facts {
  const facts: [string, string][] = [['why', step.why]]
  if (step.tag !== null) facts.push(['tag', `${step.tag.byte_length} bytes from byte ${step.tag.byte_offset}: ${quote(step.tag.text)}`])
  for (const [name, value] of Object.entries(step.found ?? {})) facts.push(['found', `${name}=${quote(value)}`])
  for (const each of step.compared) facts.push(['compared', comparison(each)])
  return facts
}

function comparison({ attribute, found, expected, compared, equal }: ComparedAttribute): string {
  const sides = `${attribute}: found ${shown(found)}, expected ${shown(expected)}`
  if (!compared) return `${sides}: not compared`
  return `${sides}: ${equal === true ? 'the same' : 'different'}`
}

function capabilityLists(step: Explanation['checks']['capability']): Facts {
  const lists = [['required', step.required_tools], ['available', step.available_tools], ['missing', step.missing_tools]] as const
  return lists.flatMap(([label, names]) => (names === null ? [] : [[label, names.length === 0 ? 'none' : names.map(quote).join(', ')] as const]))
}

function hashFacts(step: HashStep): Facts {
  const facts: [string, string][] = [['why', step.why]]
  if (step.preimage !== null) facts.push(['preimage', step.preimage])
  if (step.sha256 !== null) facts.push(['sha256', step.sha256])
  if (step.expected !== null) facts.push(['expected', shown(step.expected)])
  return facts
}

function strictFacts({ checks: { identity: { strict } } }: Explanation): Facts {
  if (strict === null) return [['tag', 'none']]
  const attributes = strict.attributes.map(({ name, value, quote: mark, isSpaced }) => {
    const how = [mark === '' ? 'without quotes' : '', mark === "'" ? 'in single quotes' : '', isSpaced ? 'with space around =' : ''].filter((part) => part !== '')
    return ['attribute', `${quote(name)}: ${quote(value)}${how.length === 0 ? '' : ` (${how.join(', ')})`}`] as const
  })
  return [['tag', strict.closed ? 'ends outside its values' : 'never ends'], ...attributes]
}

function shown(value: string | null): string {
  return value === null ? 'nothing' : quote(value)
}
