/** Explains the identity check: where the tag stands, what two readings find in it, and what was compared with what. */
import { checkIdentity, unsetRepoPath } from './checks.ts'
import { stateOf, type ComparedAttribute, type IdentityStep } from './explanation.ts'
import { findTagName, type TagName } from './start-config.ts'
import { readStrictTag } from './strict-tag.ts'
import type { AcceptInput, Verdict } from './types.ts'

export function explainIdentity(input: AcceptInput, verdict: Verdict): IdentityStep {
  const body = input.presented_body ?? ''
  const check = checkIdentity(input)
  const name = findTagName(body)
  const strict = name === undefined ? undefined : readStrictTag(body, name)
  const facts = {
    tag: name === undefined ? null : tagFacts(body, name),
    found: check?.found ?? null,
    compared: check?.found === undefined || check.found === null ? [] : compare(check.found, input),
    strict: strict === undefined ? null : { closed: strict.end !== undefined, attributes: strict.attributes },
  }
  if (check === null) return { state: 'skipped', why: 'There is no body, or an empty one.', ...facts }
  return { state: stateOf(verdict.identity_check, check.consistent), why: whyOf(check.checked, facts.compared), ...facts }
}

function whyOf(checked: boolean, compared: readonly ComparedAttribute[]): string {
  if (!checked) return 'The body has no start-config tag that can be read, so there is nothing to compare.'
  const differing = compared.filter(({ equal }) => equal === false).map(({ attribute }) => attribute)
  if (differing.length > 0) return `The tag names another ${differing.join(' and another ')}.`
  return compared.some((each) => each.compared) ? 'All that was compared is the same.' : 'The tag was read, and nothing in it had to be compared.'
}

/** Up to the first `>`, or to the end where there is none. */
function tagFacts(body: string, name: TagName): NonNullable<IdentityStep['tag']> {
  const close = body.indexOf('>', name.end)
  const text = body.slice(name.start, close === -1 ? undefined : close + 1)
  return { byte_offset: Buffer.byteLength(body.slice(0, name.start)), byte_length: Buffer.byteLength(text), text }
}

function compare(found: Readonly<Record<string, string>>, input: AcceptInput): ComparedAttribute[] {
  return ([['project_id', input.project_id], ['repo_path', input.expected_repo_path]] as const).map(([attribute, given]) => {
    const value = Object.hasOwn(found, attribute) ? (found[attribute] ?? null) : null
    const expected = given ?? null
    const isUnset = attribute === 'repo_path' && value === unsetRepoPath
    const compared = value !== null && value !== '' && expected !== null && expected !== '' && !isUnset
    return { attribute, found: value, expected, compared, equal: compared ? value === expected : null }
  })
}
