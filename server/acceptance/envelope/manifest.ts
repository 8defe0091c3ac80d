/**
 * Writes the `handoff_manifest` element: the items that the envelope speaks of, as JSON that can stand in any body.
 * Nothing in it can be read as markup: `<`, `>` and `&` are escaped.
 */
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import { HandoffError } from '../../handoff/errors.ts'
import { boardRevision } from '../hashes.ts'
import type { LiveItem } from '../types.ts'

export const manifestSchemaVersion = 1
/** Of the whole element; it is ASCII. */
export const largestManifestBytes = 65_536

export interface ManifestValues {
  readonly project_id: string
  /** ISO 8601. */
  readonly generated_at: string
  readonly items: readonly LiveItem[]
}

/** @throws HandoffError `payload_too_large`, with the field `items`, over 64 KiB */
export function writeManifest({ project_id, generated_at, items }: ManifestValues): string {
  const json = canonicalJson({
    schema_version: manifestSchemaVersion,
    project_id,
    board_revision: boardRevision(items),
    generated_at,
    items: items.map(({ tools, ...item }) => ({ ...item, tool_requirements: tools.map((name) => ({ name })) })),
  })
  const element = `<handoff_manifest>${json.replace(/[<>&]/g, escapeUnit)}</handoff_manifest>`
  if (element.length > largestManifestBytes) {
    throw new HandoffError('payload_too_large', `The handoff_manifest has ${element.length} bytes; ${largestManifestBytes} are allowed. Hand over fewer items.`, { field: 'items' })
  }
  return element
}

/** These stand only inside strings. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
