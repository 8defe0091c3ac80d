/**
 * The sender's side: from a text and the items of a board to the body that is delivered and to what its receiver shall
 * expect. What is written here, the receiver's checks accept as long as nothing changed.
 */
import { findBanner } from '../banner.ts'
import { sortedSet } from '../code-points.ts'
import { bodyHash, boardRevision, requiredToolsHash } from '../hashes.ts'
import { invalid, readText, SizeFaults } from '../input-faults.ts'
import { limits } from '../limits.ts'
import { readLiveItems } from '../live-items.ts'
import { findTagName } from '../start-config.ts'
import { insertBanner } from './banner.ts'
import { writeManifest } from './manifest.ts'
import { writeStartConfig } from './start-config-tag.ts'

export interface EnvelopeRequest {
  /** What the receiver shall do; the banner will stand behind its first line. */
  readonly text: string
  readonly project_id: string
  readonly project_name?: string | undefined
  readonly repo_path?: string | undefined
  /** The items of the board, as `live_items` of accept_handoff takes them. */
  readonly items: unknown
  /** ISO 8601. */
  readonly generated_at: string
}

/** An envelope to which only its token is missing. */
export interface PreparedEnvelope {
  /** The text, the tag and the manifest: what a token is bound to. It ends with a line feed. */
  readonly body: string
  readonly body_hash: string
  readonly project_id: string
  /** Sorted by code point. */
  readonly required_tools: readonly string[]
  readonly required_tools_hash: string
  readonly board_revision: string
}

/**
 * @throws HandoffError `invalid_input` for a text that carries a banner or a tag of its own, and for values that could
 *   not be read back; `payload_too_large` for what no receiver would take. Do this before a token is issued.
 */
export function prepareEnvelope(request: EnvelopeRequest): PreparedEnvelope {
  const { text, project_id, project_name, repo_path, generated_at } = request
  checkText(text)
  const items = readLiveItems(request.items, 'items')
  const hashes = { required_tools_hash: requiredToolsHash(items), board_revision: boardRevision(items) }
  const tag = writeStartConfig({ project_id, project_name, repo_path, ...hashes })
  const manifest = writeManifest({ project_id, generated_at, items })
  const body = `${text}${text.endsWith('\n') ? '' : '\n'}${tag}\n${manifest}\n`
  checkSize(body)
  return { body, body_hash: bodyHash(body), project_id, required_tools: sortedSet(items.flatMap((item) => item.tools)), ...hashes }
}

/**
 * The body as it is delivered.
 *
 * @throws HandoffError `invalid_input` for what could not be read back as a token
 */
export function sealEnvelope({ body }: Pick<PreparedEnvelope, 'body'>, goalToken: string): string {
  return insertBanner(body, goalToken)
}

/** Of a text that has them itself, the receiver would read the first, which would not be ours. */
function checkText(text: string): void {
  readText(text, 'text', new SizeFaults(), limits.bodyBytes)
  if (findTagName(text) !== undefined) throw invalid('text', 'It must not hold a project_start_config tag: a receiver reads the first one only.')
  if (findBanner(text) !== undefined) throw invalid('text', 'It must not hold the banner of another envelope; take it out first.')
}

/** With room for a banner. @throws HandoffError `payload_too_large` */
function checkSize(body: string): void {
  const sizes = new SizeFaults()
  sizes.text(insertBanner(body, 'f'.repeat(16)), 'text', limits.bodyBytes)
  sizes.throwFirst()
}
