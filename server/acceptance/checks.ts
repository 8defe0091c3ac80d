/** The four checks behind the token, each for itself: null where it is skipped, which is never a failure. */
import { sortedSet } from './code-points.ts'
import { boardRevision, requiredToolsHash } from './hashes.ts'
import { quote } from './quote.ts'
import { readStartConfig } from './start-config.ts'
import type { AcceptInput, BoardCheck, CapabilityCheck, IdentityCheck, ToolManifestCheck } from './types.ts'

/** A repository path that the sender did not know; never compared. */
export const unsetRepoPath = 'unset'

/** Does the body's own tag name this project and this repository? */
export function checkIdentity(input: Pick<AcceptInput, 'presented_body' | 'project_id' | 'expected_repo_path'>): IdentityCheck | null {
  if (input.presented_body === undefined || input.presented_body === '') return null
  const tag = readStartConfig(input.presented_body)
  if (tag === undefined) return { checked: false, consistent: true, found: null, reasons: [] }
  const reasons: string[] = []
  const projectId = tag.attributes.get('project_id') ?? ''
  if (differ(projectId, input.project_id)) {
    reasons.push(`presented body's <project_start_config project_id=${quote(projectId)}> disagrees with the project_id this envelope is being verified against (${quote(input.project_id ?? '')})`)
  }
  const repoPath = tag.attributes.get('repo_path') ?? ''
  if (repoPath !== unsetRepoPath && differ(repoPath, input.expected_repo_path)) {
    reasons.push(`presented body's <project_start_config repo_path=${quote(repoPath)}> disagrees with the receiver's own repo_path (${quote(input.expected_repo_path ?? '')})`)
  }
  // From entries, since an attribute may be called __proto__.
  return { checked: true, consistent: reasons.length === 0, found: Object.fromEntries(tag.attributes), reasons }
}

/** Only what both sides state can disagree. */
function differ(found: string, expected: string | undefined): boolean {
  return found !== '' && expected !== undefined && expected !== '' && found !== expected
}

/** Are all required tools there, by their exact names? */
export function checkCapability(input: Pick<AcceptInput, 'required_tools' | 'available_tools'>): CapabilityCheck | null {
  if (input.required_tools === undefined || input.required_tools.length === 0) return null
  if (input.available_tools === undefined) return null
  const available = new Set(input.available_tools)
  const required = sortedSet(input.required_tools)
  return {
    required_tools: required,
    available_tools: sortedSet(available),
    missing_tools: required.filter((name) => !available.has(name)),
  }
}

/** Do the items still declare the tools that the sender saw? */
export function checkToolManifest(input: Pick<AcceptInput, 'live_items' | 'expected_required_tools_hash'>): ToolManifestCheck | null {
  const expected = input.expected_required_tools_hash
  if (expected === undefined || expected === '' || input.live_items === undefined) return null
  const live = requiredToolsHash(input.live_items)
  return { expected_required_tools_hash: expected, live_required_tools_hash: live, matches: live === expected }
}

/** Is the board still in the state that the sender saw? */
export function checkBoard(input: Pick<AcceptInput, 'live_items' | 'expected_board_revision'>): BoardCheck | null {
  const expected = input.expected_board_revision
  if (expected === undefined || expected === '' || input.live_items === undefined) return null
  const live = boardRevision(input.live_items)
  return { expected_board_revision: expected, live_board_revision: live, matches: live === expected }
}
