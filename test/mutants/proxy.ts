/**
 * A TCP proxy that changes the header section of each request and nothing else: what stands before a server changes
 * bytes that no HTTP library would send or let pass.
 */
import { createServer, connect } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** Changes the text (latin1) of a header section, its empty line included. */
export type HeaderFault = (header: string) => string

/** @param port 0 picks a free one. */
export async function startProxy(options: { readonly port: number; readonly target: number; readonly fault: HeaderFault }): Promise<{ readonly port: number; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: options.target, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.end()).pipe(client)
    const requests = new RequestSections(options.fault)
    client.on('data', (bytes) => upstream.write(requests.take(bytes)))
    client.on('end', () => {
      upstream.write(requests.rest())
      upstream.end()
    })
  })
  await listening(server, options.port)
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

/**
 * Tells header sections from bodies by Content-Length. From a request whose body has no announced length on, all bytes
 * of the connection pass as they are.
 */
export class RequestSections {
  readonly #fault: HeaderFault
  #waiting = ''
  #bodyLeft = 0

  constructor(fault: HeaderFault) {
    this.#fault = fault
  }

  /** @returns What is to be passed on now. */
  take(bytes: Uint8Array): Buffer {
    this.#waiting += Buffer.from(bytes).toString('latin1')
    let ready = ''
    while (this.#waiting !== '') {
      if (this.#bodyLeft > 0) {
        const body = this.#waiting.slice(0, this.#bodyLeft)
        this.#bodyLeft -= body.length
        this.#waiting = this.#waiting.slice(body.length)
        ready += body
        continue
      }
      const end = this.#waiting.indexOf('\r\n\r\n')
      if (end === -1) break
      const header = this.#waiting.slice(0, end + 4)
      this.#waiting = this.#waiting.slice(end + 4)
      this.#bodyLeft = bodyLength(header)
      ready += this.#fault(header)
    }
    return Buffer.from(ready, 'latin1')
  }

  /** What is left when the client ends, as it came. */
  rest(): Buffer {
    const rest = Buffer.from(this.#waiting, 'latin1')
    this.#waiting = ''
    return rest
  }
}

function bodyLength(header: string): number {
  if (/\r\ntransfer-encoding:/i.test(header)) return Number.POSITIVE_INFINITY
  return Number(/\r\ncontent-length:[ \t]*(\d+)/i.exec(header)?.[1] ?? 0)
}
