/** Faults of a server that reads JSON less strictly than it should, or falls over what it reads. */
import type { Rewrite } from '../rewrite/rewrite.ts'
import type { Patch, RewriteMutant, ServerMutant } from '../mutant.ts'

const route = 'server/http/mcp-route.ts'

/** What is parsed is another text than the one that came. */
function parsing(text: string): Patch {
  return {
    file: route,
    find: 'message = parseStrictJson(bytes)',
    replace: `const text = Buffer.from(bytes).toString('utf8')\n      message = parseStrictJson(${text})`,
  }
}

/** Something in the text ends in an error that nobody catches. */
function fallingOver(when: string): Patch {
  return parsing(`(() => { if (${when}) throw new Error('unexpected'); return bytes })()`)
}

/** Ids go through a layer that cannot keep every string. */
const wellFormedIds: Rewrite = {
  response: (message) => (typeof message['id'] === 'string' ? { ...message, id: message['id'].replaceAll(/[\0\u0001]/g, '') } : undefined),
}

/** Refuses a large message once so many were served. */
function refusingLargeAfter(served: number): Rewrite {
  return {
    request(message, { memory }) {
      if (JSON.stringify(message).length < 2_000_000) return undefined
      const before = Number(memory.get('large') ?? 0)
      memory.set('large', before + 1)
      return before < served ? undefined : { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_603, message: 'Out of memory.' } }], http: { status: 500 } }
    },
  }
}

export const jsonMutants: readonly (ServerMutant | RewriteMutant)[] = [
  { id: 'json-trailing-comma', title: 'A trailing comma is taken away before parsing.', target: 'reference', patch: parsing("text.replace(/,\\s*}$/, '}')"), kills: ['json.malformed'] },
  { id: 'json-first-value', title: 'Only the first value of a text is parsed.', target: 'reference', patch: parsing("text.replace(/}[^}]+$/, '}')"), kills: ['json.malformed'] },
  {
    id: 'json-syntax-code', title: 'A text that is no JSON is answered as an invalid request.', target: 'reference',
    patch: { file: route, find: 'code: -32_700, message: error.message', replace: 'code: -32_600, message: error.message' },
    kills: ['json.malformed'],
  },
  { id: 'json-null-falls-over', title: 'A message that is null ends in an internal error.', target: 'reference', patch: fallingOver("text === 'null'"), kills: ['json.no-message'] },
  { id: 'json-replacement', title: 'Bytes that are no UTF-8 are replaced.', target: 'reference', patch: parsing('text'), kills: ['json.not-utf-8'] },
  { id: 'json-utf-16', title: 'UTF-16 is guessed and read.', target: 'reference', patch: parsing("bytes[1] === 0 ? Buffer.from(bytes).toString('utf16le') : bytes"), kills: ['json.not-utf-8'] },
  { id: 'json-mark-falls-over', title: 'A byte order mark ends in an internal error.', target: 'reference', patch: fallingOver('bytes[0] === 0xef'), kills: ['json.byte-order-mark'] },
  {
    id: 'json-last-envelope-unread', title: 'Of two params the first one counts, and the last one is dropped unread.', target: 'reference',
    patch: parsing(`text.replace(/,"params":\\{(?![^]*"params")[^]*1900-01-01[^]*\\}\\}$/, '}')`), kills: ['json.envelope-read-once'],
  },
  { id: 'json-repeated-falls-over', title: 'A repeated name ends in an internal error.', target: 'reference', patch: fallingOver(`text.split('"jsonrpc"').length > 2`), kills: ['json.repeated-names'] },
  { id: 'json-prototype-method', title: 'A method that every object has is found and fails.', target: 'reference', patch: fallingOver(`text.includes('"toString"')`), kills: ['json.prototype-names'] },
  { id: 'json-prototype-envelope', title: 'What stands under __proto__ is merged into the parameters.', target: 'reference', patch: parsing(`text.replace(/"__proto__":\\{("_meta":[^]*)\\}\\}\\}$/, '$1}}')`), kills: ['json.prototype-names'] },
  {
    id: 'json-shallow', title: 'Nesting of more than 32 levels is refused.', target: 'reference',
    patch: { file: route, find: 'parseStrictJson(bytes)', replace: 'parseStrictJson(bytes, { maxDepth: 32 })' }, kills: ['json.depth'],
  },
  { id: 'json-deep-falls-over', title: 'Deep nesting ends in an internal error.', target: 'reference', patch: fallingOver("text.includes('['.repeat(1000))"), kills: ['json.depth'] },
  { id: 'json-wide-ids-rounded', title: 'Ids beyond 2^53 are answered as what is left of them.', target: 'reference', patch: parsing(`text.replace('9007199254740993', '9007199254740991')`), kills: ['json.wide-ids'] },
  { id: 'json-wide-ids-on-lines', title: 'A line with an id beyond 2^53 is answered with what a double holds of it.', target: 'reference-stdio', rewrite: { request: ({ id }) => (typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id) ? { answer: [{ jsonrpc: '2.0', id, result: {} }] } : undefined) }, kills: ['json.wide-ids'] },
  { id: 'json-number-falls-over', title: 'A number that is out of range ends in an internal error.', target: 'reference', patch: fallingOver("text.includes('1e400')"), kills: ['json.numbers', 'json.wide-ids'] },
  { id: 'json-ids-cut', title: 'NUL and other control characters go missing from ids.', target: 'reference', rewrite: wellFormedIds, kills: ['json.strings'] },
  {
    id: 'json-size-fault', title: 'A body past the limit is answered as a fault of the server.', target: 'reference',
    patch: { file: 'server/http/guards/content.ts', find: 'return { status: 413,', replace: 'return { status: 500,' }, kills: ['json.size'],
  },
  {
    id: 'json-size-varies', title: 'A large message is served only once.', target: 'reference',
    rewrite: refusingLargeAfter(1),
    kills: ['json.size'],
  },
]
