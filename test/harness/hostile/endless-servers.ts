/** Servers whose answers end late or never: dripping, endless, or unfolding without end. */
import zlib from 'node:zlib'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HostileKind, HostileTarget } from './support/kind.ts'
import { decentTarget, pour, socketTarget } from './support/http-target.ts'

const cases = ['auth.no-credentials', 'auth.unknown-token', 'auth.challenge-present', 'auth.no-echo', 'auth.other-scheme', 'auth.empty-credentials'] as const
const patience = ['--timeout', '1500ms'] as const

/** A little at a time, until the other side goes. */
function drip(out: Socket | ServerResponse, piece: string): void {
  const timer = setInterval(() => { if (!out.destroyed) out.write(piece) }, 100)
  out.on('error', () => undefined).once('close', () => { clearInterval(timer) })
}

async function everythingOnSockets(misbehave: (socket: Socket) => void): Promise<HostileTarget> {
  return socketTarget((socket) => { socket.once('data', () => { misbehave(socket) }) })
}

/** A gigabyte of spaces in a megabyte, and the same once more in a kilobyte. */
const spaces = Buffer.alloc(64 * 1024 * 1024, 0x20)
const gzipped = zlib.gzipSync(spaces, { level: 1 })
const bombs: readonly (readonly [coding: string, body: () => Buffer])[] = [
  ['gzip', () => Buffer.concat(Array.from({ length: 16 }, () => gzipped))],
  ['deflate', () => zlib.deflateSync(spaces, { level: 1 })],
  ['br', () => zlib.brotliCompressSync(spaces, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['gzip, gzip', () => zlib.gzipSync(Buffer.concat(Array.from({ length: 16 }, () => gzipped)))],
  ['gzip, deflate, br, gzip, gzip, gzip, gzip, gzip', () => gzipped],
]

const ends: readonly ((response: ServerResponse) => void)[] = [
  (response) => { response.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'application/json' }); pour(response, '{"error":"no"}'.padEnd(16_384)) },
  (response) => { pour(response.socket as Socket, `X-Endless: ${'h'.repeat(1_024)}\r\n`) },
  (response) => { (response.socket as Socket).write('HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n'); pour(response.socket as Socket, '400\r\n'.concat('c'.repeat(1_024), '\r\n')) },
  (response) => { (response.socket as Socket).write('HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n'); pour(response.socket as Socket, `X-Trailer: ${'t'.repeat(1_024)}\r\n`) },
  (response) => { (response.socket as Socket).write('HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n'); pour(response.socket as Socket, `1;${'e'.repeat(1_024)}`) },
]

export const endlessServers: readonly HostileKind[] = [
  {
    name: 'sends its header section a byte at a time', cases, codes: [3], finding: 'target-silent', options: patience,
    start: async () => everythingOnSockets((socket) => { socket.write('HTTP/1.1 200 OK\r\nX-Slow: '); drip(socket, 's') }),
  },
  {
    name: 'sends its body a byte at a time', cases, codes: [3], finding: 'target-silent', options: patience,
    start: async () => everythingOnSockets((socket) => { socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'); drip(socket, ' ') }),
  },
  {
    name: 'sends interim responses for ever', cases, codes: [3], finding: 'target-silent', options: patience,
    start: async () => everythingOnSockets((socket) => { pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)) }),
  },
  {
    name: 'refuses with headers, a body, chunks, trailers or chunk extensions that never end', cases, codes: [1, 3], options: patience, mayPass: { 'auth.no-echo': 'nothing that it sends is the token' },
    start: async (setting) => {
      let next = 0
      return decentTarget(setting, ({ authorised }, response) => {
        if (authorised) return false
        next += 1
        ends[next % ends.length]?.(response)
        return true
      })
    },
  },
  {
    name: 'refuses with a body that unfolds to a gigabyte, in each coding and in several on top of each other', cases: ['auth.no-credentials', 'auth.unknown-token', 'auth.other-scheme'], codes: [1],
    start: async (setting) => {
      const bodies = bombs.map(([coding, body]) => [coding, body()] as const)
      let next = 0
      return decentTarget(setting, ({ authorised }, response) => {
        if (authorised) return false
        next += 1
        const [coding, body] = bodies[next % bodies.length] ?? ['', Buffer.of()]
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body)
        return true
      })
    },
  },
  {
    name: 'answers with a session id, cookies and a challenge of a megabyte', cases, codes: [3], finding: 'target-silent', options: patience,
    start: async () => everythingOnSockets((socket) => {
      const huge = 'm'.repeat(1024 * 1024)
      socket.end(`HTTP/1.1 200 OK\r\nMcp-Session-Id: ${huge}\r\nSet-Cookie: ${huge}\r\nWWW-Authenticate: Bearer realm="${huge}"\r\nContent-Length: 0\r\n\r\n`)
    }),
  },
]
