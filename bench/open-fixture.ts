/** Opens one disposable fixture of the reference server in this process, sees that it is ready, and closes it. */
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { startHttpServer } from '../server/index.ts'

const fixture = await createReferenceDriver({ start: startHttpServer }).open()
const { status } = await fetch(new URL('/readyz', fixture.url))
await fixture.close()
if (status !== 200) throw new Error(`the fixture is not ready: ${status}`)
