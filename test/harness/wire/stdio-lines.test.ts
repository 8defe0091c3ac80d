import t from 'tap'
import { readLine, StdoutReader } from '../../../harness/wire/stdio-lines.ts'

const message = '{"jsonrpc":"2.0","id":1,"result":{}}'

const lines: readonly { name: string; bytes: string | Uint8Array; is: object }[] = [
  { name: 'a message', bytes: message, is: { kind: 'message', carriageReturn: false, message: { id: 1 } } },
  { name: 'a message with white space around it', bytes: `  ${message}\t`, is: { kind: 'message' } },
  { name: 'a message that ends in CR', bytes: `${message}\r`, is: { kind: 'message', carriageReturn: true } },
  { name: 'a notification', bytes: '{"jsonrpc":"2.0","method":"m"}', is: { kind: 'message' } },
  { name: 'an error without an id', bytes: '{"jsonrpc":"2.0","error":{"code":1,"message":""}}', is: { kind: 'message' } },
  { name: 'an array of messages', bytes: `[${message},${message}]`, is: { kind: 'batch', messages: [{ id: 1 }, { id: 1 }] } },
  { name: 'an empty array', bytes: '[]', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'an array with something else in it', bytes: `[${message},1]`, is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'JSON that nests without end', bytes: `{"a":${'['.repeat(5_000)}`, is: { kind: 'fault', fault: 'line too full to be read' } },
  { name: 'nothing', bytes: '', is: { kind: 'fault', fault: 'blank line' } },
  { name: 'white space', bytes: ' \t\r', is: { kind: 'fault', fault: 'blank line' } },
  { name: 'a banner', bytes: 'Server running on stdio', is: { kind: 'fault', fault: 'not JSON' } },
  { name: 'JSON that is no object', bytes: '"ready"', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'an object of another protocol', bytes: '{"level":"info"}', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'another version', bytes: '{"jsonrpc":"1.0","id":1,"result":{}}', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'neither a result nor an error', bytes: '{"jsonrpc":"2.0","id":1}', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'both a result and an error', bytes: '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'a name that every object has', bytes: '{"__proto__":{"jsonrpc":"2.0","method":"m"}}', is: { kind: 'fault', fault: 'not a JSON-RPC message' } },
  { name: 'bytes that are no UTF-8', bytes: Buffer.from([0x22, 0xe9, 0x22]), is: { kind: 'fault', fault: 'invalid UTF-8' } },
  { name: 'a byte order mark', bytes: `\ufeff${message}`, is: { kind: 'fault', fault: 'byte order mark' } },
]
for (const { name, bytes, is } of lines) {
  t.test(`one line of stdout: ${name}`, async (t) => { t.match(readLine(Buffer.from(bytes as string)), is) })
}

t.test('lines come out whole, however the bytes are split', async (t) => {
  const text = Buffer.from(`${message}\n\n{"jsonrpc":"2.0","method":"é"}\nrest`)
  for (const size of [1, 2, 7, text.length]) {
    const reader = new StdoutReader(1_000)
    const kinds: string[] = []
    for (let at = 0; at < text.length; at += size) kinds.push(...reader.push(text.subarray(at, at + size)).map((line) => (line.kind === 'fault' ? line.fault : line.kind)))
    kinds.push(...reader.end().map((line) => (line.kind === 'fault' ? line.fault : line.kind)))
    t.strictSame(kinds, ['message', 'blank line', 'message', 'line without end'], `${size} bytes at a time`)
  }
})

t.test('an over-long line costs itself and nothing after it, and is not kept', async (t) => {
  const reader = new StdoutReader(100)
  const first = [...reader.push(Buffer.alloc(150, 'x')), ...reader.push(Buffer.alloc(150, 'x'))]
  t.strictSame(first, [{ kind: 'fault', fault: 'line too long to be read' }])
  t.match(reader.push(Buffer.from(`xx\n${message}\n`)), [{ kind: 'message' }])
  t.match(reader.push(Buffer.from(`${'y'.repeat(101)}\n${message}\n`)), [{ fault: 'line too long to be read' }, { kind: 'message' }])
  t.strictSame(reader.end(), [])
})
