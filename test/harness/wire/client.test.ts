import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { createWire } from '../../../harness/wire/client.ts'
import type { Exchange } from '../../../harness/wire/client.ts'
import { fieldValues } from '../../../harness/wire/message.ts'
import type { ExchangeLimits, HttpRequest, Reaction, Sender } from '../../../harness/wire/message.ts'
import { answering, deadOrigin, httpPeer, onceHeadArrived, tcpPeer } from './servers.ts'
import type { Peer } from './servers.ts'

const senders: readonly Sender[] = ['library', 'raw']
const get: HttpRequest = { method: 'GET', target: '/mcp', headers: [] }

async function reactionOf(peer: Peer, sender: Sender, limits: Partial<ExchangeLimits> = {}, request: HttpRequest = get): Promise<Reaction> {
  return createWire({ origin: peer.origin }).send(request, { sender, limits })
}

function statusOf(reaction: Reaction): number | string {
  return reaction.kind === 'response' ? reaction.response.status : reaction.kind
}

function bodyOf(reaction: Reaction): string {
  return reaction.kind === 'response' ? Buffer.from(reaction.response.body).toString() : reaction.kind
}

for (const sender of senders) {
  t.test(`${sender}: sends fields in order, repeated and with latin1 bytes, and the body`, async (t) => {
    const peer = await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: a\r\nx: b\r\n\r\nok')
    t.teardown(() => peer.close())
    const request: HttpRequest = {
      method: 'POST', target: '/mcp?x=1',
      headers: [['Authorization', 'Bearer one'], ['X-B', 'caf\xe9'], ['authorization', 'Bearer two']],
      body: Buffer.from('{"a":1}'),
    }
    const reaction = await reactionOf(peer, sender, {}, request)
    t.equal(bodyOf(reaction), 'ok')
    t.same(reaction.kind === 'response' && fieldValues(reaction.response, 'X'), ['a', 'b'])
    const bytes = peer.received[0] ?? ''
    t.match(bytes, /^POST \/mcp\?x=1 HTTP\/1\.1\r\n/)
    t.ok(bytes.includes('Authorization: Bearer one\r\nX-B: caf\xe9\r\nauthorization: Bearer two\r\n'), 'in order, case kept')
    t.match(bytes, /\r\ncontent-length: 7\r\n/i)
    t.match(bytes, /\r\nconnection: close\r\n/i)
    t.equal(bytes.match(/\r\nhost: /gi)?.length, 1)
    t.ok(bytes.endsWith('\r\n\r\n{"a":1}'))
  })

  t.test(`${sender}: only what differs between two requests differs on the wire`, async (t) => {
    const peer = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    t.teardown(() => peer.close())
    const control: HttpRequest = { ...get, headers: [['Authorization', 'Bearer good'], ['X', '1']] }
    await reactionOf(peer, sender, {}, control)
    await reactionOf(peer, sender, {}, { ...control, headers: [['Authorization', 'Bearer evil'], ['X', '1']] })
    t.equal(peer.received[1], peer.received[0]?.replace('good', 'evil'))
  })

  t.test(`${sender}: absolute-form names another host, the socket still goes to the origin`, async (t) => {
    const peer = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    t.teardown(() => peer.close())
    t.equal(statusOf(await reactionOf(peer, sender, {}, { ...get, target: 'http://elsewhere.invalid/mcp' })), 200)
    t.match(peer.received[0], /^GET http:\/\/elsewhere\.invalid\/mcp HTTP/)
    t.match(peer.received[0], new RegExp(`\r\nhost: ${peer.origin.host}\r\n`, 'i'))
  })

  t.test(`${sender}: a redirect is a response, not a way`, async (t) => {
    let visits = 0
    const peer = await httpPeer((_request, response) => {
      visits += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    t.teardown(() => peer.close())
    t.equal(statusOf(await reactionOf(peer, sender)), 302)
    t.equal(visits, 1)
  })

  const small = { timeoutMs: 60_000, maxHeaderBytes: 4096, maxBodyBytes: 10_000 }
  const hostile: readonly { readonly name: string; readonly answer: string; readonly end?: boolean; readonly kind: Reaction['kind'] | number; readonly truncated?: boolean }[] = [
    { name: 'garbage', answer: 'hello there, this is no HTTP\r\n\r\n', kind: 'malformed' },
    { name: 'a header line without a colon', answer: 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', kind: 'malformed' },
    { name: 'a header section past the cap', answer: `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(8000)}\r\n\r\n`, end: false, kind: 'malformed' },
    { name: 'a header line that never ends', answer: `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}`, end: false, kind: 'malformed' },
    { name: 'a body past the cap', answer: `HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'b'.repeat(50_000)}`, end: false, kind: 200, truncated: true },
    { name: 'a body until close past the cap', answer: `HTTP/1.1 200 OK\r\n\r\n${'b'.repeat(50_000)}`, end: false, kind: 200, truncated: true },
    { name: 'a flood of interim responses', answer: 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(500), end: false, kind: 'malformed' },
    { name: 'both ways of framing', answer: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', kind: 'malformed' },
    { name: 'a chunk size that is none', answer: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', kind: 'malformed' },
    { name: 'two lengths', answer: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc', kind: 'malformed' },
    { name: 'a length longer than the body', answer: 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nabc', kind: 'closed' },
    { name: 'half a header section', answer: 'HTTP/1.1 200 OK\r\nContent-', kind: 'closed' },
    { name: 'half a chunk', answer: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nabc', kind: 'closed' },
    { name: 'nothing', answer: '', kind: 'closed' },
    { name: 'an upgrade nobody asked for', answer: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', kind: sender === 'raw' ? 101 : 'malformed' },
    { name: 'a content coding that is not there', answer: 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello', kind: 'malformed' },
    { name: 'a coding that nobody knows', answer: 'HTTP/1.1 200 OK\r\nContent-Encoding: __proto__\r\nContent-Length: 5\r\n\r\nhello', kind: 200 },
    { name: 'fields named after the prototype', answer: 'HTTP/1.1 200 OK\r\n__proto__: a\r\n__proto__: b\r\nconstructor: c\r\nContent-Length: 0\r\n\r\n', kind: 200 },
  ]
  for (const { name, answer, end, kind, truncated } of hostile) {
    t.test(`${sender}: ${name}`, async (t) => {
      const peer = await answering(answer, end === undefined ? {} : { end })
      t.teardown(() => peer.close())
      const reaction = await reactionOf(peer, sender, small)
      t.equal(statusOf(reaction), kind)
      if (truncated === undefined || reaction.kind !== 'response') return
      t.equal(reaction.response.truncated, true)
      t.equal(reaction.response.body.length, small.maxBodyBytes)
    })
  }

  t.test(`${sender}: an endless body ends at the cap`, async (t) => {
    const peer = await tcpPeer((socket) => {
      onceHeadArrived(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        const more = (): void => {
          if (!socket.destroyed) socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`, more)
        }
        more()
      })
    })
    t.teardown(() => peer.close())
    const reaction = await reactionOf(peer, sender, small)
    t.equal(reaction.kind === 'response' && reaction.response.truncated, true)
  })

  t.test(`${sender}: a slow drip meets the deadline`, async (t) => {
    const peer = await tcpPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ')
      const drip = setInterval(() => socket.write('a'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    t.teardown(() => peer.close())
    const reaction = await reactionOf(peer, sender, { timeoutMs: 150 })
    t.equal(reaction.kind, 'timeout')
    t.ok(reaction.kind === 'timeout' && reaction.received > 0 && reaction.afterMs === 150)
  })

  t.test(`${sender}: silence meets the deadline`, async (t) => {
    const peer = await tcpPeer(() => undefined)
    t.teardown(() => peer.close())
    t.same(await reactionOf(peer, sender, { timeoutMs: 50 }), { kind: 'timeout', received: 0, afterMs: 50 })
  })

  t.test(`${sender}: nobody listens`, async (t) => {
    const reaction = await createWire({ origin: await deadOrigin() }).send(get, { sender })
    t.same(reaction, { kind: 'unreachable', detail: 'ECONNREFUSED' })
  })

  t.test(`${sender}: a refusal is read although a reset follows it`, async (t) => {
    const peer = await tcpPeer((socket) => {
      onceHeadArrived(socket, () => socket.write('HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\nabc', () => socket.resetAndDestroy()))
    })
    const reaction = await reactionOf(peer, sender)
    t.match(reaction, { kind: 'response', response: { status: 431, truncated: true } })
    await peer.close()
  })

  t.test(`${sender}: a reset before and in the middle of the answer`, async (t) => {
    for (const begin of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', 'HTTP/1.1 2']) {
      const peer = await tcpPeer((socket) => {
        onceHeadArrived(socket, () => {
          if (begin === '') socket.resetAndDestroy()
          else socket.write(begin, () => setImmediate(() => socket.resetAndDestroy()))
        })
      })
      const reaction = await reactionOf(peer, sender)
      t.equal(reaction.kind, 'closed', begin)
      await peer.close()
    }
  })

  t.test(`${sender}: an early refusal is read although the body is not`, async (t) => {
    const peer = await tcpPeer((socket) => {
      socket.once('data', () => {
        socket.pause()
        socket.write('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      })
    })
    t.teardown(() => peer.close())
    const reaction = await reactionOf(peer, sender, {}, { method: 'POST', target: '/mcp', headers: [], body: Buffer.alloc(32 * 1024 * 1024) })
    t.equal(statusOf(reaction), 401)
  })

  const codings: readonly { readonly coding: string; readonly encode: (body: Buffer) => Buffer }[] = [
    { coding: 'gzip', encode: (body) => gzipSync(body) },
    { coding: 'deflate', encode: (body) => deflateSync(body) },
    { coding: 'br', encode: (body) => brotliCompressSync(body) },
    { coding: 'zstd', encode: (body) => zstdCompressSync(body) },
    { coding: 'deflate, gzip', encode: (body) => gzipSync(deflateSync(body)) },
  ]
  for (const { coding, encode } of codings) {
    t.test(`${sender}: undoes ${coding}, and cuts a bomb at the cap`, async (t) => {
      for (const [size, truncated] of [[9_000, false], [10_000, false], [20_000_000, true]] as const) {
        const content = encode(Buffer.alloc(size, 'z'))
        const peer = await answering(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${content.length}\r\n\r\n`), content]))
        const reaction = await reactionOf(peer, sender, { maxBodyBytes: Math.max(10_000, truncated ? 0 : content.length) })
        // A bomb may be cut before or after it is unfolded; either way no more than the cap is kept.
        t.equal(reaction.kind === 'response' && reaction.response.truncated, truncated)
        t.ok(reaction.kind === 'response' && reaction.response.body.length <= 10_000)
        if (!truncated) t.equal(bodyOf(reaction), 'z'.repeat(size))
        await peer.close()
      }
    })
  }

  t.test(`${sender}: HEAD, 204 and 304 have no body whatever they announce`, async (t) => {
    for (const [method, status] of [['HEAD', 200], ['GET', 204], ['GET', 304]] as const) {
      const peer = await answering(`HTTP/1.1 ${status} X\r\nETag: x\r\n${status === 204 ? '' : 'Content-Length: 10\r\n'}\r\n`, { end: false })
      const reaction = await reactionOf(peer, sender, {}, { ...get, method })
      t.equal(statusOf(reaction), status)
      t.equal(bodyOf(reaction), '')
      await peer.close()
    }
  })

  t.test(`${sender}: interim responses are counted`, async (t) => {
    const peer = await answering('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    t.teardown(() => peer.close())
    const reaction = await reactionOf(peer, sender)
    t.same(reaction.kind === 'response' && [...reaction.response.interim], [103])
    t.equal(bodyOf(reaction), 'ok')
  })

  t.test(`${sender}: each exchange is told to the observer`, async (t) => {
    const peer = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    t.teardown(() => peer.close())
    const seen: Exchange[] = []
    const wire = createWire({ origin: peer.origin, onExchange: (exchange) => { seen.push(exchange) } })
    const reaction = await wire.send(get, { sender })
    t.same(seen, [{ way: sender, request: get, reaction }])
  })
}

t.test('library: what undici would change or refuse is a clear error that names the raw sender', async (t) => {
  const peer = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  t.teardown(() => peer.close())
  const unsendable: readonly (readonly [string, HttpRequest])[] = [
    ['a NUL in a value', { ...get, headers: [['Authorization', 'Bearer a\0b']] }],
    ['a line end in a value', { ...get, headers: [['X', 'a\r\nY: b']] }],
    ['a character that is no byte', { ...get, headers: [['X', '\u20ac']] }],
    ['a bad field name', { ...get, headers: [['X ', 'a']] }],
    ['a bad method', { ...get, method: 'GE T' }],
    ['a target with a space', { ...get, target: '/a b' }],
    ['asterisk-form', { ...get, target: '*' }],
    ['Transfer-Encoding', { ...get, headers: [['Transfer-Encoding', 'chunked']] }],
    ['Expect', { ...get, headers: [['Expect', '100-continue']] }],
    ['two Hosts', { ...get, headers: [['Host', 'a'], ['Host', 'b']] }],
    ['keep-alive', { ...get, headers: [['Connection', 'keep-alive']] }],
    ['a wrong length', { ...get, headers: [['Content-Length', '5']] }],
  ]
  for (const [name, request] of unsendable) {
    await t.rejects(createWire({ origin: peer.origin }).send(request), { code: 'internal', remedy: /raw/ }, name)
  }
  t.equal(peer.received.length, 0, 'nothing was sent')
})

t.test('a wire goes to loopback only, unless it is told otherwise', async (t) => {
  for (const url of ['http://127.0.0.1:1', 'http://127.9.9.9:1', 'http://localhost:1', 'http://[::1]:1', 'https://127.0.0.1:1']) {
    t.ok(createWire({ origin: new URL(url) }), url)
  }
  for (const url of ['http://10.0.0.1', 'https://192.0.2.1', 'http://[::2]:1', 'http://0.0.0.0:1', 'http://[::ffff:10.0.0.1]:1']) {
    t.throws(() => createWire({ origin: new URL(url) }), { code: 'remote_refused' }, url)
    t.ok(createWire({ origin: new URL(url), allowRemote: true }), url)
  }
  for (const url of ['ftp://127.0.0.1', 'http://user:pass@127.0.0.1', 'file:///x']) {
    t.throws(() => createWire({ origin: new URL(url), allowRemote: true }), { code: 'url_invalid' }, url)
  }
})
