/** Servers whose answers are JSON that a careless reader stumbles over, or lists that never end. */
import type { ServerResponse } from 'node:http'
import type { HostileKind } from './support/kind.ts'
import { decentTarget, readingTool, sendJson } from './support/http-target.ts'
import type { Asked } from './support/http-target.ts'

const cases = ['spec.tools-listed', 'spec.tools-list-stable', 'spec.result-type', 'spec.messages-match-schema', 'spec.tool-*', 'auth.no-credentials'] as const

/** The text of a member's value, by what is wrong with it. */
const shapes: readonly string[] = [
  `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  '{"a":'.repeat(50_000),
  `[${'{},'.repeat(1_000_000)}{}]`,
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null,"then":1}',
  '{"a":1,"a":2,"resultType":"complete","resultType":"other"}',
  '[1e400,-1e400,9007199254740993,1e-400,123456789012345678901234567890]',
  `"${'\\ud800'.repeat(10_000)}\\u0000"`,
]

function withShape({ id, method }: Asked, response: ServerResponse, text: string): true {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"__proto__":{"polluted":true},"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","${method === 'tools/list' ? 'tools' : 'content'}":${text}}}`)
  return true
}

const manyTools = Array.from({ length: 100_000 }, (_, count) => ({ ...readingTool, name: `tool-${count}`, annotations: {} }))
/** Schemas that cost as much as their author likes: a pattern that backtracks, references in a circle, sizes beyond all memory. */
const costly = {
  type: 'object', required: ['a', 'b'], $defs: { loop: { $ref: '#/$defs/loop' } },
  properties: { a: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', minLength: 4e9 }, b: { type: 'array', minItems: 4e9, items: { $ref: '#/$defs/loop' } }, c: { $ref: 'http://169.254.169.254/schema' }, d: { enum: Array.from({ length: 20_000 }, (_, count) => count) } },
}
/** What a list that is wrong by its length or by its names leaves as it is. */
const sound = {
  'auth.no-credentials': 'it refuses as it should',
  'spec.messages-match-schema': 'each message is well-formed',
  'spec.result-type': 'each result has its type',
  'spec.tool-content-valid': 'what its tool gives is content',
  'spec.tool-input-schemas': 'each tool has one that is an object',
  'spec.tool-schemas-valid': 'they are JSON Schemas',
  'spec.tools-list-stable': 'it lists the same each time',
  'spec.tools-listed': 'it lists tools',
} as const

const named = (...names: readonly string[]): object[] => names.map((name) => ({ ...readingTool, name }))

export const answerShapes: readonly HostileKind[] = [
  {
    name: 'answers with JSON of endless depth, millions of values, names of prototypes, keys twice, and numbers beyond any', cases, codes: [1, 3],
    start: async (setting) => {
      let next = 0
      return decentTarget(setting, (asked, response) => {
        if (!asked.authorised || (asked.method !== 'tools/list' && asked.method !== 'tools/call')) return false
        // The list that is read first and every other call stand, so that there is a control.
        next += 1
        return next > 2 && next % 2 === 1 && withShape(asked, response, shapes[(next >> 1) % shapes.length] ?? '[]')
      })
    },
  },
  {
    name: 'answers with the id of another request', cases, codes: [3], finding: 'target-not-mcp',
    start: async (setting) => decentTarget(setting, ({ authorised, id }, response) => {
      if (!authorised) return false
      sendJson(response, { jsonrpc: '2.0', id: `other-${String(id)}`, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], protocolVersion: '2025-11-25', capabilities: {}, tools: [] } })
      return true
    }),
  },
  { name: 'lists a hundred thousand tools', cases, codes: [3], finding: 'control-refused', start: async (setting) => decentTarget(setting, () => false, { tools: () => ({ tools: manyTools }) }) },
  { name: 'gives a new cursor with every page, without end', cases, codes: [1], mayPass: sound, start: async (setting) => decentTarget(setting, () => false, { tools: ({ count }) => ({ nextCursor: `page-${count}` }) }) },
  { name: 'gives the same cursor with every page', cases, codes: [1], mayPass: sound, start: async (setting) => decentTarget(setting, () => false, { tools: () => ({ nextCursor: 'again' }) }) },
  {
    name: 'names its tools like paths, options and properties of every object', cases, codes: [1], mayPass: sound,
    start: async (setting) => decentTarget(setting, () => false, { tools: () => ({ tools: named('../../../../owned', '/etc/passwd', '--evidence=owned', '__proto__', 'constructor', 'toString', 'C:\\owned', 'a'.repeat(100_000), '', '%2e%2e%2f', 'results.json\0.html') }) }),
  },
  { name: 'describes its tools with schemas that cost as much as they like', cases, codes: [1], mayPass: { ...sound, 'spec.tool-names': 'its names are good' }, start: async (setting) => decentTarget(setting, () => false, { tools: () => ({ tools: [{ ...readingTool, name: 'costly', inputSchema: costly, outputSchema: costly }, readingTool] }) }) },
]
