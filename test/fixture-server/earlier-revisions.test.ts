import t from 'tap'
import { InMemoryTransport, ProtocolError, Server } from '@modelcontextprotocol/server'
import { speakEarlier } from './earlier-revisions.ts'

type Message = Parameters<InMemoryTransport['send']>[0]

const link = { type: 'resource_link', uri: 'test://somewhere', name: 'somewhere' } as const

/** What a server of the SDK answers to the methods, in an earlier revision. */
async function answers(revision: string, mended: boolean): Promise<readonly Message[]> {
  const server = new Server({ name: 'plain', version: '1' }, { capabilities: { tools: {}, resources: {} } })
  server.setRequestHandler('resources/read', () => { throw new ProtocolError(-32_002, 'There is no such resource.', { uri: 'test://nowhere' }) })
  server.setRequestHandler('tools/call', () => ({ content: [link] }))
  if (mended) speakEarlier(server)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const received: Message[] = []
  const waiting = new Map<number, () => void>()
  ours.onmessage = (message) => {
    received.push(message)
    if ('id' in message) waiting.get(Number(message.id))?.()
  }
  await server.connect(theirs)
  await ours.start()
  const ask = async (id: number, method: string, params: Record<string, unknown>): Promise<void> => {
    const answered = new Promise<void>((resolve) => { waiting.set(id, resolve) })
    await ours.send({ jsonrpc: '2.0', id, method, params })
    await answered
  }
  await ask(1, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } })
  await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await ask(2, 'resources/read', { uri: 'test://nowhere' })
  await ask(3, 'tools/call', { name: 'any', arguments: {} })
  await server.close()
  return received.slice(1)
}

t.test('the SDK still sends the newer code and the newer kind of content', async (t) => {
  const [refusal, result] = await answers('2025-03-26', false)
  t.match(refusal, { error: { code: -32_602 } }, 'mended: earlier-revisions.ts need not change codes any more')
  t.match(result, { result: { content: [link] } }, 'mended: earlier-revisions.ts need not change content any more')
})

t.test('the fixture server sends what the revision has', async (t) => {
  const [refusal, result] = await answers('2025-03-26', true)
  t.match(refusal, { error: { code: -32_002, data: { uri: 'test://nowhere' } } })
  t.match(result, { result: { content: [{ type: 'text', text: 'test://somewhere' }] } })
  t.match((await answers('2025-11-25', true))[1], { result: { content: [link] } }, 'links are there since 2025-06-18')
})
