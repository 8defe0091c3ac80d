/** Loopback peers for the wire's tests: real sockets that record the bytes they get and answer whatever a test says. */
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Peer {
  readonly origin: URL
  /** Every byte that arrived, as latin1, one entry a connection. */
  readonly received: string[]
  close(): Promise<void>
}

/** A TCP server; `script` runs once for each connection. */
export async function tcpPeer(script: (socket: net.Socket, received: () => string) => void): Promise<Peer> {
  const received: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const index = received.push('') - 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => { received[index] += bytes.toString('latin1') })
    script(socket, () => received[index] ?? '')
  })
  return listening(server, received, () => { for (const socket of sockets) socket.destroy() })
}

/** A TCP server that answers every connection with these bytes once a whole header section has arrived, and ends. */
export async function answering(answer: string | Uint8Array, options: { end?: boolean } = {}): Promise<Peer> {
  return tcpPeer((socket) => {
    onceHeadArrived(socket, () => {
      socket.write(typeof answer === 'string' ? Buffer.from(answer, 'latin1') : answer)
      if (options.end ?? true) socket.end()
    })
  })
}

export function onceHeadArrived(socket: net.Socket, then: () => void): void {
  let seen = ''
  const listen = (bytes: Buffer): void => {
    seen += bytes.toString('latin1')
    if (!seen.includes('\r\n\r\n')) return
    socket.off('data', listen)
    then()
  }
  socket.on('data', listen)
}

export async function httpPeer(handler: http.RequestListener): Promise<Peer> {
  const server = http.createServer(handler)
  return listening(server, [], () => server.closeAllConnections())
}

/** An address on which nothing listens. */
export async function deadOrigin(): Promise<URL> {
  const peer = await tcpPeer(() => undefined)
  await peer.close()
  return peer.origin
}

async function listening(server: net.Server, received: string[], dropAll: () => void): Promise<Peer> {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  return {
    origin: new URL(`http://127.0.0.1:${port}`),
    received,
    async close() {
      const closed = new Promise<void>((resolve) => { server.close(() => resolve()) })
      dropAll()
      await closed
    },
  }
}
