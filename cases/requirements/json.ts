/** JSON texts as messages: JSON-RPC 2.0 and RFC 8259, and what no source has a keyword for. */
import type { Requirement } from '../../harness/run/requirement.ts'

const jsonrpc = { source: 'JSON-RPC 2.0', section: '§5.1', url: 'https://www.jsonrpc.org/specification#error_object' } as const
const ours = { level: 'hardening', source: 'handoff-conformance', url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/cases.md' } as const

export const jsonRequirements: readonly Requirement[] = [
  { ...jsonrpc, id: 'jsonrpc.parse-error', level: 'must', statement: 'A text that is no JSON is refused as a parse error (-32700), since MCP messages follow JSON-RPC 2.0.', rows: ['HTTP-14'] },
  { ...jsonrpc, id: 'jsonrpc.invalid-request', level: 'must', statement: 'A JSON text that is no message is refused as an invalid request (-32600).', rows: ['HTTP-15'] },
  { ...ours, id: 'hardening.json-strict', section: 'JSON, grammar', statement: 'A text that is almost JSON is not served.', reason: 'RFC 8259 §9 lets a parser take more than JSON, but two parsers that disagree about a text can be played against each other.' },
  { ...ours, id: 'hardening.json-utf-8', section: 'JSON, encoding', statement: 'A text in another encoding than UTF-8, or with byte sequences that UTF-8 does not have, is not read as a message.', reason: 'MCP binds senders to UTF-8; a receiver that replaces what it cannot decode lets a check and a handler see different texts.', rows: ['HTTP-16'] },
  { ...ours, id: 'hardening.json-byte-order-mark', section: 'JSON, encoding', statement: 'A message behind a byte order mark is served or refused as a parse error.', reason: 'RFC 8259 lets a parser ignore the mark or treat it as an error; anything else, such as a fault of the server, helps nobody.' },
  { ...ours, id: 'hardening.json-one-reading', section: 'JSON, repeated names', statement: 'Where a name is repeated within an object, what is judged and what is done are the same reading of it; refusing the message is best.', reason: 'A guard that reads the first of two equal names and a handler that reads the last one can be played against each other.' },
  { ...ours, id: 'hardening.json-prototype-names', section: 'JSON, names', statement: 'Names that programming languages give a meaning of their own, such as __proto__, are ordinary names.', reason: 'What a message sets through them would be believed although the message does not hold it, or would stay for later requests.' },
  { ...ours, id: 'hardening.json-depth', section: 'JSON, depth', statement: 'A message that nests 64 deep in a part that the server ignores is served, and one that nests 20 000 deep does no harm.', reason: 'A parser may limit depth (RFC 8259 §9), but ordinary data must fit, and no depth may end the process.', rows: ['HTTP-30'] },
  { ...ours, id: 'hardening.json-numbers', section: 'JSON, numbers', statement: 'Numbers that a binary64 cannot hold are given back as they were or refused; none is answered as another one.', reason: 'A response whose id differs from that of its request answers nobody, or somebody else.' },
  { ...ours, id: 'hardening.json-strings', section: 'JSON, strings', statement: 'Strings with NUL, control characters or lone surrogates are given back as they were or refused, and do no harm.', reason: 'They are legal JSON (RFC 8259 §7, §8.2), and many layers below a server cut or replace them.' },
  { ...ours, id: 'hardening.json-size', section: 'JSON, size', statement: 'Where the server has a limit on the size of a message, a message of the limit is served and one byte more is refused cleanly.', reason: 'RFC 9110 §15.5.14 names the status for it; a limit that hangs or ends the connection without a word looks like an outage.' },
]
