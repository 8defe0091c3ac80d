/**
 * Explains a verdict: every check with what went into it and what it came to, also those that the verdict did not
 * reach, so that somebody whose own implementation answers differently sees where.
 */
import { findBanner } from './banner.ts'
import { checkBoard, checkCapability, checkToolManifest } from './checks.ts'
import { readAtEdge } from './edge.ts'
import { explainIdentity } from './explain-identity.ts'
import { readExplainInput } from './explain-input.ts'
import { stateOf, type BodyFacts, type CapabilityStep, type Explanation, type HashStep, type TokenStep } from './explanation.ts'
import { boardPreimage, bodyHash, requiredToolsPreimage, sha256 } from './hashes.ts'
import { warnings, warningsOf } from './strict-reading.ts'
import type { AcceptInput, TokenReason, Verdict } from './types.ts'
import { decide } from './verdict.ts'

/** What is assumed of a token where nobody says what came of it. */
const assumedReason: TokenReason = 'ok'

/**
 * @param given The parameters of accept_handoff, or `{ input, token_reason?, projects? }` around them.
 * @throws HandoffError `invalid_input`, `payload_too_large`, exactly where accept_handoff refuses its input
 */
export function explainVerdict(given: unknown): Explanation {
  const { input: parameters, tokenReason, projects } = readExplainInput(given)
  const { input, delivered } = readAtEdge(parameters, (name) => projects.get(name))
  const isPresented = input.goal_token !== undefined && input.goal_token !== ''
  const verdict = decide(input, isPresented ? (tokenReason ?? assumedReason) : undefined)
  return {
    schema: 1,
    verdict,
    warnings: warningsOf({ delivered, stripped: input.presented_body, token: input.goal_token }).map((name) => ({ name, meaning: warnings[name] })),
    body: explainBody(delivered, input.presented_body),
    checks: {
      token: explainToken(input, verdict, tokenReason),
      identity: explainIdentity(input, verdict),
      capability: explainCapability(input, verdict),
      tool_manifest: explainToolManifest(input, verdict),
      board: explainBoard(input, verdict),
    },
  }
}

function explainBody(delivered: string | undefined, stripped: string | undefined): BodyFacts | null {
  if (delivered === undefined || stripped === undefined) return null
  const facts = (text: string) => ({ bytes: Buffer.byteLength(text), sha256: bodyHash(text) })
  const banner = findBanner(delivered)
  const place = banner === undefined ? null : { byte_offset: Buffer.byteLength(delivered.slice(0, banner.start)), byte_length: Buffer.byteLength(delivered.slice(banner.start, banner.end)) }
  return { delivered: facts(delivered), banner: place, stripped: facts(stripped) }
}

function explainToken(input: AcceptInput, verdict: Verdict, given: TokenReason | undefined): TokenStep {
  const check = verdict.token_check
  const facts = { presented: check !== null, project_id: input.project_id ?? '', presented_body_sha256: input.presented_body === undefined ? null : bodyHash(input.presented_body) }
  if (check === null) return { state: 'skipped', why: 'No goal_token was presented.', ...facts, reason: null, reason_from: null }
  const reason_from = given === undefined ? 'assumed' : 'given'
  const source = given === undefined ? 'is assumed to be' : 'was said to be'
  return { state: check.valid ? 'passed' : 'failed', why: `What came of the token ${source} ${check.reason}.`, ...facts, reason: check.reason, reason_from }
}

function explainCapability(input: AcceptInput, verdict: Verdict): CapabilityStep {
  const check = checkCapability(input)
  if (check === null) {
    const why = input.available_tools === undefined ? 'available_tools is missing.' : 'required_tools is missing or empty.'
    return { state: 'skipped', why, required_tools: null, available_tools: null, missing_tools: null }
  }
  const missing = check.missing_tools.length
  const why = missing === 0 ? 'Every required tool is available by its exact name.' : `Required and not available by its exact name: ${missing}.`
  return { state: stateOf(verdict.capability_check, missing === 0), why, ...check }
}

function explainToolManifest(input: AcceptInput, verdict: Verdict): HashStep {
  const preimage = input.live_items === undefined ? null : requiredToolsPreimage(input.live_items)
  const check = checkToolManifest(input)
  const expected = input.expected_required_tools_hash ?? null
  return explainHash({ name: 'expected_required_tools_hash', expected, preimage, reached: verdict.tool_manifest_check, matches: check?.matches })
}

function explainBoard(input: AcceptInput, verdict: Verdict): HashStep {
  const preimage = input.live_items === undefined ? null : boardPreimage(input.live_items)
  const check = checkBoard(input)
  const expected = input.expected_board_revision ?? null
  return explainHash({ name: 'expected_board_revision', expected, preimage, reached: verdict.board_check, matches: check?.matches })
}

interface HashFacts {
  readonly name: string
  readonly expected: string | null
  readonly preimage: string | null
  /** The check in the verdict. */
  readonly reached: object | null
  /** Undefined where the check is skipped. */
  readonly matches: boolean | undefined
}

function explainHash({ name, expected, preimage, reached, matches }: HashFacts): HashStep {
  const facts = { expected, preimage, sha256: preimage === null ? null : sha256(preimage) }
  if (matches === undefined) {
    const why = preimage === null ? 'live_items is missing.' : `${name} is missing or empty.`
    return { state: 'skipped', why, ...facts }
  }
  return { state: stateOf(reached, matches), why: matches ? 'Both hashes are the same.' : 'The hash of the live items is another than the expected one.', ...facts }
}
