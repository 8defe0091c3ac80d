/** Lines that are no message, and lines that are very long: each costs itself and nothing after it. */
import type { Case } from '../../harness/run/case.ts'
import type { StdioSide } from '../../harness/peer/stdio-conversation.ts'
import { harmlessCall } from '../support/harmless.ts'
import { eachEra, lineOf, serves, stdioCase } from './define.ts'

const mebibyte = 1024 * 1024
/** What comes behind a very long line is waited for so long, in ms: many servers read it in pieces and copy what they have for each. */
const longLineMs = 40_000

const badLines: readonly { readonly name: string; readonly line: string | Uint8Array }[] = [
  { name: 'an empty line', line: '' },
  { name: 'a line of spaces', line: '   ' },
  { name: 'words', line: 'hello, server' },
  { name: 'half a message', line: '{"jsonrpc":"2.0","id":1,"method":' },
  { name: 'bytes that are no UTF-8', line: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
  { name: 'a message with bytes that are no UTF-8 in a string', line: Buffer.concat([Buffer.from('{"jsonrpc":"2.0","method":"notifications/'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]) },
  { name: 'NUL bytes', line: Buffer.alloc(8) },
  { name: 'null', line: 'null' },
  { name: 'a number', line: '42' },
  { name: 'a string', line: '"ping"' },
  { name: 'an object of another protocol', line: '{"hello":"world"}' },
  { name: '1 MiB of one letter', line: 'x'.repeat(mebibyte) },
]

/** Whatever answers such a line is an error; a result would mean that something was done. */
function resultsSince(side: StdioSide, before: number): number {
  return side.strays.slice(before).filter(({ kind, message }) => kind === 'response to nothing' && Object.hasOwn(message, 'result')).length
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.bad-lines',
    title: 'A line that is no message costs itself only',
    requirements: ['hardening.stdio-bad-lines'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        for (const { name, line } of badLines) {
          const before = side.strays.length
          await side.process.write([Buffer.concat([Buffer.from(line as string), Buffer.from('\n')])])
          const served = await serves(peer)
          const results = resultsSince(side, before)
          context.observe({
            requirement: 'hardening.stdio-bad-lines', input: `${channel}: ${name}`, ok: served && results === 0,
            expected: 'an error or silence, and the next message served', actual: `the next message ${served ? 'served' : 'not served'}, ${results} results for the line`,
          })
          if (!served) return
        }
      })
    },
    explain: {
      sends: 'Lines that are no message: empty ones, words, half a message, bytes that are no UTF-8, NUL bytes, JSON that is no object, and 1 MiB of one letter; behind each a well-formed request.',
      expects: 'At most an error for the line, and a result for the request behind it.',
      why: 'One line that something else has written must not end a conversation with requests open.',
      failure: 'The parser throws and nobody catches it, or the reader waits for the rest of what it takes for an unfinished message.',
      fix: 'Parse each line by itself, answer what cannot be read with -32700 or pass over it, and go on with the next line.',
    },
  }),
  stdioCase({
    id: 'stdio.long-lines',
    title: 'A very long line is served, refused or passed over, and the next one is served',
    requirements: ['hardening.stdio-long-lines'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        for (const size of [1, 12]) {
          const id = `${size} MiB`
          const line = lineOf(peer, { ...harmlessCall(peer), id, meta: { 'com.example/padding': 'x'.repeat(size * mebibyte) } })
          const waiting = side.exchange([id], async () => side.process.write([line]), { timeoutMs: longLineMs })
          const served = await serves(peer, longLineMs)
          // The line came first: what it is answered with has come or is not to come.
          const reply = served ? await Promise.race([waiting, serves(peer).then(() => undefined)]) : undefined
          const { end } = side.process
          context.observe({
            requirement: 'hardening.stdio-long-lines', input: `${channel}: a message of ${size} MiB`, ok: served && (reply?.[0]?.responses.length ?? 0) <= 1,
            expected: 'a result, an error or silence, and the next message served', actual: end === undefined ? `the next message ${served ? 'served' : 'not served'}` : `the process ended (${end.how})`,
          })
          if (!served) return
        }
      })
    },
    explain: {
      sends: 'Well-formed requests of 1 MiB and of 12 MiB, each with a short one behind it.',
      expects: 'The short one is answered with a result, whatever becomes of the long one.',
      why: 'A server needs a limit, so that one line cannot fill its memory, and must find its way back to the next line where a line is over it.',
      failure: 'The process ends, or its buffer is cut so that the rest of the long line is taken for a message, or parsing takes time that grows with the square of the length.',
      fix: 'Over the limit, drop bytes up to the next line feed, answer with an error, and go on.',
    },
  }),
]
