/** MCP 2026-07-28, basic/index and what it points at: messages, `_meta`, statelessness, results and errors. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const page = 'https://modelcontextprotocol.io/specification/2026-07-28/basic'

function of(name: string, level: Level, section: string, anchor: string, rows: readonly string[], statement: string): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section, url: `${page}${anchor}`, statement, rows }
}

const meta = 'basic/index, _meta'
const codes = 'basic/index, Error Codes'

export const mcp20260728Basic: readonly Requirement[] = [
  of('meta-required', 'must', meta, '#meta', ['META-01', 'META-02', 'META-03', 'META-06', 'VER-12'],
    'A request of any method without the required members of its envelope is refused as invalid parameters (-32602). Over HTTP, where the body names no revision, it may also be refused as differing from its header (-32020); over stdio a server of both eras may take such a request for one of the earlier era, and refuse it with another code.'),
  of('meta-required-status', 'must', meta, '#meta', ['META-01', 'META-02', 'META-03', 'META-06'],
    'Over HTTP the refusal of a request without the required members of its envelope has status 400.'),
  of('meta-types', 'must', meta, '#meta', ['META-05'],
    'A request whose required members of the envelope are of another type than the specified one is refused as invalid parameters (-32602); a revision that is no string may also be refused as differing from its header (-32020) or as unknown (-32022), and a request whose _meta is no object as an invalid one (-32600). What the client says of itself is not judged: it is for display, so that a server may look at it or not.'),
  of('meta-client-info-optional', 'must', meta, '#meta', ['META-04'],
    'A request that does not say which client sends it is served, since only the revision and the capabilities are required.'),
  of('meta-open', 'must', meta, '#meta', ['META-09'],
    'Keys of other vendors and trace contexts in the envelope of a request change nothing about how it is served.'),
  of('stateless-envelope', 'must', 'basic/index, Statelessness', '#statelessness', ['META-07'],
    'What an earlier request on the same connection said of revision and capabilities is not taken over for a later one that does not say it.'),
  of('stateless-capabilities', 'must', 'basic/index, Statelessness', '#statelessness', ['META-08'],
    'A capability that only an earlier request declared is not relied on for a later one.'),
  of('server-info', 'should', meta, '#meta', ['META-10'],
    'Every result names the server software and its version in _meta, unless the server is configured not to.'),
  of('meta-keys', 'must', meta, '#meta', ['META-11'],
    'Keys of _meta that a server sends have the shape of such keys: labels and a slash where there is a prefix, and a name that begins and ends with a letter or digit. Of the prefixes reserved for MCP only those below io.modelcontextprotocol are used, where the specification and official extensions define keys.'),
  of('missing-capability', 'must', meta, '#meta', ['META-12'],
    'A request that cannot be processed without a client capability that it did not declare is refused with -32021.'),
  of('missing-capability-status', 'must', meta, '#meta', ['META-13'],
    'Over HTTP the refusal for a missing client capability has status 400.'),
  of('missing-capability-data', 'must', meta, '#meta', ['META-13'],
    'The refusal for a missing client capability lists what is missing as an object in data.requiredCapabilities.'),
  of('id-echoed', 'must', 'basic/index, Responses', '#responses', ['RPC-01'],
    'A response carries the id of its request, of the same type and value, whatever string or integer that is.'),
  of('unread-id', 'must', 'basic/index, Error Responses', '#error-responses', ['RPC-04'],
    'The refusal of a message whose id cannot be read carries no id of its own making. JSON-RPC 2.0 asks for null there and the schema for no such member: both are accepted.'),
  of('result-type', 'must', 'basic/index, Result Responses', '#result-responses', ['RPC-05'],
    'Every result says of which type it is, as a string in resultType.'),
  of('result-type-known', 'must', 'basic/index, ResultType', '#resulttype', ['RPC-06'],
    'The type of a result is one of the core protocol (complete, input_required) or one of an extension that the server declares.'),
  of('error-shape', 'must', 'basic/index, Error Responses', '#error-responses', ['RPC-07'],
    'Every error has an integer code and a message that is a string.'),
  of('error-codes-reserved', 'must', codes, '#error-codes', ['RPC-08'],
    'Of the codes reserved for the specification (-32020 to -32099) only -32020, -32021 and -32022 are used, each only with its meaning.'),
  of('error-codes-retired', 'must', codes, '#error-codes', ['RPC-09'],
    'The codes -32002 and -32042 of earlier revisions are not used any more.'),
  of('error-codes-legacy', 'should', codes, '#error-codes', ['RPC-10'],
    'A new implementation uses no code of the range that is left to older ones (-32000 to -32019). Whether an implementation is new cannot be seen, so that every code of the range is named.'),
  of('no-server-requests', 'must', 'basic/patterns/index, Overview', '/patterns', ['RPC-11'],
    'A server never sends a JSON-RPC request.'),
  of('cancelled-for-listen-only', 'must', 'basic/patterns/cancellation, Overview', '/patterns/cancellation', ['SUB-13'],
    'A server sends notifications/cancelled for nothing but a subscription. That it sends it at all where it ends one, over any transport, is accepted as one of two readings: basic/patterns/cancellation demands it, the schema knows it over stdio only.'),
  of('removed-method', 'must', 'basic/transports/streamable-http, Protocol Version Header', '/transports/streamable-http#protocol-version-header', ['RPC-12'],
    'Methods that this revision removed are answered as unknown (-32601). For initialize each refusal is accepted, and a server of both eras may serve it.'),
  of('unknown-method', 'must', 'basic/transports/streamable-http, Protocol Version Header', '/transports/streamable-http#protocol-version-header', ['HTTP-27', 'RPC-13'],
    'Methods that nobody defines, methods that only clients answer, notifications sent as requests, methods of the former tasks and an empty method are answered as unknown (-32601). What is also no well-formed request may be refused as such (-32600), and an empty header as missing (-32020).'),
  of('unknown-method-status', 'must', 'basic/transports/streamable-http, Protocol Version Header', '/transports/streamable-http#protocol-version-header', ['HTTP-27', 'RPC-12', 'RPC-13'],
    'Over HTTP the refusal of a method that the server does not implement has status 404.'),
  of('params-object', 'must', meta, '#meta', ['RPC-14'],
    'A request whose params are no object has no envelope and is refused, as invalid parameters (-32602) or as an invalid request (-32600). Over HTTP it may also be refused as differing from its headers (-32020).'),
]
