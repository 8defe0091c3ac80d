/** Faults below the message: HTTP read leniently, bodies taken before their end, connections that hold up others. */
import type { Patch, RewriteMutant, ServerMutant } from '../mutant.ts'
import type { Rewrite } from '../rewrite/rewrite.ts'

const app = 'server/http/app.ts'
const body = 'server/http/body.ts'
const route = 'server/http/mcp-route.ts'

const served: Patch = { file: app, find: 'const foreignVersion = checkVersion(request.httpVersionMajor)', replace: '' }

/** A condition on the request that ends in an error that nobody catches. */
function fallingOver(when: string): Patch {
  return { ...served, replace: `if (${when}) throw new Error('unexpected')\n    ${served.find}` }
}

/** The two first of three pipelined answers change places. */
const outOfOrder: Rewrite = {
  response(message) {
    const others: Readonly<Record<string, string>> = { 'pipelined-1': 'pipelined-2', 'pipelined-2': 'pipelined-1' }
    const other = others[String(message['id'])]
    return other === undefined ? undefined : { ...message, id: other }
  },
}

export const framingMutants: readonly (ServerMutant | RewriteMutant)[] = [
  {
    id: 'framing-malformed-status', title: 'Bytes that are no HTTP are answered as a fault of the server.', target: 'reference',
    patch: { file: 'server/http/client-error.ts', find: "(statusByCode[fault.code ?? ''] ?? 400)", replace: "(statusByCode[fault.code ?? ''] ?? 500)" },
    kills: ['framing.both-lengths', 'framing.chunks', 'framing.content-length', 'framing.fields', 'framing.line-ends', 'framing.methods', 'framing.targets', 'framing.versions'],
  },
  {
    id: 'framing-lenient-parser', title: 'The HTTP parser is lenient.', target: 'reference',
    patch: { file: app, find: 'insecureHTTPParser: false', replace: 'insecureHTTPParser: true' },
    kills: ['framing.both-lengths', 'framing.chunks', 'framing.fields', 'framing.line-ends'],
  },
  {
    id: 'framing-large-head-status', title: 'A head section that is too large is answered as a fault of the server.', target: 'reference',
    patch: { file: 'server/http/client-error.ts', find: 'HPE_HEADER_OVERFLOW: 431', replace: 'HPE_HEADER_OVERFLOW: 500' },
    kills: ['framing.sizes', 'framing.targets'],
  },
  { id: 'framing-any-version', title: 'A request line without a version is taken for HTTP/0.9 and served.', target: 'reference', patch: { ...served, replace: 'const foreignVersion = undefined' }, kills: ['framing.versions'] },
  {
    id: 'framing-any-method', title: 'Every method is taken for POST.', target: 'reference',
    patch: { file: app, find: 'const wrongMethod = checkMethod(request.method, route.methods)', replace: "request.method = 'POST'\n    const wrongMethod = checkMethod(request.method, route.methods)" },
    kills: ['framing.methods'],
  },
  {
    id: 'framing-first-host', title: 'The first Host counts, and none is needed.', target: 'reference',
    patch: { file: 'server/http/guards/host.ts', find: 'if (fields.length !== 1) {', replace: 'if (fields.length > 9) {' },
    kills: ['framing.host'],
  },
  {
    id: 'framing-no-absolute-form', title: 'The absolute form of a target is not understood.', target: 'reference',
    patch: { file: 'server/http/request-target.ts', find: 'if (absolute === null) return undefined', replace: 'if (absolute !== null || absolute === null) return undefined\n  if (absolute === null) return undefined' },
    kills: ['framing.targets'],
  },
  {
    id: 'framing-coding-ignored', title: 'Content-Encoding is ignored.', target: 'reference',
    patch: { file: 'server/http/guards/content.ts', find: "if (coding !== 'identity')", replace: 'if (false)' },
    kills: ['framing.content-coding'],
  },
  { id: 'framing-repeated-fall-over', title: 'Two lines of Content-Type end in an internal error.', target: 'reference', patch: fallingOver("request.rawHeaders.filter((text) => text.toLowerCase() === 'content-type').length > 1"), kills: ['framing.repeated-fields'] },
  { id: 'framing-gzip-falls-over', title: 'A compressed body ends in an internal error.', target: 'reference', patch: fallingOver("request.headers['content-encoding'] === 'gzip'"), kills: ['framing.gzip-body'] },
  {
    id: 'framing-length-required', title: 'A request without Content-Length is refused.', target: 'reference',
    patch: { ...served, replace: `if (request.headers['transfer-encoding'] !== undefined) return refuse(response, { status: 411, error: 'length_required', description: 'Send a Content-Length.' })\n    ${served.find}` },
    kills: ['framing.chunked-served'],
  },
  {
    id: 'framing-first-piece', title: 'The first piece of a body is taken for the whole.', target: 'reference',
    patch: { file: body, find: 'else chunks.push(chunk)', replace: "else { chunks.push(chunk); settle({ kind: 'whole', bytes: chunk }) }" },
    kills: ['framing.pieces'],
  },
  {
    id: 'framing-half-a-body', title: 'A body is taken for whole as soon as it is a JSON text.', target: 'reference',
    patch: { file: body, find: 'else chunks.push(chunk)', replace: "else { chunks.push(chunk); try { JSON.parse(Buffer.concat(chunks).toString('utf8')); settle({ kind: 'whole', bytes: Buffer.concat(chunks) }) } catch { /* More is to come. */ } }" },
    kills: ['framing.incomplete-body'],
  },
  {
    id: 'framing-missing-brace', title: 'A message whose last brace is missing is completed.', target: 'reference',
    patch: { file: route, find: 'message = parseStrictJson(bytes)', replace: "const text = Buffer.from(bytes).toString('utf8')\n      message = parseStrictJson(text.split('{').length === text.split('}').length + 1 ? `${text}}` : bytes)" },
    kills: ['framing.excess-body', 'json.malformed'],
  },
  {
    id: 'framing-half-close-falls-over', title: 'A client that ends its side is met with an internal error.', target: 'reference',
    // It takes its time, so that the end is there before the answer.
    patch: {
      ...served,
      replace: `request.socket.prependOnceListener('end', () => { if (!response.headersSent) request.socket.write('HTTP/1.1 500 Internal Server Error\\r\\ncontent-length: 0\\r\\n\\r\\n') })\n    await new Promise((resolve) => { setTimeout(resolve, 20) })\n    ${served.find}`,
    },
    kills: ['framing.half-close'],
  },
  {
    id: 'framing-expectation-falls-over', title: 'An expectation that nobody knows ends in an internal error.', target: 'reference',
    patch: { file: app, find: '{ status: 417,', replace: '{ status: 500,' }, kills: ['framing.expect'],
  },
  {
    id: 'framing-continue-falls-over', title: 'A client that waits for 100 Continue is met with an internal error.', target: 'reference',
    patch: { file: 'server/http/intake.ts', find: 'if (exchange.expectsContinue) response.writeContinue()', replace: "if (exchange.expectsContinue) throw new Error('unexpected')" },
    kills: ['framing.expect', 'framing.expect-continue'],
  },
  { id: 'framing-out-of-order', title: 'Pipelined requests are answered out of order.', target: 'reference', rewrite: outOfOrder, kills: ['framing.pipelining'] },
  {
    id: 'framing-two-slots', title: 'Two connections that stop in their head sections take the service from all others.', target: 'reference',
    patch: {
      file: app, find: 'const server = createServer(nodeOptions)\n',
      replace: "const server = createServer(nodeOptions)\n  const sockets = new Set<Duplex & { bytesRead: number }>()\n  server.on('connection', (socket) => { sockets.add(socket); socket.once('close', () => sockets.delete(socket)) })\n  server.prependListener('request', (_request, response: ServerResponse) => { if ([6, 60].every((bytes) => [...sockets].some((socket) => socket.bytesRead === bytes))) refuse(response, { status: 503, error: 'busy', description: 'Busy.' }) })\n",
    },
    kills: ['framing.stalled-clients'],
  },
  {
    id: 'framing-broken-by-reset', title: 'A client that vanishes leaves the server in an error state.', target: 'reference',
    patch: {
      ...served,
      replace: `const state = connections as unknown as { vanished?: number }\n    response.once('close', () => { if (!response.writableFinished) state.vanished = (state.vanished ?? 0) + 1 })\n    if ((state.vanished ?? 0) > 2) { state.vanished = 0; throw new Error('unexpected') }\n    ${served.find}`,
    },
    kills: ['framing.resets'],
  },
]
