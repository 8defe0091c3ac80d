/** One agent of the registry, and what must hold between agents. */
import { parseInstant } from './instant.ts'
import { ceilings, type Agent, type Ceiling } from './policy.ts'
import type { RegistryProblemCode } from './problem.ts'
import type { Field, Reader } from './reader.ts'
import { agentIdPattern, agentKeys, bounds, tokenSha256Pattern } from './schema.ts'

interface Entry {
  readonly value: string
  readonly field: Field
}

export interface AgentDraft {
  readonly id: Entry | undefined
  readonly tokenSha256: Entry | undefined
  readonly references: readonly Entry[]
  /** Undefined if anything of it could not be read. */
  readonly agent: Agent | undefined
}

export function readAgent(reader: Reader, field: Field): AgentDraft {
  const keys = reader.map(field, agentKeys)
  if (keys === undefined) return { id: undefined, tokenSha256: undefined, references: [], agent: undefined }
  const read = <T>(key: string, how: (field: Field) => T | undefined): T | undefined => {
    const value = keys.get(key)
    return value === undefined ? undefined : how(value)
  }
  const id = read('id', (value) => readMatching(reader, value, agentIdPattern, 'bad_id', 'this is no agent id', 'use 2 to 64 of a-z, 0-9, ".", "_", "-", the first a letter or digit'))
  const displayName = read('display_name', (value) => reader.text(value, bounds.textLength))
  const enabled = read('enabled', (value) => reader.boolean(value))
  const sendTo = read('send_to', (value) => readIds(reader, value))
  const receiveFrom = read('receive_from', (value) => readIds(reader, value))
  const disclosureCeiling = read('disclosure_ceiling', (value) => readCeiling(reader, value))
  const tokenSha256 = read('token_sha256', (value) => readMatching(reader, value, tokenSha256Pattern, 'bad_hash', 'this is no SHA-256 digest', 'write 64 lower-case hexadecimal digits, and never the token itself; `handoff-server issue` does it'))
  const expiresAt = read('expires_at', (value) => readInstant(reader, value))

  if (keys.has('token_sha256') && !keys.has('expires_at')) {
    reader.report({ ...field, path: `${field.path}.expires_at` }, 'missing_expiry', 'a token must expire', 'add expires_at, or issue the token with `handoff-server rotate`')
  }
  const complete = id !== undefined && displayName !== undefined && enabled !== undefined && sendTo !== undefined
    && receiveFrom !== undefined && disclosureCeiling !== undefined
  return {
    id, tokenSha256,
    references: [...(sendTo ?? []), ...(receiveFrom ?? [])].filter((entry) => entry.value !== '*'),
    agent: !complete ? undefined : {
      id: id.value, displayName, enabled, disclosureCeiling, expiresAt,
      sendTo: new Set(sendTo.map((entry) => entry.value)),
      receiveFrom: new Set(receiveFrom.map((entry) => entry.value)),
      tokenSha256: tokenSha256?.value,
    },
  }
}

/** Ids and digests are unique, and every list names agents that exist. */
export function checkReferences(reader: Reader, drafts: readonly AgentDraft[]): void {
  reportRepeats(reader, drafts.flatMap((draft) => draft.id ?? []), 'duplicate_id', 'another agent has the same id', 'give each agent its own id')
  reportRepeats(reader, drafts.flatMap((draft) => draft.tokenSha256 ?? []), 'duplicate_hash', 'another agent has the same token', 'issue each agent its own token')
  const ids = new Set(drafts.flatMap((draft) => draft.id?.value ?? []))
  for (const { value, field } of drafts.flatMap((draft) => draft.references)) {
    if (!ids.has(value)) reader.report(field, 'unknown_reference', 'no agent has this id', 'add the agent, or remove the entry')
  }
}

function readIds(reader: Reader, field: Field): Entry[] | undefined {
  const fields = reader.list(field, bounds.listEntries)
  if (fields === undefined) return undefined
  const entries: Entry[] = []
  for (const entry of fields) {
    const value = reader.string(entry)
    if (value === undefined) continue
    if (value !== '*' && !agentIdPattern.test(value)) {
      reader.report(entry, 'bad_id', 'this is neither an agent id nor "*"', 'write the id of an agent')
      continue
    }
    entries.push({ value, field: entry })
  }
  reportRepeats(reader, entries, 'duplicate_entry', 'the list has this entry already', 'remove one of them')
  const star = entries.find((entry) => entry.value === '*')
  if (star !== undefined && fields.length > 1) reader.report(star.field, 'wildcard_in_company', '"*" must stand alone', 'remove it, or all other entries')
  return entries
}

function reportRepeats(reader: Reader, entries: readonly Entry[], code: RegistryProblemCode, message: string, remedy: string): void {
  const seen = new Map<string, Field>()
  for (const { value, field } of entries) {
    const first = seen.get(value)
    if (first === undefined) seen.set(value, field)
    else reader.report(field, code, `${message}, at ${reader.placeOf(first)}`, remedy)
  }
}

function readMatching(reader: Reader, field: Field, pattern: RegExp, code: RegistryProblemCode, message: string, remedy: string): Entry | undefined {
  const value = reader.string(field)
  if (value === undefined) return undefined
  if (pattern.test(value)) return { value, field }
  reader.report(field, code, message, remedy)
  return undefined
}

function readCeiling(reader: Reader, field: Field): Ceiling | undefined {
  const value = reader.string(field)
  if (value === undefined) return undefined
  const ceiling = ceilings.find((known) => known === value)
  if (ceiling === undefined) reader.report(field, 'bad_ceiling', 'this is no disclosure ceiling', `write one of ${ceilings.join(', ')}`)
  return ceiling
}

function readInstant(reader: Reader, field: Field): number | undefined {
  const value = reader.string(field)
  if (value === undefined) return undefined
  const instant = parseInstant(value)
  if (instant === undefined) reader.report(field, 'bad_time', 'this is no point in time', 'write it as 2030-01-31T12:00:00Z, with the offset, and a date that exists')
  return instant
}
