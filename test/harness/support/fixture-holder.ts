/** Opens two fixtures, tells where they are, and ends in the way that it is asked for: a test looks at what is left. */
import { join } from 'node:path'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { startHttpServer } from '../../../server/index.ts'

const [ending] = process.argv.slice(2)
const command = { node: process.execPath, args: [join(import.meta.dirname, '../../../server/bin.ts'), 'http'] }
const here = await createReferenceDriver({ start: startHttpServer }).open()
const there = await createReferenceDriver({ start: startHttpServer, command, process: true }).open()
if (ending === 'listens') process.on('SIGTERM', () => { process.exit(9) })
process.stdout.write(`${JSON.stringify({ urls: [here.url.href, there.url.href] })}\n`)
if (ending === 'throws') setTimeout(() => { throw new Error('on purpose') }, 1)
if (ending === 'exits') setTimeout(() => { process.exit(5) }, 1)
