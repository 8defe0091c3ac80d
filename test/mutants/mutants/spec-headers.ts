/** Faults of the version field, of negotiation, and of the fields that mirror a request, in revision 2026-07-28. */
import { errorCodeInstead, onError, onItems, onResult, without } from '../rewrite/build.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant, ServerMutant } from '../mutant.ts'

const newest = '2026-07-28'
const versionKey = 'io.modelcontextprotocol/protocolVersion'

function field({ http }: Exchange, name: string): string | undefined {
  return http?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

function envelopeVersion({ params }: Exchange): string | undefined {
  const version = objectOr(params['_meta'])[versionKey]
  return typeof version === 'string' ? version : undefined
}

/** Gives a field the value that the check wants, as a server does that does not check. */
function excusing(name: string, value: (exchange: Exchange, sent: string | undefined) => string | undefined): Rewrite {
  return {
    request(message, exchange) {
      if (exchange.http === undefined || envelopeVersion(exchange) === undefined) return undefined
      const sent = field(exchange, name)
      const wanted = value(exchange, sent)
      return wanted === undefined || wanted === sent ? undefined : { forward: [message], fields: { [name]: wanted } }
    },
  }
}

/** Refuses requests of the revision for one of their fields. */
function refusing(when: (exchange: Exchange) => boolean): Rewrite {
  return {
    request: (message, exchange) => (envelopeVersion(exchange) === newest && when(exchange)
      ? { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_020, message: 'No.' } }], http: { status: 400 } }
      : undefined),
  }
}

/** The value that `Mcp-Name` mirrors in a method; undefined for any other method. */
function nameIn(method: string, { method: called, params }: Exchange): string | undefined {
  const value = called === method ? params[method === 'resources/read' ? 'uri' : 'name'] : undefined
  return typeof value === 'string' ? value : undefined
}

const decodedLeniently = (value: string): string | undefined => {
  const inner = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return inner === undefined ? undefined : Buffer.from(inner, 'base64').toString('utf8')
}

const versions: readonly RewriteMutant[] = [
  { id: 'version-field-optional', title: 'The version field may be left out.', target: 'fixture-modern', rewrite: excusing('mcp-protocol-version', (exchange, sent) => (sent === undefined ? envelopeVersion(exchange) : undefined)), kills: ['spec.version-field-missing'] },
  { id: 'version-field-unread', title: 'The version field is not compared with the envelope.', target: 'reference', rewrite: excusing('mcp-protocol-version', (exchange, sent) => (sent === undefined ? undefined : envelopeVersion(exchange))), kills: ['spec.repeated-mirrored-fields', 'spec.version-field-mismatch'] },
  { id: 'header-mismatch-code', title: 'Fields that differ from the message are answered as an invalid request.', target: 'reference', rewrite: errorCodeInstead(-32_020, -32_600), kills: ['spec.method-field', 'spec.name-field-decoded', 'spec.name-field-of-tool', 'spec.version-field-mismatch'] },
  { id: 'unsupported-version-code', title: 'A revision that is not served is answered as an invalid request.', target: 'reference', rewrite: errorCodeInstead(-32_022, -32_600), kills: ['spec.unsupported-version'] },
  { id: 'unsupported-version-silent', title: 'The error for a revision that is not served does not say which are.', target: 'reference', rewrite: onError('any', (error) => (error['code'] === -32_022 ? without(error, 'data') : undefined)), kills: ['spec.unsupported-version'] },
  { id: 'unsupported-version-other', title: 'The error for a revision that is not served names another one than was asked for.', target: 'reference', rewrite: onError('any', (error) => (error['code'] === -32_022 ? { ...error, data: { ...objectOr(error['data']), requested: newest } } : undefined)), kills: ['spec.unsupported-version'] },
  {
    id: 'older-version-served', title: 'A request that names an older revision in its envelope is served all the same.', target: 'fixture-modern',
    rewrite: {
      request(message, exchange) {
        const version = envelopeVersion(exchange)
        if (version === undefined || version < '2025' || version >= newest || field(exchange, 'mcp-protocol-version') !== version) return undefined
        return { forward: [{ ...message, params: { ...exchange.params, _meta: { ...objectOr(exchange.params['_meta']), [versionKey]: newest } } }], fields: { 'mcp-protocol-version': newest } }
      },
    },
    kills: ['spec.older-version-in-envelope'],
  },
  { id: 'listed-version-unserved', title: 'server/discover lists a revision that is not served.', target: 'reference', rewrite: onResult('server/discover', (result) => ({ ...result, supportedVersions: [newest, '2027-01-01'] })), kills: ['spec.listed-versions-served'] },
  { id: 'initialize-agrees', title: 'Initialize agrees to the revision that has none.', target: 'reference', rewrite: onResult('initialize', (result, { params }) => (params['protocolVersion'] === newest ? { ...result, protocolVersion: newest } : undefined)), kills: ['spec.initialize-stays-legacy'] },
  { id: 'initialize-nameless', title: 'The refusal of initialize names no revision.', target: 'fixture-modern', rewrite: onError('initialize', () => ({ code: -32_601, message: 'Method not found' })), kills: ['spec.initialize-names-versions'] },
]

const standard: readonly RewriteMutant[] = [
  { id: 'method-field-unread', title: 'Mcp-Method is not compared with the method.', target: 'reference', rewrite: excusing('mcp-method', ({ method }) => method), kills: ['spec.method-field', 'spec.repeated-mirrored-fields'] },
  { id: 'method-field-optional', title: 'Mcp-Method may be left out.', target: 'reference', rewrite: excusing('mcp-method', ({ method }, sent) => (sent === undefined ? method : undefined)), kills: ['spec.method-field'] },
  { id: 'method-field-any-case', title: 'Mcp-Method is compared without case.', target: 'reference', rewrite: excusing('mcp-method', ({ method }, sent) => (sent?.toLowerCase() === method.toLowerCase() ? method : undefined)), kills: ['spec.method-field'] },
  { id: 'field-names-exact', title: 'Mirrored fields are looked for under the spelling of the specification only.', target: 'reference', rewrite: refusing(({ http }) => http?.headers.some(([name]) => name.toLowerCase() === 'mcp-method' && name !== 'Mcp-Method') === true), kills: ['spec.field-names-any-case'] },
  { id: 'tool-name-field-unread', title: 'Mcp-Name is not compared with the name of the tool.', target: 'reference', rewrite: excusing('mcp-name', (exchange) => nameIn('tools/call', exchange)), kills: ['spec.name-field-decoded', 'spec.name-field-of-tool', 'spec.repeated-mirrored-fields'] },
  { id: 'tool-name-field-any-case', title: 'Mcp-Name is compared without case.', target: 'reference', rewrite: excusing('mcp-name', (exchange, sent) => (sent?.toLowerCase() === nameIn('tools/call', exchange)?.toLowerCase() ? nameIn('tools/call', exchange) : undefined)), kills: ['spec.name-field-of-tool'] },
  { id: 'resource-name-field-unread', title: 'Mcp-Name is not compared with the URI of the resource.', target: 'fixture', rewrite: excusing('mcp-name', (exchange) => nameIn('resources/read', exchange)), kills: ['spec.name-field-of-resource'] },
  { id: 'prompt-name-field-unread', title: 'Mcp-Name is not compared with the name of the prompt.', target: 'fixture', rewrite: excusing('mcp-name', (exchange) => nameIn('prompts/get', exchange)), kills: ['spec.name-field-of-prompt'] },
  { id: 'name-field-undecoded', title: 'An Mcp-Name in its Base64 form is compared as it stands.', target: 'reference', rewrite: refusing((exchange) => field(exchange, 'mcp-name')?.startsWith('=?base64?') === true), kills: ['spec.name-field-decoded'] },
  { id: 'name-field-lenient', title: 'An Mcp-Name in its Base64 form is decoded by something that skips what it does not know.', target: 'reference', rewrite: excusing('mcp-name', (_exchange, sent) => (sent === undefined ? undefined : decodedLeniently(sent))), kills: ['spec.name-field-decoded'] },
  { id: 'unknown-param-field-refused', title: 'A field of a parameter that nobody declares is refused.', target: 'reference', rewrite: refusing(({ http }) => http?.headers.some(([name]) => name.toLowerCase().startsWith('mcp-param-')) === true), kills: ['spec.param-field-unknown'] },
]

const compare = 'server/mcp/param-headers.ts'
const missing = 'if (sent === undefined) return `${param.field} is missing, and the call has such an argument.`'

const params: readonly ServerMutant[] = [
  { id: 'param-field-optional', title: 'The field of a mirrored argument may be left out.', target: 'fixture', patch: { file: compare, find: missing, replace: 'if (sent === undefined) continue' }, kills: ['spec.param-field-missing'] },
  { id: 'param-field-unread', title: 'The field of a mirrored argument may say anything.', target: 'fixture', patch: { file: compare, find: 'if (!isSame(decoded, value, param))', replace: 'if (false)' }, kills: ['spec.param-field-decoded', 'spec.param-field-mismatch'] },
  { id: 'param-field-any-case', title: 'The field of a mirrored argument is compared without case.', target: 'fixture', patch: { file: compare, find: 'return decoded === String(value)', replace: 'return decoded.toLowerCase() === String(value).toLowerCase()' }, kills: ['spec.param-field-mismatch'] },
  { id: 'param-field-prefix', title: 'The field of a mirrored argument is compared by its beginning.', target: 'fixture', patch: { file: compare, find: 'return decoded === String(value)', replace: 'return decoded.startsWith(String(value))' }, kills: ['spec.param-field-mismatch'] },
  { id: 'param-field-undecoded', title: 'The field of a mirrored argument is compared as it stands.', target: 'fixture', patch: { file: compare, find: 'const decoded = decodeFieldValue(sent)', replace: 'const decoded: string | undefined = sent' }, kills: ['spec.param-field-decoded', 'spec.param-fields-accepted'] },
  { id: 'param-field-lenient', title: 'The Base64 form is decoded by something that skips what it does not know.', target: 'fixture', patch: { file: compare, find: "if (bytes.toString('base64') !== encoded) return undefined", replace: '' }, kills: ['spec.param-field-decoded'] },
  { id: 'param-field-markers', title: 'The markers of the Base64 form are recognised in any case.', target: 'fixture', patch: { file: compare, find: '/^=\\?base64\\?(.*)\\?=$/', replace: '/^=\\?base64\\?(.*)\\?=$/i' }, kills: ['spec.param-field-decoded'] },
  { id: 'param-field-text', title: 'Integers are compared as text.', target: 'fixture', patch: { file: compare, find: "if (integer && typeof value === 'number')", replace: 'if (integer && false)' }, kills: ['spec.param-field-numeric'] },
  { id: 'param-field-for-null', title: 'A field is demanded for an argument that is null.', target: 'fixture', patch: { file: compare, find: 'if (value === undefined || value === null) {', replace: 'if (value === undefined) {' }, kills: ['spec.param-fields-accepted'] },
  { id: 'param-field-nested', title: 'Nested arguments are not held against their fields.', target: 'fixture', patch: { file: compare, find: ', ...mirroredParams(property, here)]', replace: ']' }, kills: ['spec.param-field-decoded', 'spec.param-field-mismatch', 'spec.param-field-missing'] },
]

/** Adds a parameter to a tool that is not called. */
function declaring(name: string, schema: JsonObject): Rewrite {
  return onItems('tools/list', 'tools', (tool) => {
    const input = objectOr(tool['inputSchema'])
    return tool['name'] === 'handoff_send' ? { ...tool, inputSchema: { ...input, properties: { ...objectOr(input['properties']), [name]: schema } } } : tool
  })
}

const declarations: readonly RewriteMutant[] = ([
  ['declared-name', 'a name that no field can have', 'extra', { type: 'string', 'x-mcp-header': 'a b' }],
  ['declared-empty', 'an empty name', 'extra', { type: 'string', 'x-mcp-header': '' }],
  ['declared-twice', 'one name in two cases', 'extra', { type: 'object', properties: { one: { type: 'string', 'x-mcp-header': 'Same' }, other: { type: 'string', 'x-mcp-header': 'same' } } }],
  ['declared-number', 'a parameter that is a number', 'extra', { type: 'number', 'x-mcp-header': 'Ratio' }],
  ['declared-in-items', 'the items of a list', 'extra', { type: 'array', items: { type: 'string', 'x-mcp-header': 'Item' } }],
  ['declared-in-choice', 'one of several choices', 'extra', { oneOf: [{ type: 'string', 'x-mcp-header': 'Choice' }] }],
  ['declared-secret', 'a password', 'password', { type: 'string', 'x-mcp-header': 'Password' }],
] as const).map(([id, what, name, schema]) => ({
  id, title: `A tool mirrors ${what}.`, target: 'reference', rewrite: declaring(name, schema), kills: ['spec.param-declarations'],
}))

export const specHeaders: readonly (ServerMutant | RewriteMutant)[] = [...versions, ...standard, ...params, ...declarations]
