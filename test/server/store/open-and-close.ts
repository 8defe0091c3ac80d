/** Started by a test: opens the store at the path, as any server does, and closes it. */
import { openStore } from '../../../server/store/open.ts'

const [path = ''] = process.argv.slice(2)
await (await openStore({ path, clock: Date.now })).close()
