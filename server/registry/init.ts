/** Writes the first registry: commented, for its owner only, and allowing nothing until somebody enables it. */
import { closeSync, existsSync, fchmodSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { CommandError } from '../errors.ts'
import { parseRegistry } from './load.ts'
import type { PolicySnapshot } from './policy.ts'
import { syncFolder } from './safe-file.ts'

const content = `# Who may hand work to whom. Keep this file to yourself: chmod 600.
# Every key is required unless it is said to be optional; an unknown key is an error.
# Check it with: handoff-server validate
version: 1

# Optional. Names that resolve to a project id.
# projects:
#   - id: example
#     name: Example project

agents:
    # 2 to 64 of a-z, 0-9, ".", "_", "-"; the first a letter or digit.
  - id: planner
    display_name: Planner
    # Nothing is allowed until both agents are enabled: handoff-server enable --agent planner
    enabled: false
    # Both sides must allow a handoff: send_to here, and receive_from there. Ids, or "*" alone for everybody.
    send_to: [builder]
    receive_from: []
    # The most sensitive handoff that the agent may see or send: public-safe, internal or restricted.
    disclosure_ceiling: internal
    # Optional, and written by handoff-server issue: the SHA-256 of the token, and when it expires.
    # token_sha256: "..."
    # expires_at: "2030-01-31T12:00:00Z"

  - id: builder
    display_name: Builder
    enabled: false
    send_to: []
    receive_from: [planner]
    disclosure_ceiling: internal
`

/**
 * Creates missing folders too. Never replaces a file.
 *
 * @throws CommandError `registry_exists`, `registry_write_failed`
 */
export function initRegistry(path: string): PolicySnapshot {
  const bytes = Buffer.from(content)
  const parsed = parseRegistry(bytes)
  if (!parsed.ok) throw new Error('the built-in registry is not valid')
  const temporary = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writePrivately(temporary, bytes)
    // A link fails where the name exists, and the file appears with all its content.
    linkSync(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    // The folder may be told to exist too, where it is a file.
    if (code === 'EEXIST' && syscall === 'link') throw new CommandError('registry_exists', `${path} exists already`, 'edit it, or name another file with --registry', { cause: error })
    throw new CommandError('registry_write_failed', `${path} could not be written (${String(code)})`, 'check the path, the free space and the rights of its folder', { cause: error })
  } finally {
    if (existsSync(temporary)) rmSync(temporary, { force: true })
  }
  return parsed.snapshot
}

function writePrivately(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    // The mask of the process may only take away; this gives back what the owner needs.
    fchmodSync(descriptor, 0o600)
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
