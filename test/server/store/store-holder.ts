/** A process of its own that opens a store, says so, does nothing with it, and closes it when its input ends. */
import { openStore } from '../../../server/store/open.ts'

const store = await openStore({ path: String(process.argv[2]), clock: Date.now })
process.stdout.write('open\n')
process.stdin.resume()
process.stdin.on('end', () => void store.close())
