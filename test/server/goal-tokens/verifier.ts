/** A process of its own that verifies one token many times at once when it is told to, and prints how often each answer came. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { verifyGoalToken } from '../../../server/goal-tokens/goal-tokens.ts'
import { openStore } from '../../../server/store/open.ts'

const [path = '', count = '0'] = process.argv.slice(2)
const store = await openStore({ path, clock: Date.now })
const input = createInterface({ input: process.stdin })
process.stdout.write('ready\n')
const [token] = (await once(input, 'line')) as [string]

/** A database that is busy has answered nothing. */
async function verify(): Promise<string> {
  for (;;) {
    try {
      return await verifyGoalToken({ store, clock: Date.now }, 'alpha', { token, project_id: 'proj', presented_body: undefined })
    } catch (error) {
      if ((error as { code?: string }).code !== 'busy') throw error
    }
  }
}

const reasons = await Promise.all(Array.from({ length: Number(count) }, verify))
const counts: Record<string, number> = {}
for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
process.stdout.write(`${JSON.stringify(counts)}\n`)
await store.close()
