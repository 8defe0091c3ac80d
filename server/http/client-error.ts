/** Answers bytes that are no HTTP request. Nothing of them is repeated, and the connection ends: its framing is lost. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

const statusByCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** @param fault A parser's error, or the status to answer. */
export function answerMalformed(
  socket: Duplex,
  fault: NodeJS.ErrnoException | { readonly status: number; readonly headers?: Readonly<Record<string, string>> },
): void {
  if (!socket.writable || ('code' in fault && fault.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const status = 'status' in fault ? fault.status : (statusByCode[fault.code ?? ''] ?? 400)
  const body = `${JSON.stringify({ error: 'invalid_http', error_description: 'The request is malformed, too large or too slow.' })}\n`
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...('status' in fault && fault.headers),
  }
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields.join('')}\r\n${body}`)
  // What still comes on this connection has no meaning any more, and must not keep it open.
  socket.on('error', () => undefined)
  const timer = setTimeout(() => socket.destroy(), 1000)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
