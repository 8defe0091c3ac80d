/** A store with a registry in a folder of its own, as backup and restore meet them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeBackup } from '../../../server/backup/write.ts'
import { createHandoffService } from '../../../server/handoff/service.ts'
import { initRegistry } from '../../../server/registry/init.ts'
import { makeFolderOf } from '../../../server/store/folder.ts'
import { openStore } from '../../../server/store/open.ts'
import { policyOf, threeAgents } from '../handoff/world.ts'
import { temporaryFolder, type Teardown } from '../store/temporary.ts'

export const now = Date.parse('2026-03-01T12:00:00.000Z')

export interface Places {
  readonly folder: string
  readonly db: string
  readonly registry: string
  /** Where a backup is put. */
  readonly backup: string
}

export function placesIn(folder: string): Places {
  return { folder, db: join(folder, 'data', 'handoffs.sqlite'), registry: join(folder, 'config', 'agents.yaml'), backup: join(folder, 'backups', 'one') }
}

/** With two handoffs, one of them accepted, and nobody who has it open. */
export async function newPlaces(t: Teardown): Promise<Places> {
  const places = placesIn(temporaryFolder(t))
  initRegistry(places.registry)
  await addHandoff(places.db)
  await addHandoff(places.db)
  return places
}

/** Sends one and accepts it: two more events. */
export async function addHandoff(db: string): Promise<void> {
  const store = await openStoreIn(db)
  const service = createHandoffService({ store, clock: () => now, maxDepth: 8 })
  const policy = policyOf(threeAgents)
  const { handoff } = await service.send({ agentId: 'alpha', policy }, { recipient: 'beta', title: 'T', summary: 'S', request: 'R', idempotency_key: `key-${Math.random()}` })
  await service.acknowledge({ agentId: 'beta', policy }, { handoff_id: handoff.id })
  await store.close()
}

export async function openStoreIn(db: string): ReturnType<typeof openStore> {
  makeFolderOf(db)
  return openStore({ path: db, clock: () => now })
}

export function backUp({ db, registry, backup }: Places, more: { readonly force?: boolean } = {}): ReturnType<typeof writeBackup> {
  return writeBackup({ db, registry: readFileSync(registry), destination: backup, force: false, clock: () => now, ...more })
}

/** Everything in a database, to be compared. Only for files that nobody has open. */
export function contentIn(path: string): Record<string, unknown> {
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = ['meta', 'handoffs', 'events', 'idempotency_records', 'goal_tokens']
  const content = Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all().map((row) => ({ ...row }))]))
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2').all().map((row) => ({ ...row }))
  const version = Object.values(db.prepare('PRAGMA user_version').get() ?? {})
  db.close()
  return { ...content, schema, version }
}
