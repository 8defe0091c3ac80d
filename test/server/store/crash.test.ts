/** Killed in the middle of writes: what was answered is there once, nothing is there by half, the chains hold. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
import t from 'tap'
import { openStore } from '../../../server/store/open.ts'
import { temporaryFolder } from './temporary.ts'

t.test('SIGKILL', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const answered = new Map<string, number>()
  for (const killAfter of [1, 25, 60]) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-writer.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => child.kill('SIGKILL'))
    let lines = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const [id = '', version = ''] = line.split(' ')
      answered.set(id, Number(version))
      lines += 1
      if (lines === killAfter) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    t.equal(child.signalCode, 'SIGKILL')

    await (await openStore({ path, clock: Date.now })).close()
    const db = new DatabaseSync(path, { readOnly: true })
    const versions = new Map(db.prepare('SELECT id, version FROM handoffs').all().map((row) => [row['id'], row['version']]))
    for (const [id, version] of answered) t.ok(Number(versions.get(id)) >= version, 'what was answered is there')
    const halves = db.prepare('SELECT count(*) AS n FROM handoffs h WHERE version <> (SELECT count(*) FROM events e WHERE e.handoff_id = h.id)').get()
    t.equal(halves?.['n'], 0, 'every version has its event')
    const breaks = db
      .prepare('SELECT count(*) AS n FROM events a JOIN events b ON b.position = a.position + 1 WHERE b.store_prev_hash <> a.store_hash')
      .get()
    t.equal(breaks?.['n'], 0, 'the chain holds')
    t.same({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
    db.close()
  }
})
