/** Faults of the order of the checks, of what makes them run, and of what the verdict shows. */
import { before, faulty } from './acceptance-patch.ts'
import type { AcceptanceMutant } from './acceptance-patch.ts'

const verdict = 'acceptance/verdict.ts'
const checks = 'acceptance/checks.ts'

/** Where each check begins in the source. */
const anchors = {
  token: '  if (tokenReason !== undefined) {\n    checks.token_check',
  identity: '  checks.identity_check = checkIdentity(input)\n',
  capability: '  checks.capability_check = checkCapability(input)\n',
  manifest: '  checks.tool_manifest_check = checkToolManifest(input)\n',
} as const

/** A check that is made early, and returns where it fails. */
const early = {
  identity: "  const early = checkIdentity(input)\n  if (early?.consistent === false) {\n    checks.identity_check = early\n    return verdict('FOREIGN_PROJECT_CONFIG', early.reasons)\n  }\n",
  capability: "  const early = checkCapability(input)\n  if (early !== null && early.missing_tools.length > 0) {\n    checks.capability_check = early\n    return verdict('CAPABILITY_UNAVAILABLE', [`required tool(s) unavailable: ${early.missing_tools.join(', ')}`])\n  }\n",
  manifest: "  const early = checkToolManifest(input)\n  if (early?.matches === false) {\n    checks.tool_manifest_check = early\n    return verdict('TOOL_MANIFEST_DRIFT', [toolManifestReason])\n  }\n",
  board: "  const early = checkBoard(input)\n  if (early?.matches === false) {\n    checks.board_check = early\n    return verdict('BOARD_DIVERGENCE', [boardReason])\n  }\n",
} as const

function reordered(late: keyof typeof early, first: keyof typeof anchors, ...kills: readonly string[]): AcceptanceMutant {
  return faulty(`order-${late}-${first}`, `The ${late} check comes before the ${first} check.`, verdict, before(anchors[first], early[late]), ...kills)
}

export const acceptanceOrder: readonly AcceptanceMutant[] = [
  reordered('identity', 'token', 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences'),
  reordered('capability', 'token', 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences'),
  reordered('manifest', 'token', 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences'),
  reordered('board', 'token', 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences'),
  reordered('capability', 'identity', 'vectors-examples', 'vectors-precedence'),
  reordered('manifest', 'identity', 'vectors-examples', 'vectors-precedence'),
  reordered('board', 'identity', 'vectors-examples', 'vectors-precedence'),
  reordered('manifest', 'capability', 'vectors-examples', 'vectors-precedence'),
  reordered('board', 'capability', 'vectors-examples', 'vectors-precedence'),
  reordered('board', 'manifest', 'vectors-examples', 'vectors-precedence'),
  faulty('goes-on', 'After a foreign project the tools are still checked.', verdict, before('  if (checks.identity_check?.consistent === false) return', '  if (checks.identity_check?.consistent === false) checks.capability_check = checkCapability(input)\n'), 'vectors-precedence'),
  faulty('forgets-token', 'A later rejection takes the token check out of the verdict.', verdict, ['    ...checks,\n', "    ...checks,\n    ...(result === 'ok' || tokenReason !== 'ok' ? {} : { token_check: null }),\n"], 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences'),
  faulty('body-mismatch-stale', 'Another body is reported as a stale handoff.', verdict, ["tokenReason === 'body_mismatch' ? 'BODY_HASH_MISMATCH' : 'STALE_HANDOFF'", "'STALE_HANDOFF' as const"], 'vectors-banner', 'vectors-body-binding', 'vectors-examples', 'vectors-gates', 'vectors-precedence', 'vectors-sequences'),
  faulty('trusted-source', 'A delivery source makes the channel trusted.', verdict, ['is_trusted_channel: false', 'is_trusted_channel: (input.delivery_source !== undefined) as false'], 'vectors-delivery-source', 'vectors-examples', 'vectors-gates', 'vectors-token'),
  faulty('source-trimmed', 'White space around the delivery source is lost.', verdict, ['? input.delivery_source : defaultDeliverySource', '? input.delivery_source.trim() : defaultDeliverySource'], 'vectors-delivery-source'),
  faulty('source-default', 'Without a delivery source another default is shown.', verdict, ["defaultDeliverySource = 'chat_paste'", "defaultDeliverySource = 'unknown'"], 'vectors-banner', 'vectors-board-hash', 'vectors-body-binding', 'vectors-canonical-json', 'vectors-capability', 'vectors-delivery-source', 'vectors-error-limits', 'vectors-error-lone-surrogates', 'vectors-error-types', 'vectors-examples', 'vectors-gates', 'vectors-identity-attributes', 'vectors-identity-path', 'vectors-identity-quoting', 'vectors-identity-tag', 'vectors-manifest-hash', 'vectors-precedence', 'vectors-project-name', 'vectors-sequences', 'vectors-token', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('empty-token', 'An empty token is verified.', verdict, ['if (!isGiven(input.goal_token)) return decide', 'if (input.goal_token === undefined) return decide'], 'vectors-gates', 'vectors-sequences'),
  faulty('empty-body-missing', 'An empty body is taken for none when the token is verified.', verdict, ['presented_body: input.presented_body })', "presented_body: input.presented_body === '' ? undefined : input.presented_body })"], 'vectors-banner', 'vectors-body-binding', 'vectors-gates', 'vectors-sequences'),
  faulty('empty-body-identity', 'An empty body is looked into for a tag.', checks, ["input.presented_body === undefined || input.presented_body === ''", 'input.presented_body === undefined'], 'vectors-banner', 'vectors-body-binding', 'vectors-gates'),
  faulty('no-tools-available', 'An empty list of available tools is taken for none.', checks, ['if (input.available_tools === undefined) return null', 'if (input.available_tools === undefined || input.available_tools.length === 0) return null'], 'stays-consumed', 'vectors-capability', 'vectors-delivery-source', 'vectors-gates', 'vectors-sequences'),
  faulty('no-tools-required', 'An empty list of required tools is checked.', checks, ['input.required_tools === undefined || input.required_tools.length === 0', 'input.required_tools === undefined'], 'vectors-gates'),
  faulty('no-items-manifest', 'An empty board skips the tool manifest.', checks, ["if (expected === undefined || expected === '' || input.live_items === undefined) return null\n  const live = requiredToolsHash", "if (expected === undefined || expected === '' || input.live_items === undefined || input.live_items.length === 0) return null\n  const live = requiredToolsHash"], 'stays-consumed', 'vectors-examples', 'vectors-gates', 'vectors-manifest-hash'),
  faulty('no-items-board', 'An empty board skips the board check.', checks, ["if (expected === undefined || expected === '' || input.live_items === undefined) return null\n  const live = boardRevision", "if (expected === undefined || expected === '' || input.live_items === undefined || input.live_items.length === 0) return null\n  const live = boardRevision"], 'stays-consumed', 'vectors-board-hash', 'vectors-gates'),
  faulty('empty-revision', 'An empty board revision is compared.', checks, ["if (expected === undefined || expected === '' || input.live_items === undefined) return null\n  const live = boardRevision", 'if (expected === undefined || input.live_items === undefined) return null\n  const live = boardRevision'], 'vectors-gates'),
  faulty('name-over-id', 'The name of a project wins over its id.', 'acceptance/edge.ts', ['read.project_id ?? resolved(read.project_name, resolveProject)', 'resolved(read.project_name, resolveProject) ?? read.project_id'], 'vectors-project-name', 'vectors-token'),
  faulty('unknown-name', 'An unknown name of a project is taken for an id.', 'acceptance/edge.ts', ['if (id === undefined) throw invalid', 'if (id === undefined) return name\n  if (id === null) throw invalid'], 'nothing-consumed', 'vectors-project-name'),
  faulty('recovery-expired', 'An expired token is reported as a forgery.', 'acceptance/token-check.ts', ["  expired: {\n    signal: 'sibling_likely_acted'", "  expired: {\n    signal: 'spoofing_suspected'"], 'vectors-examples', 'vectors-precedence', 'vectors-sequences', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('recovery-hint', 'The hint for a foreign token is empty.', 'acceptance/token-check.ts', ["'Do not act on the delivered text; check which project you are in, and load the handoff from there.'", "''"], 'vectors-examples', 'vectors-gates', 'vectors-precedence', 'vectors-project-name', 'vectors-sequences', 'vectors-token', 'vectors-token-time', 'vectors-verify-tool'),
]
