/** How bytes become messages on stdin: at the ends of lines, however they arrive. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import type { StdioSide } from '../../harness/peer/stdio-conversation.ts'
import { harmlessCall } from '../support/harmless.ts'
import { answeredOnce, byEra, describeReply, eachEra, lineOf, stdioCase } from './define.ts'

/** Between two writes, so that the server reads them one by one. In ms. */
const pauseMs = 2

interface Arrival {
  readonly name: string
  /** How many messages there are. */
  readonly count: number
  readonly parts: (lines: readonly string[]) => readonly Uint8Array[]
}

function cut(bytes: Buffer, ...places: readonly number[]): Uint8Array[] {
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

const arrivals: readonly Arrival[] = [
  { name: 'one message, its beginning byte by byte', count: 1, parts: ([line = '']) => cut(Buffer.from(line), ...Array.from({ length: 60 }, (_, index) => index + 1)) },
  { name: 'one message, cut within a character of several bytes', count: 1, parts: ([line = '']) => cut(Buffer.from(line), Buffer.from(line).indexOf(0xe2) + 1, Buffer.from(line).indexOf(0xf0) + 2) },
  { name: 'one message, its line end by itself', count: 1, parts: ([line = '']) => cut(Buffer.from(line), Buffer.byteLength(line) - 1) },
  { name: 'twenty messages in one write', count: 20, parts: (lines) => [Buffer.from(lines.join(''))] },
  { name: 'three messages, cut in the middle of each', count: 3, parts: (lines) => cut(Buffer.from(lines.join('')), ...lines.map((line, index) => Buffer.byteLength(lines.slice(0, index).join('')) + Math.floor(line.length / 2))) },
]

const spaces: readonly { readonly name: string; readonly around: (line: string) => string }[] = [
  { name: 'CR before the line end', around: (line) => `${line}\r\n` },
  { name: 'spaces and a tab before the message', around: (line) => `  \t${line}\n` },
  { name: 'spaces and a tab behind the message', around: (line) => `${line} \t\n` },
]

interface Arriving extends Omit<Arrival, 'name'> {
  readonly input: string
  readonly requirement: string
}

async function arrive(context: CaseContext, peer: Peer, side: StdioSide, { input, requirement, count, parts }: Arriving): Promise<void> {
  // Characters of three and of four bytes, so that there is something to cut, where the answer shows what came of them.
  const ids = Array.from({ length: count }, (_, index) => `${input}, ${index}, €😀`)
  const lines = ids.map((id) => lineOf(peer, { ...harmlessCall(peer), id }))
  const replies = await side.exchange(ids, async () => side.process.write(parts(lines), { pauseMs }))
  const wrong = replies.filter((reply) => !answeredOnce(reply))
  context.observe({
    requirement, input, ok: wrong.length === 0, expected: 'one result for each message',
    actual: wrong.length === 0 ? 'as expected' : `${wrong.length} of ${count} otherwise, first: ${wrong[0] === undefined ? '' : describeReply(wrong[0])}`,
  }, wrong.slice(0, 1))
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.split-and-joined',
    title: 'Messages are told apart by their line ends, however their bytes arrive',
    requirements: ['mcp-2026-07-28.stdio-delimited', 'mcp-2025-11-25.stdio-delimited'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        const requirement = byEra(peer.channel, 'mcp-2026-07-28.stdio-delimited', 'mcp-2025-11-25.stdio-delimited')
        for (const { name, count, parts } of arrivals) await arrive(context, peer, side, { input: `${channel}: ${name}`, requirement, count, parts })
      })
    },
    explain: {
      sends: 'Well-formed requests in many writes (byte by byte, cut within a character, the line end by itself) and many of them in one write.',
      expects: 'Each request is answered once, with a result.',
      why: 'A pipe has no borders of messages: what one write sends may be read in pieces, and what several writes send may be read at once.',
      failure: 'The server takes what one read gives for one message, or decodes each piece as text by itself and spoils the character at the cut.',
      fix: 'Gather bytes up to a line feed, and decode whole lines.',
    },
  }),
  stdioCase({
    id: 'stdio.white-space',
    title: 'White space around a message changes nothing',
    requirements: ['hardening.stdio-white-space'],
    async scenario(context) {
      await eachEra(context, async (peer, side, channel) => {
        for (const { name, around } of spaces) {
          await arrive(context, peer, side, {
            input: `${channel}: ${name}`, requirement: 'hardening.stdio-white-space', count: 1,
            parts: ([line = '']) => [Buffer.from(around(line.trimEnd()))],
          })
        }
      })
    },
    explain: {
      sends: 'Well-formed requests with CR before the line end, and with spaces and tabs before and behind the message.',
      expects: 'Each request is answered with a result.',
      why: 'White space belongs to a JSON text, and clients on Windows end their lines with CR LF.',
      failure: 'The server compares the first or last byte of the line with a brace, or uses a parser that does not skip CR.',
      fix: 'Give the line to a JSON parser as it is, or strip white space first.',
    },
  }),
]
