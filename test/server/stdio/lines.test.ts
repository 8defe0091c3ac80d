import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import t from 'tap'
import { LineReader } from '../../../server/stdio/lines.ts'

function read(chunks: readonly Buffer[], maxBytes: number): string[] {
  const reader = new LineReader(maxBytes)
  const lines = chunks.flatMap((chunk) => reader.push(chunk))
  return [...lines, ...reader.end()].map((line) => (line.kind === 'line' ? Buffer.from(line.bytes).toString() : '<too long>'))
}

const table: readonly (readonly [name: string, chunks: readonly string[], lines: readonly string[]])[] = [
  ['one line', ['abc\n'], ['abc']],
  ['two in one chunk', ['a\nb\n'], ['a', 'b']],
  ['one in many chunks', ['a', 'b', 'c', '\n'], ['abc']],
  ['CRLF', ['a\r\nb\r\n'], ['a', 'b']],
  ['CR within', ['a\rb\n'], ['a\rb']],
  ['empty lines', ['\n\n'], ['', '']],
  ['no end', ['a\nb'], ['a', 'b']],
  ['exactly the limit', ['1234567890\n'], ['1234567890']],
  ['one more', ['12345678901\nb\n'], ['<too long>', 'b']],
  ['far more, in chunks', ['12345678', '90123', '45', '67\nb', '\n'], ['<too long>', 'b']],
  ['too long without an end', ['12345678901'], ['<too long>']],
  ['two too long', ['12345678901\n12345678901\n'], ['<too long>', '<too long>']],
]

for (const [name, chunks, lines] of table) {
  void t.test(name, async (t) => {
    t.strictSame(read(chunks.map((chunk) => Buffer.from(chunk)), 10), lines)
  })
}

void t.test('how the bytes are cut changes nothing', async () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r') }), fc.array(fc.nat(40)), (text, cuts) => {
      const bytes = Buffer.from(text)
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
      assert.deepEqual(read(chunks, 12), read([bytes], 12))
    }),
  )
})
