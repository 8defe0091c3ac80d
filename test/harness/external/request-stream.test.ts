import t from 'tap'
import { addField } from '../../../harness/external/request-stream.ts'

const field = 'Authorization: Bearer x\r\n'

/** Sends the bytes in parts of that size. */
function through(text: string, size: number): string {
  const stream = addField('Authorization', 'Bearer x')
  const bytes = Buffer.from(text, 'latin1')
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) out.push(stream.push(bytes.subarray(at, at + size)))
  out.push(stream.end())
  return Buffer.concat(out).toString('latin1')
}

/** `«` marks where the field has to be. */
const streams: readonly (readonly [name: string, marked: string])[] = [
  ['a request', 'GET /mcp HTTP/1.1\r\n«Host: a\r\n\r\n'],
  ['spaces, case and odd bytes of the fields', 'POST /mcp HTTP/1.1\r\n«hOST:   evil.example \t\r\norigin:null\r\nX: \xe9\xff\r\nContent-Length: 0\r\n\r\n'],
  ['two requests on one connection', 'POST / HTTP/1.1\r\n«Content-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\n«Host: a\r\n\r\n'],
  ['a body that looks like a request', 'POST / HTTP/1.1\r\n«Content-Length: 21\r\n\r\nGET / HTTP/1.1\r\nA: b\r\nGET / HTTP/1.1\r\n«\r\n'],
  ['a chunked body', 'POST / HTTP/1.1\r\n«Transfer-Encoding: chunked\r\n\r\n10;a=b\r\nGET / HTTP/1.1\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n«Host: a\r\n\r\n'],
  ['a trailer', 'POST / HTTP/1.1\r\n«Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nDigest: y\r\n\r\nGET / HTTP/1.1\r\n«\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\n«Host: a\n\nGET / HTTP/1.1\n«Host: b\n\n'],
  ['empty lines before a request', '\r\nGET / HTTP/1.1\r\n«Host: a\r\n\r\n'],
  ['credentials of its own', 'GET / HTTP/1.1\r\nauthorization: Basic eA==\r\n\r\nGET / HTTP/1.1\r\n«Host: a\r\n\r\n'],
  ['a field that only ends like it', 'GET / HTTP/1.1\r\n«Proxy-Authorization: Basic eA==\r\n\r\n'],
  ['an upgrade, and what follows', 'GET / HTTP/1.1\r\n«Upgrade: websocket\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\n«Host: other\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
  ['two lengths, after which nobody knows where a request begins', 'POST / HTTP/1.1\r\n«Content-Length: 1\r\nContent-Length: 2\r\n\r\nxGET / HTTP/1.1\r\n\r\n'],
  ['a length and chunks', 'POST / HTTP/1.1\r\n«Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nxGET / HTTP/1.1\r\n\r\n'],
  ['a chunk size that is none', 'POST / HTTP/1.1\r\n«Transfer-Encoding: chunked\r\n\r\nzz\r\nGET / HTTP/1.1\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\nGET / HTTP/1.1\r\n«\r\n'],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['a body that is cut off', 'POST / HTTP/1.1\r\n«Content-Length: 10\r\n\r\nhell'],
]

for (const [name, marked] of streams) {
  t.test(name, async (t) => {
    const sent = marked.replaceAll('«', '')
    for (const size of [1, 7, sent.length]) t.equal(through(sent, size), marked.replaceAll('«', field), `in parts of ${size}`)
  })
}

t.test('a head of a megabyte is passed on as it is, and is not kept', async (t) => {
  const stream = addField('Authorization', 'Bearer x')
  const part = Buffer.alloc(64 * 1024, 'a')
  const out: Uint8Array[] = []
  for (let count = 0; count < 16; count += 1) out.push(stream.push(part))
  t.equal(Buffer.concat(out).length, 16 * part.length)
})
