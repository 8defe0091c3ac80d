/** Texts that are almost JSON: what a lenient parser takes and a strict one refuses. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { isResult } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { newestOfEach, onChannels } from '../support/channels.ts'
import { harmlessCall } from '../support/harmless.ts'
import { refuse } from '../support/refusal.ts'
import { jsonCase, refusedAsUnreadable, refusedCleanly } from './define.ts'
import { withParameter } from './parameter.ts'

interface Text {
  readonly name: string
  readonly of: (message: JsonObject) => string
}

/** A parameter that is written as it is. */
const holding = (text: string) => (message: JsonObject): string => withParameter(message, text)

const malformed: readonly Text[] = [
  { name: 'a trailing comma', of: (message) => `${JSON.stringify(message).slice(0, -1)},}` },
  { name: 'bytes after the message', of: (message) => `${JSON.stringify(message)}x` },
  { name: 'a second message after the first', of: (message) => `${JSON.stringify(message)} ${JSON.stringify(message)}` },
  { name: 'no closing brace', of: (message) => JSON.stringify(message).slice(0, -1) },
  { name: 'single quotes', of: (message) => JSON.stringify(message).replaceAll('"', "'") },
  { name: 'a comment', of: (message) => `/* */${JSON.stringify(message)}` },
  { name: 'NaN', of: holding('NaN') },
  { name: 'Infinity', of: holding('Infinity') },
  { name: 'a hexadecimal number', of: holding('0x10') },
  { name: 'a leading zero', of: holding('01') },
  { name: 'a name without quotes', of: holding('{extra:1}') },
  { name: 'a NUL in a string', of: holding('"a\u0000b"') },
  { name: 'a tab in a string', of: holding('"a\tb"') },
  { name: 'an escape that is cut short', of: holding('"\\u12"') },
  { name: 'an escape that is none', of: holding('"\\x41"') },
  { name: 'a NUL after the message', of: (message) => `${JSON.stringify(message)}\u0000` },
]

const noMessages: readonly Text[] = [
  { name: 'null', of: () => 'null' },
  { name: 'true', of: () => 'true' },
  { name: 'a string', of: (message) => JSON.stringify(JSON.stringify(message)) },
  { name: 'a number', of: () => '7' },
  { name: 'an array of arrays', of: () => '[[[]]]' },
  { name: 'an empty object', of: () => '{}' },
]

/** A parser may take more than JSON (RFC 8259 §9), so that only a refusal under another name is against the text. */
const notMisnamed: AnswerExpectation = {
  requirement: 'jsonrpc.parse-error',
  expected: 'no JSON-RPC error but -32700',
  holds: (answer) => isResult(answer) || refusedAsUnreadable('jsonrpc.parse-error').holds(answer),
}
const notServed: AnswerExpectation = { requirement: 'hardening.json-strict', expected: 'no result', holds: (answer) => !isResult(answer) }

export const cases: readonly Case[] = [
  jsonCase({
    id: 'json.malformed',
    title: 'A text that is almost JSON is refused as a parse error',
    requirements: ['jsonrpc.parse-error', 'hardening.json-strict'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const { name, of } of malformed) {
          await refuse(context, peer, { input: `${channel}: ${name}`, control: harmlessCall(peer), fault: of, expect: [notMisnamed, notServed] })
        }
      })
    },
    explain: {
      sends: 'Well-formed requests whose text is spoiled in one place: trailing commas and bytes, NaN, comments, single quotes, raw control characters in strings, broken escapes.',
      expects: 'A JSON-RPC error with code -32700; over HTTP a 4xx without a message will do, and over stdio silence.',
      why: 'Two parsers that disagree about a text can be played against each other, and JSON-RPC fixes the code for a text that is no JSON.',
      failure: 'The server uses a lenient parser, cuts the text at a NUL, or reads only the first value of it.',
      fix: 'Parse strictly (RFC 8259), and refuse whatever is left after the first value.',
    },
  }),
  jsonCase({
    id: 'json.no-message',
    title: 'A JSON text that is no message is refused as an invalid request',
    requirements: ['jsonrpc.invalid-request'],
    async scenario(context) {
      await onChannels(context, newestOfEach(context.channels), async (peer, channel) => {
        for (const { name, of } of noMessages) {
          await refuse(context, peer, { input: `${channel}: ${name}`, control: harmlessCall(peer), fault: of, expect: [refusedCleanly('jsonrpc.invalid-request')] })
        }
      })
    },
    explain: {
      sends: 'In place of a request: null, true, a string that holds a request, a number, arrays inside arrays, an empty object.',
      expects: 'A JSON-RPC error of the client (-32600 is due), or over stdio silence; never a result and never a fault of the server.',
      why: 'JSON-RPC 2.0 says that what is valid JSON but no message is an invalid request.',
      failure: 'The server reads members of a value without looking at its type, and falls over or answers something else.',
      fix: 'Check that the parsed value is an object with the members of a message before anything else.',
    },
  }),
]
