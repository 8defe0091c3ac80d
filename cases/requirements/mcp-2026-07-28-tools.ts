/** MCP 2026-07-28, server/tools and the use of JSON Schema: how tools are listed, called and refused. */
import type { Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification/2026-07-28'
const page = `${site}/server/tools`
const source = 'MCP 2026-07-28'
const capabilities = { source, section: 'server/tools, Capabilities', url: `${page}#capabilities` } as const
const tool = { source, section: 'server/tools, Tool', url: `${page}#tool` } as const
const names = { source, section: 'server/tools, Tool Names', url: `${page}#tool-names` } as const
const results = { source, section: 'server/tools, Tool Result', url: `${page}#tool-result` } as const
const schemas = { source, section: 'basic/index, JSON Schema Usage', url: `${site}/basic#json-schema-usage` } as const
const errors = { level: 'hardening', source: 'handoff-conformance', section: 'MCP 2026-07-28, server/tools, Error Handling', url: `${page}#error-handling` } as const

export const mcp20260728Tools: readonly Requirement[] = [
  { ...capabilities, id: 'mcp-2026-07-28.tools-listed', level: 'must', statement: 'A server that declares tools answers tools/list with a list of them, which may be empty.', rows: ['TOOL-01'] },
  { ...capabilities, id: 'mcp-2026-07-28.tools-list-stable', level: 'must', statement: 'The set of tools differs neither from connection to connection nor after other requests; it may differ by credentials, and change with time.', rows: ['TOOL-02'] },
  { ...capabilities, id: 'mcp-2026-07-28.tools-list-order', level: 'should', statement: 'While the set of tools is the same, so is its order.', rows: ['TOOL-03'] },
  { ...names, id: 'mcp-2026-07-28.tool-name-characters', level: 'should', statement: 'The name of a tool has 1 to 128 characters, each an ASCII letter, a digit, an underscore, a hyphen or a dot.', rows: ['TOOL-04'] },
  { ...names, id: 'mcp-2026-07-28.tool-name-unique', level: 'should', statement: 'No two tools of a server have the same name, on whichever pages they are listed.', rows: ['TOOL-05'] },
  { ...tool, id: 'mcp-2026-07-28.tool-input-schema', level: 'must', statement: 'Every tool has an input schema that is an object of the type "object".', rows: ['TOOL-06'] },
  { ...schemas, id: 'mcp-2026-07-28.tool-schema-valid', level: 'must', statement: 'Input and output schemas are valid in the dialect that they name, or in 2020-12 where they name none.', rows: ['TOOL-07'] },
  {
    level: 'hardening', source: 'handoff-conformance', id: 'hardening.tool-schema-whole', section: 'MCP 2026-07-28, basic/index, JSON Schema Usage', url: `${site}/basic#json-schema-usage`, rows: ['TOOL-18'],
    statement: 'Tools are listed with the whole of their schemas, so that every reference within a schema leads to something that is in it.',
    reason: 'The keywords ask for support of 2020-12 and for valid schemas, and no meta-schema follows references; but a client cannot use a schema whose definitions were lost on the way.',
  },
  { ...results, id: 'mcp-2026-07-28.tool-output-conforms', level: 'must', section: 'server/tools, Output Schema', url: `${page}#output-schema`, statement: 'A tool with an output schema gives structured content that conforms to it; a tool error need not.', rows: ['TOOL-09'] },
  {
    ...results, id: 'mcp-2026-07-28.tool-structured-text', level: 'should', section: 'server/tools, Structured Content', url: `${page}#structured-content`, rows: ['TOOL-10'],
    statement: 'Structured content is also given as text. For an object it is the same JSON; for any other value the page has an example that only describes it, so that any text will do.',
  },
  { ...results, id: 'mcp-2026-07-28.tool-content-valid', level: 'must', section: 'server/tools, Tool Result; schema, ContentBlock', statement: 'The content of a tool result is an array of text, images, audio, links and embedded resources, each with the members of its kind, and with data in base64.', rows: ['TOOL-15'] },
  { ...tool, id: 'mcp-2026-07-28.tool-inputs-validated', level: 'must', section: 'server/tools, Security Considerations', url: `${page}#security-considerations`, statement: 'Arguments that break the input schema of a tool are refused, as a tool error or as a JSON-RPC error.', rows: ['TOOL-13', 'TOOL-14'] },
  {
    ...tool, id: 'mcp-2026-07-28.tool-description-optional', level: 'may', statement: 'A tool may have no description: the schema requires a name and an input schema only.', rows: ['TOOL-16'],
    unobservable: 'It allows servers something, so that none can break it; no case of ours asks for a description.',
  },
  {
    ...schemas, id: 'mcp-2026-07-28.network-references-not-followed', level: 'must', section: 'basic/index, $ref Resolution', url: `${site}/basic#ref-resolution`, rows: ['TOOL-08'],
    statement: 'Nobody follows a reference that leads onto the network unless told to.',
    unobservable: 'A client sends a server no schema that it could follow a reference of, and what a server does with its own schemas is not seen from outside.',
  },
  {
    ...errors, id: 'hardening.tool-schema-local', section: 'MCP 2026-07-28, basic/index, $ref Resolution', url: `${site}/basic#ref-resolution`, rows: ['TOOL-08'],
    statement: 'No schema of a tool refers to anything on the network.',
    reason: 'Readers must not follow such a reference by default, so that nobody can check the arguments, and whoever does follow it can be sent anywhere.',
  },
  {
    ...errors, id: 'hardening.tool-schema-dialect', section: 'MCP 2026-07-28, basic/index, Schema Dialect', url: `${site}/basic#schema-dialect`, rows: ['TOOL-07'],
    statement: 'Where a schema names a dialect, it is a published one of JSON Schema.',
    reason: 'Clients need to know 2020-12 only, and must refuse what they do not know; a dialect of one\'s own makes the tool useless to them.',
  },
  {
    ...errors, id: 'hardening.unknown-tool-refused', rows: ['TOOL-11', 'TOOL-17'],
    statement: 'A call of a tool that does not exist is refused with the JSON-RPC error -32602, whatever the name is, and not as a tool error.',
    reason: 'The page and the schema give this code without a keyword; a client that gets a tool error shows it to the model, which cannot mend it.',
  },
  {
    ...errors, id: 'hardening.tool-call-shape', rows: ['TOOL-12'],
    statement: 'A call without a name, or with arguments that are no object, is refused with a JSON-RPC error for invalid parameters, an invalid request or a header that does not match.',
    reason: 'The page counts what breaks the schema of the request among protocol errors without a keyword; anything else means that the request went further than it should.',
  },
  {
    ...errors, id: 'hardening.tool-input-error-kind', rows: ['TOOL-13'],
    statement: 'Arguments that break the input schema are refused as a tool error, or with -32602.',
    reason: 'The page wants a tool error, and the schema lists invalid tool arguments under -32602; any other code looks like a fault of the server.',
  },
  {
    ...errors, id: 'hardening.tool-input-extra', section: 'MCP 2026-07-28, server/tools, Security Considerations', url: `${page}#security-considerations`, rows: ['TOOL-14'],
    statement: 'Where the input schema of a tool forbids further properties, a call with one is refused.',
    reason: 'Many servers drop what they do not know, which the page does not rule out; but a misspelt argument is then lost without a word.',
  },
]
