/** The reference server behind the mutating proxy, as a process: `node proxied-server.ts FAULT`, with the environment of `handoff-server http`. */
import { untilSignal } from '../../server/commands/signals.ts'
import { startHttpServer } from '../../server/index.ts'
import { readSettings } from '../../server/settings.ts'
import { proxyFaults } from './proxy-faults.ts'
import { startProxy } from './proxy.ts'

const [, , name = ''] = process.argv
const fault = proxyFaults[name]
if (fault === undefined) throw new Error(`there is no fault ${JSON.stringify(name)}`)
const settings = readSettings(process.env)
const server = await startHttpServer({ ...settings, port: 0 })
const proxy = await startProxy({ port: settings.port, target: Number(server.url.port), fault })
await untilSignal()
await proxy.close()
await server.close({ drainMs: 0 })
