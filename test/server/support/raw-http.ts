/** Sends bytes as they are and reads one answer: what an HTTP library would not let us send or see. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Everything that came, informational answers included. */
  readonly text: string
}

export interface RawConnection {
  readonly socket: Socket
  send(text: string | Uint8Array): void
  /** The next final answer, its body included. Rejects where the connection ends before. */
  answer(): Promise<RawAnswer>
  /** Resolves when the server has closed. */
  closed(): Promise<void>
  /** What has come and is not part of an answer yet. */
  pending(): string
  close(): void
}

const deadlineMs = 15_000

export async function rawConnect(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let buffer = ''
  let over = false
  let changed = (): void => undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    buffer += chunk
    changed()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    over = true
    changed()
  })
  const until = async <T>(look: () => T | undefined, what: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${what} within ${deadlineMs} ms; got ${buffer}`)), deadlineMs)
      const check = (): void => {
        const found = look()
        if (found === undefined && !over) return
        clearTimeout(timer)
        changed = () => undefined
        if (found === undefined) reject(new Error(`the connection ended without ${what}; got ${buffer}`))
        else resolve(found)
      }
      changed = check
      check()
    })
  return {
    socket,
    send: (text) => void (typeof text === 'string' ? socket.write(text, 'latin1') : socket.write(text)),
    answer: async () =>
      until(() => {
        const parsed = parseAnswer(buffer, over)
        if (parsed === undefined) return undefined
        buffer = buffer.slice(parsed.text.length)
        return parsed
      }, 'answer'),
    closed: async () => {
      await until(() => (over ? true : undefined), 'end')
    },
    pending: () => buffer,
    close: () => void socket.destroy(),
  }
}

/** One request on a connection of its own. */
export async function rawExchange(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await rawConnect(port)
  try {
    connection.send(bytes)
    return await connection.answer()
  } finally {
    connection.close()
  }
}

/** A request from its parts; a body sets Content-Length unless the fields say something about framing. */
export function rawRequest(
  port: number,
  parts: { method?: string; target?: string; fields?: readonly (readonly [string, string])[]; body?: string; host?: string | null } = {},
): string {
  const fields = [...(parts.fields ?? [])]
  if (parts.host !== null) fields.unshift(['Host', parts.host ?? `127.0.0.1:${port}`])
  const framed = fields.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  if (parts.body !== undefined && !framed) fields.push(['Content-Length', String(Buffer.byteLength(parts.body))])
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${parts.method ?? 'POST'} ${parts.target ?? '/mcp'} HTTP/1.1\r\n${lines}\r\n${parts.body ?? ''}`
}

function parseAnswer(text: string, over: boolean): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = new Map(lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  }))
  const rest = text.slice(end + 4)
  if (status < 200) {
    const next = parseAnswer(rest, over)
    return next === undefined ? undefined : { ...next, text: text.slice(0, end + 4) + next.text }
  }
  const body = readBody(rest, headers, over)
  if (body === undefined) return undefined
  return { status, headers, body: body.content, text: text.slice(0, end + 4 + body.length) }
}

function readBody(rest: string, headers: ReadonlyMap<string, string>, over: boolean): { content: string; length: number } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest)
  const declared = headers.get('content-length')
  if (declared === undefined) return over || headers.get('connection') !== 'close' ? { content: '', length: 0 } : undefined
  const length = Number(declared)
  return rest.length < length ? undefined : { content: rest.slice(0, length), length }
}

function readChunks(rest: string): { content: string; length: number } | undefined {
  let at = 0
  let content = ''
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(rest.slice(at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (rest.length < next) return undefined
    content += rest.slice(lineEnd + 2, lineEnd + 2 + size)
    at = next
    if (size === 0) return { content, length: at }
  }
}
