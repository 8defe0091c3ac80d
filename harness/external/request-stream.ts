/**
 * Adds one field to every HTTP/1 request of a byte stream and leaves every other byte as it is: order, case, spaces and
 * line ends of the fields, bodies, and whatever is no HTTP at all. Pure; knows nothing of sockets.
 */

export interface RequestStream {
  /** @returns The bytes to send on. */
  push(bytes: Uint8Array): Uint8Array
  /** @returns What was held back for a head that never ended. */
  end(): Uint8Array
}

/** What follows the head that was read last. */
type Body =
  | { readonly kind: 'head' }
  | { readonly kind: 'length'; left: number }
  | { readonly kind: 'chunk-size' }
  | { readonly kind: 'chunk'; left: number }
  | { readonly kind: 'trailer' }
  /** Nothing more is looked at: an upgrade, or framing that is open to more than one reading. */
  | { readonly kind: 'verbatim' }

/** A head or a line of chunks that is longer is passed on as it is. */
const maxHeadBytes = 256 * 1024

/**
 * @param name The field's name; a request that has the field already keeps its own.
 * @param value Bytes of latin1.
 */
export function addField(name: string, value: string): RequestStream {
  const field = Buffer.from(`${name}: ${value}\r\n`, 'latin1')
  let held = Buffer.alloc(0)
  let body: Body = { kind: 'head' }

  const step = (out: Uint8Array[]): boolean => {
    switch (body.kind) {
      case 'verbatim':
        out.push(held)
        held = Buffer.alloc(0)
        return false
      case 'length':
      case 'chunk': {
        const taken = held.subarray(0, body.left)
        out.push(taken)
        held = held.subarray(taken.length)
        body.left -= taken.length
        if (body.left > 0) return false
        body = body.kind === 'length' ? { kind: 'head' } : { kind: 'chunk-size' }
        return held.length > 0
      }
      case 'chunk-size': {
        const line = takeLine(held)
        if (line === undefined) return giveUp()
        out.push(line)
        held = held.subarray(line.length)
        const size = /^([0-9a-f]{1,8})[\t ]*(?:;.*)?\r?\n$/i.exec(line.toString('latin1'))?.[1]
        if (size === undefined) body = { kind: 'verbatim' }
        // The line end after a chunk belongs to it.
        else body = Number.parseInt(size, 16) === 0 ? { kind: 'trailer' } : { kind: 'chunk', left: Number.parseInt(size, 16) + 2 }
        return held.length > 0
      }
      case 'trailer': {
        const line = takeLine(held)
        if (line === undefined) return giveUp()
        out.push(line)
        held = held.subarray(line.length)
        if (/^\r?\n$/.test(line.toString('latin1'))) body = { kind: 'head' }
        return held.length > 0
      }
      case 'head': {
        const end = /\r?\n\r?\n/.exec(held.toString('latin1'))
        if (end === null) return giveUp()
        const head = held.subarray(0, end.index + end[0].length)
        held = held.subarray(head.length)
        out.push(...withField(head, name, field))
        body = bodyAfter(head.toString('latin1'))
        return held.length > 0
      }
    }
  }
  const giveUp = (): boolean => {
    if (held.length <= maxHeadBytes) return false
    body = { kind: 'verbatim' }
    return true
  }

  return {
    push(bytes) {
      held = Buffer.concat([held, bytes])
      const out: Uint8Array[] = []
      while (step(out));
      return Buffer.concat(out)
    },
    end() {
      const rest = held
      held = Buffer.alloc(0)
      return rest
    },
  }
}

/** With its line end, or undefined where none has come yet. */
function takeLine(bytes: Buffer): Buffer | undefined {
  const end = bytes.indexOf(0x0a)
  return end < 0 ? undefined : bytes.subarray(0, end + 1)
}

/** The field goes behind the request line; empty lines before it may stand there (RFC 9112 section 2.2). */
function withField(head: Buffer, name: string, field: Buffer): Uint8Array[] {
  const text = head.toString('latin1')
  const line = /^(?:\r?\n)*[^\n]* HTTP\/1\.\d\r?\n/.exec(text)?.[0]
  if (line === undefined || new RegExp(`\\n${name}[\\t ]*:`, 'i').test(text)) return [head]
  return [head.subarray(0, line.length), field, head.subarray(line.length)]
}

function bodyAfter(head: string): Body {
  const values = (name: string): string[] => [...head.matchAll(new RegExp(`\\n${name}[\\t ]*:[\\t ]*([^\\r\\n]*?)[\\t ]*(?=\\r?\\n)`, 'gi'))].map(([, value = '']) => value)
  const [length, ...more] = values('content-length')
  const coding = values('transfer-encoding')
  if (values('upgrade').length > 0 || /^(?:\r?\n)*CONNECT /.test(head)) return { kind: 'verbatim' }
  if (coding.length > 0) return length === undefined && /^chunked$/i.test(coding.join(',')) ? { kind: 'chunk-size' } : { kind: 'verbatim' }
  if (length === undefined) return { kind: 'head' }
  if (more.length > 0 || !/^\d{1,15}$/.test(length)) return { kind: 'verbatim' }
  return Number(length) === 0 ? { kind: 'head' } : { kind: 'length', left: Number(length) }
}
