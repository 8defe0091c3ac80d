/** A process of its own that sends and acknowledges without end, and prints each change only once it was answered. */
import { createHandoffService } from '../../../server/handoff/service.ts'
import { openStore } from '../../../server/store/open.ts'
import { policyOf } from '../handoff/world.ts'

const store = await openStore({ path: String(process.argv[2]), clock: Date.now })
const service = createHandoffService({ store, clock: Date.now, maxDepth: 8 })
const policy = policyOf({ alpha: {}, beta: {} })

async function writer(): Promise<void> {
  for (;;) {
    const input = { recipient: 'beta', title: 'T', summary: 'S', request: 'R'.repeat(2000) }
    const { handoff } = await service.send({ agentId: 'alpha', policy }, input)
    process.stdout.write(`${handoff.id} 1\n`)
    await service.acknowledge({ agentId: 'beta', policy }, { handoff_id: handoff.id })
    process.stdout.write(`${handoff.id} 2\n`)
  }
}

await Promise.all([writer(), writer(), writer()])
