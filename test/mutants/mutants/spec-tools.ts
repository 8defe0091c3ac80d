/** Faults of tools in revision 2026-07-28: how they are listed, what their schemas are, what they answer and refuse. */
import { onItems, onRequest, onResult, without } from '../rewrite/build.ts'
import { complete, errorAs, inModern } from '../rewrite/modern.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { Mutant } from '../mutant.ts'

/** One more tool at the end of each page; it is not said to be read-only, so that nobody calls it. */
function oneMore(tool: JsonObject): Rewrite {
  return inModern(onResult('tools/list', (result) => (Array.isArray(result['tools']) ? { ...result, tools: [...(result['tools'] as unknown[]), { description: 'One more.', inputSchema: { type: 'object' }, name: 'one_more', ...tool }] } : undefined)))
}

/** Only on the last page, so that it is there once. */
function oneMoreAtTheEnd(tool: JsonObject): Rewrite {
  const { response } = oneMore(tool)
  return { response: (message, exchange) => (Object.hasOwn(objectOr(message['result']), 'nextCursor') ? undefined : response?.(message, exchange)) }
}

/** Every second list of the first page is another one. It is said to be private, since public lists are compared. */
function everySecondList(change: (items: readonly unknown[]) => readonly unknown[], list: 'tools' | 'resources' | 'prompts' = 'tools'): Rewrite {
  return inModern(onResult(`${list}/list`, (result, { memory, params }) => {
    const items = result[list]
    if (!Array.isArray(items) || params['cursor'] !== undefined) return { ...result, cacheScope: 'private' }
    const count = Number(memory.get('lists') ?? 0) + 1
    memory.set('lists', count)
    return { ...result, cacheScope: 'private', [list]: count % 2 === 0 ? change(items) : items }
  }))
}

const named = ({ params }: Exchange, name: string): boolean => params['name'] === name
const shown = (name: string, change: (result: JsonObject) => JsonObject): Rewrite => inModern(onResult('tools/call', (result, exchange) => (named(exchange, name) && result['isError'] !== true ? change(result) : undefined)))
const toolError: JsonObject = { ...complete, content: [{ type: 'text', text: 'No.' }], isError: true }
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
const isInvented = ({ params }: Exchange): boolean => String(params['name']).startsWith('no_such_tool')
const hasNoObject = ({ params }: Exchange): boolean => params['arguments'] !== undefined && (typeof params['arguments'] !== 'object' || Array.isArray(params['arguments']))

export const specTools: readonly Mutant[] = [
  { id: 'tools-list-not-served', title: 'Tools are declared and never listed.', target: 'fixture', rewrite: inModern(onResult('tools/list', (result) => ({ ...without(result, 'tools', 'nextCursor'), items: [] }))), kills: ['spec.capabilities-fit', 'spec.messages-match-schema', 'spec.tools-listed'] },
  { id: 'tools-list-varies', title: 'Every second list lacks a tool.', target: 'fixture', rewrite: everySecondList((tools) => tools.slice(1)), kills: ['spec.tools-list-stable'] },
  { id: 'tools-list-shuffled', title: 'Every second list has the opposite order.', target: 'fixture', rewrite: everySecondList((tools) => tools.toReversed()), kills: ['spec.tools-list-stable'] },
  { id: 'resources-list-varies', title: 'Every second list lacks a resource.', target: 'fixture', rewrite: everySecondList((resources) => resources.slice(1), 'resources'), kills: ['spec.lists-stable'] },
  { id: 'prompts-list-varies', title: 'Every second list lacks a prompt.', target: 'fixture', rewrite: everySecondList((prompts) => prompts.slice(1), 'prompts'), kills: ['spec.lists-stable'] },
  { id: 'tool-name-with-space', title: 'The name of a tool has a space in it.', target: 'fixture', rewrite: oneMoreAtTheEnd({ name: 'one more' }), kills: ['spec.tool-names'] },
  { id: 'tool-name-too-long', title: 'The name of a tool has more than 128 characters.', target: 'fixture', rewrite: oneMoreAtTheEnd({ name: 'a'.repeat(129) }), kills: ['spec.tool-names'] },
  { id: 'tool-name-twice', title: 'Two tools have the same name.', target: 'fixture', rewrite: oneMoreAtTheEnd({ name: 'handoff_send' }), kills: ['spec.list-walk', 'spec.tool-names'] },
  { id: 'tool-without-type', title: 'The input schema of a tool has no type.', target: 'fixture', rewrite: oneMoreAtTheEnd({ inputSchema: {} }), kills: ['spec.messages-match-schema', 'spec.tool-input-schemas'] },
  { id: 'tool-schema-invalid', title: 'The input schema of a tool has a type that there is not.', target: 'fixture', rewrite: oneMoreAtTheEnd({ inputSchema: { type: 'object', properties: { a: { type: 'text' } } } }), kills: ['spec.tool-schemas-valid'] },
  { id: 'tool-output-schema-of-old', title: 'An output schema uses a keyword as earlier drafts had it, and names no dialect.', target: 'fixture', rewrite: oneMoreAtTheEnd({ outputSchema: { type: 'array', items: [{ type: 'string' }] } }), kills: ['spec.tool-schemas-valid'] },
  { id: 'tool-schema-dialect', title: 'A schema names a dialect of its own.', target: 'fixture', rewrite: oneMoreAtTheEnd({ inputSchema: { $schema: 'https://example.com/dialect', type: 'object' } }), kills: ['spec.tool-schemas-valid'] },
  { id: 'tool-schema-definitions-lost', title: 'The definitions of a schema are lost on the way.', target: 'fixture', rewrite: inModern(onItems('tools/list', 'tools', (tool) => ({ ...tool, inputSchema: without(objectOr(tool['inputSchema']), '$defs') }))), kills: ['spec.tool-schema-references'] },
  { id: 'tool-schema-on-network', title: 'A schema refers to the network.', target: 'fixture', rewrite: oneMoreAtTheEnd({ inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } } }), kills: ['spec.tool-schema-references'] },
  { id: 'tool-output-missing', title: 'A tool with an output schema gives no structured content.', target: 'fixture', rewrite: shown('output_object', (result) => without(result, 'structuredContent')), kills: ['spec.tool-output-conforms'] },
  { id: 'tool-output-otherwise', title: 'Structured content is of another type than the output schema says.', target: 'fixture', rewrite: shown('output_number', (result) => ({ ...result, structuredContent: 'many', content: [{ type: 'text', text: '"many"' }] })), kills: ['spec.tool-output-conforms'] },
  { id: 'tool-structured-text-missing', title: 'Structured content comes without text.', target: 'fixture', rewrite: shown('output_object', (result) => ({ ...result, content: [] })), kills: ['spec.tool-structured-text'] },
  { id: 'tool-image-not-encoded', title: 'An image is no base64.', target: 'fixture', rewrite: shown('test_image_content', (result) => ({ ...result, content: [{ type: 'image', data: '\u0089PNG', mimeType: 'image/png' }] })), kills: ['spec.tool-content-valid'] },
  { id: 'tool-media-type-extension', title: 'The media type of a sound is a file extension.', target: 'fixture', rewrite: shown('test_audio_content', (result) => ({ ...result, content: [{ ...objectOr((result['content'] as unknown[])[0]), mimeType: 'wav' }] })), kills: ['spec.tool-content-valid'] },
  { id: 'unknown-tool-as-tool-error', title: 'A tool that does not exist is told as a tool error.', target: 'fixture', rewrite: errorAs('tools/call', isInvented, () => ({ result: toolError })), kills: ['spec.unknown-tool'] },
  { id: 'unknown-tool-code', title: 'A tool that does not exist is told as an unknown method.', target: 'fixture', rewrite: errorAs('tools/call', isInvented, (error) => ({ error: { ...error, code: -32_601 } })), kills: ['spec.unknown-tool'] },
  { id: 'inherited-tool-names', title: 'Names that objects inherit are found in the table of tools, and fall over.', target: 'fixture', rewrite: errorAs('tools/call', ({ params }) => inherited.includes(String(params['name'])), (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.inherited-tool-names'] },
  { id: 'tool-arguments-of-any-shape', title: 'Arguments that are no object are told as a tool error.', target: 'fixture', rewrite: errorAs('tools/call', hasNoObject, () => ({ result: toolError })), kills: ['spec.tool-call-shape'] },
  { id: 'tool-call-without-name', title: 'A call without a name falls over.', target: 'fixture', rewrite: errorAs('tools/call', ({ params }) => Object.hasOwn(params, 'arguments') && typeof params['name'] !== 'string', (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.tool-call-shape'] },
  { id: 'tool-inputs-unchecked', title: 'The arguments of tools are not held against their schemas.', target: 'fixture', patch: { file: 'test/fixture-server/handlers/tools.ts', find: 'if (problem !== undefined) return toResult(', replace: 'if (problem === "\\0") return toResult(' }, kills: ['spec.tool-inputs-validated'] },
  { id: 'reference-inputs-unchecked', title: 'The reference does not hold arguments against their schemas.', target: 'reference', patch: { file: 'server/tools/input.ts', find: 'if (!isValid(input)) {', replace: 'if (!isValid(input) && Number.isNaN(maxMessageBytes)) {' }, kills: ['spec.tool-inputs-validated'] },
  { id: 'tool-input-extra-dropped', title: 'Arguments that the schema forbids are dropped.', target: 'fixture', rewrite: inModern(onRequest('tools/call', (message, { params }) => ({ ...message, params: { ...params, arguments: without(objectOr(params['arguments']), 'handoff_conformance_unknown') } }))), kills: ['spec.tool-inputs-validated'] },
  { id: 'tool-input-error-internal', title: 'Arguments that break their schema are told as an internal error.', target: 'fixture', rewrite: inModern({ response: (message, { method }) => (method === 'tools/call' && JSON.stringify(message['result'] ?? '').includes('The arguments are not valid') ? { jsonrpc: '2.0', id: message['id'], error: { code: -32_603, message: 'Broken.' } } : undefined) }), kills: ['spec.tool-inputs-validated'] },
]
