/** A folder for one test, removed when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../server/store/open.ts'
import type { Store } from '../../../server/store/store.ts'

export interface Teardown {
  teardown(work: () => unknown): unknown
}

export function temporaryFolder(t: Teardown): string {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-store-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An open store in a folder of its own. */
export async function temporaryStore(t: Teardown, options: { clock?: () => number; maxPageCount?: number } = {}): Promise<Store> {
  const { clock = Date.now, ...rest } = options
  const store = await openStore({ path: join(temporaryFolder(t), 'handoffs.sqlite'), clock, ...rest })
  t.teardown(() => store.close())
  return store
}
