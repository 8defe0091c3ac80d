/** Bytes that are not UTF-8, and the byte order mark in front of bytes that are. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { isResult } from '../support/answers.ts'
import { newestOfEach, onChannels } from '../support/channels.ts'
import { harmlessCall } from '../support/harmless.ts'
import { refuse } from '../support/refusal.ts'
import { jsonCase, refusedAsUnreadable, refusedCleanly } from './define.ts'
import { withParameter } from './parameter.ts'

/** The message with these bytes inside a string that the server has no use for. */
const withBytes = (...bytes: number[]) => (message: JsonObject): Buffer =>
{
  const [before = '', after = ''] = withParameter(message, '"|"').split('|')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}

const foreign: readonly { readonly name: string; readonly bytes: (message: JsonObject) => Buffer }[] = [
  { name: 'UTF-16, little endian', bytes: (message) => Buffer.from(JSON.stringify(message), 'utf16le') },
  { name: 'UTF-16, big endian', bytes: (message) => Buffer.from(JSON.stringify(message), 'utf16le').swap16() },
  { name: 'a byte that is no UTF-8', bytes: withBytes(0xff) },
  { name: 'a continuation byte alone', bytes: withBytes(0x80) },
  { name: 'a sequence that is cut short', bytes: withBytes(0xe2, 0x82) },
  { name: 'an overlong form', bytes: withBytes(0xc0, 0xaf) },
  { name: 'an overlong form of a quotation mark', bytes: withBytes(0xc0, 0xa2) },
  { name: 'a surrogate as bytes', bytes: withBytes(0xed, 0xa0, 0x80) },
  { name: 'a code point past the last', bytes: withBytes(0xf4, 0x90, 0x80, 0x80) },
]

const either = (requirement: string): AnswerExpectation => {
  const { holds } = refusedAsUnreadable(requirement)
  return { requirement, expected: 'a result, or a JSON-RPC error with code -32700', holds: (answer) => isResult(answer) || holds(answer) }
}

export const cases: readonly Case[] = [
  jsonCase({
    id: 'json.not-utf-8',
    title: 'A message that is not UTF-8 is not read',
    requirements: ['hardening.json-utf-8'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const { name, bytes } of foreign) {
          await refuse(context, peer, { input: `${channel}: ${name}`, control: harmlessCall(peer), fault: bytes, expect: [refusedCleanly('hardening.json-utf-8')] })
        }
      })
    },
    explain: {
      sends: 'Well-formed requests in UTF-16, and requests in UTF-8 with sequences that UTF-8 does not have: lone and missing continuation bytes, overlong forms, encoded surrogates.',
      expects: 'A JSON-RPC error of the client or a 4xx status, and over stdio an error or silence; never a result.',
      why: 'MCP messages are UTF-8; bytes that are replaced or skipped are how a check and its handler come to see different texts.',
      failure: 'The server decodes with replacement characters, or guesses the encoding.',
      fix: 'Decode strictly: refuse the message at the first sequence that is no UTF-8.',
    },
  }),
  jsonCase({
    id: 'json.byte-order-mark',
    title: 'A message behind a byte order mark is served or refused as unreadable',
    requirements: ['hardening.json-byte-order-mark'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        await refuse(context, peer, {
          input: channel, control: harmlessCall(peer),
          fault: (message) => `\uFEFF${JSON.stringify(message)}`,
          expect: [either('hardening.json-byte-order-mark')],
        })
      })
    },
    explain: {
      sends: 'A well-formed request with a byte order mark in front of it.',
      expects: 'A result, or a JSON-RPC error with code -32700.',
      why: 'RFC 8259 forbids senders to add the mark and lets a receiver ignore it or treat it as an error.',
      failure: 'The server answers with a fault of its own or not at all.',
      fix: 'Skip the mark before parsing, or refuse the message as a parse error.',
    },
  }),
]
