import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { createWire } from '../../../harness/wire/client.ts'
import type { Sender } from '../../../harness/wire/message.ts'

// A process of its own, so that its reset can overtake our writes as a real server's does.
const refuser = `
  const net = require('node:net')
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 401 Unauthorized\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nno')
      socket.destroySoon()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.resume().on('end', () => process.exit())
`

t.test('an answer is not lost to the failed write of the body that the server refused to read', async (t) => {
  const server = spawn(process.execPath, ['-e', refuser], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  t.teardown(async () => {
    server.stdin.end()
    await exited
  })
  const [port] = await once(server.stdout, 'data') as [Buffer]
  const wire = createWire({ origin: new URL(`http://127.0.0.1:${port.toString().trim()}`) })
  const body = Buffer.alloc(2 * 1024 * 1024)
  const senders: readonly Sender[] = ['library', 'raw']
  for (const sender of senders) {
    const seen = new Set<string | number>()
    for (let round = 0; round < 20; round += 1) {
      const reaction = await wire.send({ method: 'POST', target: '/', headers: [], body: body }, { sender })
      seen.add(reaction.kind === 'response' ? reaction.response.status : reaction.kind)
    }
    t.same([...seen], [401], sender)
  }
})
