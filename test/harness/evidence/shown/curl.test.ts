import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execa } from 'execa'
import t from 'tap'
import { curlLine } from '../../../../harness/evidence/shown/curl.ts'
import type { HttpRequest } from '../../../../harness/wire/message.ts'

const known = [{ variable: 'ALPHA_TOKEN', token: 'tok-$`"\\!-0123456789' }, { variable: 'BETA_TOKEN', token: 'beta-9876543210-beta' }]
const [alpha, beta] = known.map(({ token }) => token)
const json = ['Content-Type', 'application/json'] as const

interface Received {
  readonly method: string | undefined
  readonly target: string | undefined
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

const received: Received[] = []
const pairs = ({ rawHeaders }: IncomingMessage): [string, string][] => rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : []))
const ofConnection = new Set(['host', 'connection', 'content-length'])

t.test('what the line sends is, byte for byte, the request that it stands for', async (t) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      received.push({ method: request.method, target: request.url, headers: pairs(request), body: Buffer.concat(parts).toString('latin1') })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  const body = (text: string): Pick<HttpRequest, 'body'> => ({ body: Buffer.from(text) })
  const rows: Readonly<Record<string, HttpRequest>> = {
    'a good request': { method: 'POST', target: '/mcp', headers: [json, ['Accept', 'application/json, text/event-stream'], ['Authorization', `Bearer ${alpha}`]], ...body('{"jsonrpc":"2.0","id":1,"method":"ping"}') },
    'no credentials, no Accept, no type': { method: 'POST', target: '/mcp', headers: [['Mcp-Method', 'ping']], ...body('{}') },
    'another scheme and two spaces': { method: 'POST', target: '/mcp', headers: [['aUTHORIZATION', `bEARER  ${alpha}`]], ...body('{}') },
    'a field twice, in order': { method: 'POST', target: '/mcp', headers: [['X-One', 'a'], ['Authorization', `Bearer ${beta}`], ['X-One', 'b']], ...body('{}') },
    'what a shell would take apart': { method: 'POST', target: '/mcp', headers: [['X-Odd', '$HOME `id` "q" \\ \'s\' !x; a | b > c * ? [d]']], ...body('{"a":"it\'s $HOME `id` \\\\ !! \\"q\\" %s"}') },
    'a token in the query': { method: 'POST', target: `/mcp?access_token=${beta}`, headers: [json], ...body('{}') },
    'a token before a word': { method: 'POST', target: `/mcp?a=${beta}x&b={1}[2]`, headers: [json], ...body(`{"token":"${beta}_"}`) },
    'a path with dots': { method: 'POST', target: '/a/../mcp/./%2e%2e//x?', headers: [json], ...body('{}') },
    'an empty body': { method: 'POST', target: '/mcp', headers: [json] },
    'a GET': { method: 'GET', target: '/mcp', headers: [['Accept', 'text/event-stream'], ['User-Agent', 'x']] },
    'a DELETE': { method: 'DELETE', target: '/mcp', headers: [] },
    'a method of few': { method: 'PROPFIND', target: '/mcp', headers: [] },
    'a GET with a body': { method: 'GET', target: '/mcp', headers: [json], ...body('{}') },
    'a body that curl would ask for': { method: 'POST', target: '/mcp', headers: [json], ...body(`{"a":"${'x'.repeat(3_000)}"}`) },
    'another host': { method: 'POST', target: '/mcp', headers: [['Host', 'evil.example'], json], ...body('{}') },
  }
  for (const [name, request] of Object.entries(rows)) {
    const line = curlLine(origin, request, known)
    if (line === undefined) {
      t.fail(`${name}: there is no line`)
      continue
    }
    for (const { token } of known) t.notOk(line.includes(token), `${name}: no token`)
    t.notMatch(line, /\n/, 'one line')
    const { exitCode, stderr } = await execa('sh', ['-c', line], { env: { ALPHA_TOKEN: alpha ?? '', BETA_TOKEN: beta ?? '', HOME: '/nowhere' }, reject: false, stdin: 'ignore' })
    t.equal(exitCode, 0, `${name}: ${stderr}`)
    const got = received.pop()
    t.same(got === undefined ? undefined : { ...got, headers: got.headers.filter(([field]) => !ofConnection.has(field.toLowerCase()) || (field.toLowerCase() === 'host' && name === 'another host')) },
      { method: request.method, target: request.target, headers: request.headers, body: Buffer.from(request.body ?? '').toString('latin1') }, name)
  }
})

const good: HttpRequest = { method: 'POST', target: '/mcp', headers: [json, ['Authorization', `Bearer ${beta}`]], body: Buffer.from('{}') }
const impossible: Readonly<Record<string, Partial<HttpRequest>>> = {
  'a HEAD': { method: 'HEAD' },
  'a target that is no path': { target: 'http://127.0.0.1/mcp' },
  'a fragment': { target: '/mcp#a' },
  'a control byte in a field': { headers: [['X-A', 'a\u0001b']] },
  'bytes above ASCII in a field': { headers: [['X-A', 'caf\u00e9']] },
  'an empty field': { headers: [['X-A', '']] },
  'white space at the end': { headers: [['X-A', 'a ']] },
  'a field name with a space': { headers: [['X A', 'a']] },
  'a length that lies': { headers: [['Content-Length', '5']] },
  'chunks': { headers: [['Transfer-Encoding', 'chunked']] },
  'two hosts': { headers: [['Host', 'a'], ['Host', 'b']] },
  'a session': { headers: [['Mcp-Session-Id', 'abc']] },
  'a cookie': { headers: [['Cookie', 'a=b']] },
  'a line end in the body': { body: Buffer.from('{\n}') },
  'bytes in the body': { body: Buffer.from([0, 255]) },
  'a body that curl takes for a file': { body: Buffer.from('@/etc/passwd') },
  'a long body': { body: Buffer.alloc(5_000, 'x') },
  'a token that was cut': { headers: [['Authorization', `Bearer ${beta?.slice(0, -1)}`]] },
  'a token that was changed': { target: `/mcp?access_token=x${beta?.slice(1)}` },
}
for (const [name, change] of Object.entries(impossible)) {
  t.test(`there is no line for ${name}`, async (t) => { t.equal(curlLine(new URL('http://127.0.0.1:1/mcp'), { ...good, ...change }, known), undefined) })
}
