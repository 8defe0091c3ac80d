/**
 * A loopback proxy for tools that cannot send credentials: it adds the bearer token to each request and changes no
 * other byte, so that `Host`, `Origin` and raw bytes arrive as the tool sent them, and answers stream as they come.
 * Whatever a request names, it is only ever sent to the target, so that the token goes nowhere else.
 */
import { connect, createServer, isIP } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onDisposal } from '../fixture/disposal.ts'
import { addField } from './request-stream.ts'

export interface BearerProxy {
  /** The target's address, at the proxy. */
  readonly url: URL
  /** Ends every connection and gives the port back. */
  close(): Promise<void>
}

/**
 * Listens on a free port of 127.0.0.1.
 *
 * @param target The MCP endpoint of the target.
 * @param token Undefined: nothing is added, and everything else is as with one.
 */
export async function startBearerProxy(target: URL, token: string | undefined): Promise<BearerProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = reach(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => { sockets.delete(socket) })
    }
    join(client, upstream, token)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => { resolve() })
  })
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const forget = onDisposal(destroyAll)
  const url = new URL(target.pathname + target.search, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => { server.close(() => { resolve() }) })
      destroyAll()
      forget()
      await closed
    },
  }
}

function reach(target: URL): Socket {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (target.protocol === 'https:') {
    return connectTls({ host, port: Number(target.port || 443), servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] })
  }
  return connect({ host, port: Number(target.port || 80), allowHalfOpen: true, noDelay: true })
}

/** Each end's half-close and reset is passed on to the other. */
function join(client: Socket, upstream: Socket, token: string | undefined): void {
  const requests = token === undefined ? undefined : addField('Authorization', `Bearer ${token}`)
  client.on('data', (bytes) => {
    const sent = requests?.push(bytes) ?? bytes
    if (sent.length > 0 && !upstream.write(sent)) client.pause()
  })
  upstream.on('drain', () => client.resume())
  client.on('end', () => upstream.end(requests?.end() ?? new Uint8Array()))
  upstream.on('data', (bytes) => {
    if (!client.write(bytes)) upstream.pause()
  })
  client.on('drain', () => upstream.resume())
  upstream.on('end', () => client.end())
  for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
    one.on('error', () => { other.resetAndDestroy() })
    one.on('close', () => { other.destroySoon() })
  }
}
