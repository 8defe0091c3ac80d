/** From the bytes of a registry file to an immutable snapshot, or to everything that is wrong with them. */
import { createHash } from 'node:crypto'
import { checkReferences, readAgent, type AgentDraft } from './agent.ts'
import { readDocument } from './document.ts'
import type { Agent, PolicySnapshot, Project } from './policy.ts'
import type { RegistryProblem, RegistryProblemCode } from './problem.ts'
import { Reader, type Field } from './reader.ts'
import { bounds, projectKeys, registryVersion, rootKeys } from './schema.ts'
import { decode } from './text.ts'

export type ParsedRegistry =
  | { readonly ok: true; readonly snapshot: PolicySnapshot }
  | { readonly ok: false; readonly problems: RegistryProblem[] }

/**
 * Parses and checks a whole registry. Never throws; all problems are reported at once, in the order of the file, and
 * none of them quotes a value.
 */
export function parseRegistry(bytes: Uint8Array): ParsedRegistry {
  const decoded = decode(bytes)
  if (!decoded.ok) return decoded
  const document = readDocument(decoded.text)
  const reader = new Reader(document)
  const content = document.readable ? readRoot(reader, reader.field(document.root, '', 0)) : undefined
  const problems = [...document.problems, ...reader.problems]
  if (problems.length > 0 || content === undefined) {
    return { ok: false, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) }
  }
  const revision = createHash('sha256').update(bytes).digest('hex')
  return { ok: true, snapshot: snapshotOf(revision, content.agents, content.projects) }
}

function snapshotOf(revision: string, agents: readonly Agent[], projects: readonly Project[]): PolicySnapshot {
  const byToken = new Map<string, Agent>()
  for (const agent of agents) if (agent.tokenSha256 !== undefined) byToken.set(agent.tokenSha256, agent)
  return Object.freeze({
    revision,
    agents: new Map(agents.map((agent) => [agent.id, Object.freeze(agent)])),
    byToken,
    projects: Object.freeze(projects.map((project) => Object.freeze(project))),
  })
}

interface Content {
  readonly agents: readonly Agent[]
  readonly projects: readonly Project[]
}

/** Undefined where there is no root at all; else the content, complete only if no problem was reported. */
function readRoot(reader: Reader, root: Field | undefined): Content | undefined {
  if (root === undefined) {
    reader.problems.push({
      code: 'empty', line: 1, column: 1, path: '', message: 'the file is empty', remedy: 'write a registry with `handoff-server init`',
    })
    return undefined
  }
  const keys = reader.map(root, rootKeys)
  if (keys === undefined) return undefined
  const version = keys.get('version')
  if (version !== undefined && !reader.isPlain(version, String(registryVersion))) {
    reader.report(version, 'unsupported_version', 'this version is not supported', `write ${registryVersion}`)
  }
  const projects = readProjects(reader, keys.get('projects'))
  const agents = readAgents(reader, keys.get('agents'))
  return { agents, projects }
}

function readAgents(reader: Reader, field: Field | undefined): Agent[] {
  if (field === undefined) return []
  const entries = reader.list(field, bounds.agents)
  if (entries?.length === 0) reader.report(field, 'too_few', 'there is no agent', 'add at least one agent')
  const drafts = (entries ?? []).map((entry): AgentDraft => readAgent(reader, entry))
  checkReferences(reader, drafts)
  return drafts.flatMap((draft) => draft.agent ?? [])
}

function readProjects(reader: Reader, field: Field | undefined): Project[] {
  if (field === undefined) return []
  const seenIds = new Map<string, Field>()
  const seenNames = new Map<string, Field>()
  const projects: Project[] = []
  for (const entry of reader.list(field, bounds.projects) ?? []) {
    const keys = reader.map(entry, projectKeys)
    const id = readUnique(reader, keys?.get('id'), seenIds, 'duplicate_id')
    const name = readUnique(reader, keys?.get('name'), seenNames, 'duplicate_name')
    if (id !== undefined && name !== undefined) projects.push({ id, name })
  }
  return projects
}

function readUnique(reader: Reader, field: Field | undefined, seen: Map<string, Field>, code: RegistryProblemCode): string | undefined {
  if (field === undefined) return undefined
  const value = reader.text(field, bounds.textLength)
  if (value === undefined) return undefined
  const first = seen.get(value)
  if (first !== undefined) reader.report(field, code, `this is the same as at ${reader.placeOf(first)}`, 'make them different')
  else seen.set(value, field)
  return value
}
