/** Writes the tag that the identity check reads back. */
import { unsetRepoPath } from '../checks.ts'
import { invalid, readText, SizeFaults } from '../input-faults.ts'

export interface StartConfigValues {
  readonly project_id: string
  /** For people; no check reads it. */
  readonly project_name?: string | undefined
  /** Absent: `unset`, which no receiver compares. */
  readonly repo_path?: string | undefined
  /** So that a receiver finds in the body what it shall expect; no check reads them there. */
  readonly required_tools_hash?: string | undefined
  readonly board_revision?: string | undefined
}

/**
 * The tag, with its attributes in a fixed order.
 *
 * @throws HandoffError `invalid_input` for a project or path that the receiver's raw comparison could never match,
 *   since the tag cannot carry it as it is; `payload_too_large` for one that no receiver may name.
 */
export function writeStartConfig(values: StartConfigValues): string {
  const attributes = [
    ['project_id', compared(values.project_id, 'project_id')],
    ['project_name', values.project_name === undefined ? undefined : escape(text(values.project_name, 'project_name'))],
    ['repo_path', values.repo_path === undefined ? unsetRepoPath : compared(values.repo_path, 'repo_path')],
    ['required_tools_hash', values.required_tools_hash],
    ['board_revision', values.board_revision],
  ] as const
  const written = attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
  return `<project_start_config ${written.join(' ')}/>`
}

function compared(value: string, field: string): string {
  if (text(value, field) === '') throw invalid(field, 'It must not be empty: an empty value is never compared.')
  if (escape(value) !== value) throw invalid(field, 'It must not hold &, <, > or ": the tag would have to escape them, and the receiver compares what stands there.')
  return value
}

/** Within what a receiver may be given. */
function text(value: string, field: string): string {
  const sizes = new SizeFaults()
  readText(value, field, sizes)
  sizes.throwFirst()
  return value
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(value: string): string {
  return value.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
