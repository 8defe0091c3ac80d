/** A registry on disk with two agents (or those given) who may write to each other, and their tokens. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RegistryFile {
  readonly folder: string
  readonly path: string
  readonly db: string
  token(agent: string): string
  /** Replaces an agent's token and returns the new one. */
  rotate(agent: string): string
  set(agent: string, change: { enabled?: boolean; expiresAt?: string; token?: null }): void
  /** Names of projects, with their ids. */
  setProjects(projects: Readonly<Record<string, string>>): void
  /** Writes something that is no registry. */
  breakFile(): void
  remove(): void
}

interface Entry {
  id: string
  enabled: boolean
  token: string | null
  expiresAt: string
}

export function createRegistryFile(ids: readonly string[] = ['alice', 'bob']): RegistryFile {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-test-'))
  const path = join(folder, 'agents.yaml')
  const entries = new Map<string, Entry>(
    ids.map((id) => [id, { id, enabled: true, token: newToken(), expiresAt: '2100-01-01T00:00:00Z' }]),
  )
  const entry = (agent: string): Entry => {
    const found = entries.get(agent)
    if (found === undefined) throw new Error(`no agent ${agent}`)
    return found
  }
  const write = (text: string): void => {
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  let projects = ''
  const save = (): void => write(`version: 1\n${projects}agents:\n${[...entries.values()].map(toYaml).join('')}`)
  save()
  return {
    folder,
    path,
    db: join(folder, 'handoffs.sqlite'),
    token: (agent) => entry(agent).token ?? '',
    rotate: (agent) => {
      const token = newToken()
      entry(agent).token = token
      save()
      return token
    },
    set: (agent, change) => {
      Object.assign(entry(agent), change)
      save()
    },
    setProjects: (named) => {
      const lines = Object.entries(named).map(([name, id]) => `  - id: ${JSON.stringify(id)}\n    name: ${JSON.stringify(name)}\n`)
      projects = `projects:\n${lines.join('')}`
      save()
    },
    breakFile: () => write('version: 1\nagents: none\n'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function newToken(): string {
  return `handoff_${randomBytes(32).toString('base64url')}`
}

function toYaml({ id, enabled, token, expiresAt }: Entry): string {
  const hash = token === null ? '' : `    token_sha256: ${createHash('sha256').update(token).digest('hex')}\n`
  return (
    `  - id: ${id}\n    display_name: ${id}\n    enabled: ${enabled}\n    send_to: ['*']\n    receive_from: ['*']\n` +
    `    disclosure_ceiling: restricted\n${hash}    expires_at: '${expiresAt}'\n`
  )
}
