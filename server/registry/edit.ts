/** Edits one agent of a registry file: under a lock, checked before it is put in place, and in one step. */
import { CommandError } from '../errors.ts'
import { parseInstant } from './instant.ts'
import { parseRegistry } from './load.ts'
import { acquireLock } from './lock.ts'
import type { Agent, PolicySnapshot } from './policy.ts'
import { formatProblem } from './problem.ts'
import { readSafely, replaceFile, resolveRegistry } from './safe-file.ts'
import { changeAgent, type AgentChange } from './splice.ts'

export type { AgentChange } from './splice.ts'

export interface EditResult {
  readonly snapshot: PolicySnapshot
  readonly agent: Agent
  /** False if the file said so already; then nothing was written. */
  readonly changed: boolean
}

/**
 * Reads the agent under the lock, asks what to change, and writes it. Everything else of the file, comments and mode
 * included, stays as it is.
 *
 * @param decide Gets the agent as it is now; may throw to leave the file alone.
 * @throws CommandError
 */
export async function editAgent(
  path: string,
  agentId: string,
  decide: (agent: Agent) => AgentChange,
  options: { lockTimeoutMs?: number } = {},
): Promise<EditResult> {
  const real = resolveRegistry(path)
  readSafely(real)
  const lock = await acquireLock(`${real}.lock`, options.lockTimeoutMs)
  try {
    // Somebody may edit without the lock; then the edit begins anew.
    for (;;) {
      const before = readSafely(real)
      const edited = apply(path, before.bytes, agentId, decide)
      if (!edited.result.changed) return edited.result
      if (!readSafely(real).bytes.equals(before.bytes)) continue
      replaceFile(real, edited.bytes, before.stats)
      return edited.result
    }
  } finally {
    lock.release()
  }
}

function apply(path: string, bytes: Buffer, agentId: string, decide: (agent: Agent) => AgentChange): { bytes: Buffer; result: EditResult } {
  const before = parseValid(path, bytes)
  const agent = before.agents.get(agentId)
  if (agent === undefined) throw new CommandError('agent_unknown', 'the registry has no agent with this id', `add it to ${path}, or correct --agent`)
  const change = decide(agent)
  const wanted = changed(agent, change)
  if (same(agent, wanted)) return { bytes, result: { snapshot: before, agent, changed: false } }

  const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  const text = changeAgent(bytes.subarray(mark).toString('utf8'), agentId, change)
  const after = text === undefined ? undefined : Buffer.concat([bytes.subarray(0, mark), Buffer.from(text, 'utf8')])
  const parsed = after === undefined ? undefined : parseRegistry(after)
  if (after === undefined || parsed?.ok !== true || !differsOnlyIn(before, parsed.snapshot, wanted)) {
    throw new CommandError('failed', 'this agent is written in a form that cannot be edited safely', `write its keys one a line and without anchors in ${path}; nothing was changed`)
  }
  return { bytes: after, result: { snapshot: parsed.snapshot, agent: wanted, changed: true } }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

function parseValid(path: string, bytes: Uint8Array): PolicySnapshot {
  const parsed = parseRegistry(bytes)
  if (parsed.ok) return parsed.snapshot
  const list = parsed.problems.map((problem) => `\n  ${formatProblem(problem)}`).join('').replace(/\.$/, '')
  throw new CommandError('registry_invalid', `${path} is not valid:${list}`, 'mend the file; nothing was changed')
}

function changed(agent: Agent, change: AgentChange): Agent {
  return {
    ...agent,
    enabled: change.enabled ?? agent.enabled,
    tokenSha256: change.token_sha256 === null ? undefined : change.token_sha256 ?? agent.tokenSha256,
    expiresAt: change.expires_at === undefined ? agent.expiresAt : parseInstant(change.expires_at),
  }
}

/** The proof that an edit did what was asked and nothing else, whatever the text looked like. */
function differsOnlyIn(before: PolicySnapshot, after: PolicySnapshot, wanted: Agent): boolean {
  const ids = [...before.agents.keys()]
  if (ids.join('\n') !== [...after.agents.keys()].join('\n')) return false
  if (JSON.stringify(before.projects) !== JSON.stringify(after.projects)) return false
  return ids.every((id) => {
    const expected = id === wanted.id ? wanted : before.agents.get(id)
    const actual = after.agents.get(id)
    return expected !== undefined && actual !== undefined && same(expected, actual)
  })
}

function same(left: Agent, right: Agent): boolean {
  return canonical(left) === canonical(right)
}

function canonical(agent: Agent): string {
  const { id, displayName, enabled, sendTo, receiveFrom, disclosureCeiling, tokenSha256, expiresAt } = agent
  return JSON.stringify([id, displayName, enabled, [...sendTo], [...receiveFrom], disclosureCeiling, tokenSha256 ?? null, expiresAt ?? null])
}
