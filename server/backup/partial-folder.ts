/** The folder in which a backup grows, beside the place where it will stand, and which nobody can take for a backup. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../registry/safe-file.ts'
import { isDead, newOwner, parseOwner } from '../registry/owner.ts'

const ownerName = 'owner.json'

export interface PartialFolder {
  readonly path: string
  /** Gives it the name that it is to have, which must be free; on the disk when this returns. @throws A system error */
  finish(): void
  remove(): void
}

/** Makes missing folders above it too, and removes those of backups to the same place that were killed. @throws A system error */
export function makePartialFolder(destination: string): PartialFolder {
  const parent = dirname(destination)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  removeLeftovers(destination)
  const owner = newOwner()
  const path = `${prefixOf(destination)}${owner.nonce}`
  mkdirSync(path, { mode: 0o700 })
  writeFileSync(join(path, ownerName), JSON.stringify(owner), { mode: 0o600 })
  return {
    path,
    finish() {
      rmSync(join(path, ownerName))
      syncFolder(path)
      renameSync(path, destination)
      syncFolder(parent)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

function prefixOf(destination: string): string {
  return `${destination}.partial-`
}

function removeLeftovers(destination: string): void {
  const [parent, prefix] = [dirname(destination), basename(prefixOf(destination))]
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && isLeftBehind(join(parent, name))) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isLeftBehind(path: string): boolean {
  try {
    const owner = parseOwner(readFileSync(join(path, ownerName), 'utf8'))
    return owner !== undefined && isDead(owner)
  } catch {
    return false
  }
}
