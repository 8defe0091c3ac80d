/** MCP 2026-07-28: the fields that mirror a request, those of every request and those that tools ask for. */
import type { Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification/2026-07-28'

function transport(id: string, level: Requirement['level'], section: string, statement: string, rows: readonly string[]): Requirement {
  const anchor = section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return {
    id: `mcp-2026-07-28.${id}`, level, source: 'MCP 2026-07-28', section: `basic/transports/streamable-http, ${section}`, url: `${site}/basic/transports/streamable-http#${anchor}`, statement, rows,
  }
}

function tool(id: string, level: Requirement['level'], statement: string, rows: readonly string[]): Requirement {
  return { id: `mcp-2026-07-28.${id}`, level, source: 'MCP 2026-07-28', section: 'server/tools, x-mcp-header', url: `${site}/server/tools#x-mcp-header`, statement, rows }
}

const validation = 'Server Validation'
const caseSensitivity = 'Case Sensitivity'
const encoding = 'Value Encoding'
const custom = 'Server Behavior for Custom Headers'

export const mcp20260728Headers: readonly Requirement[] = [
  transport('method-field', 'must', validation, 'A request whose Mcp-Method is missing or is not its method, letter by letter, is refused with 400.', ['HDR-01', 'HDR-02', 'HDR-03']),
  transport('field-names-any-case', 'must', caseSensitivity, 'The names of the mirrored fields are recognised in any case.', ['HDR-04']),
  transport('name-field', 'must', validation, 'A tools/call, resources/read or prompts/get whose Mcp-Name is missing or is not its name or URI, letter by letter, is refused with 400.', ['HDR-05', 'HDR-06', 'HDR-07', 'HDR-08', 'HDR-09', 'HDR-10']),
  transport('name-field-decoded', 'must', encoding, 'An Mcp-Name in its Base64 form is decoded before it is compared.', ['HDR-11']),
  transport('name-field-undecodable', 'must', validation, 'An Mcp-Name whose Base64 form cannot be decoded, or stands for another name, is refused with 400.', ['HDR-12']),
  transport('header-mismatch-code', 'must', validation, 'Every refusal for a mirrored field carries the JSON-RPC error HeaderMismatch (-32020).', ['HDR-13']),
  { id: 'rfc9110.mirrored-field-whitespace', level: 'must', source: 'RFC 9110', section: '§5.5', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5', statement: 'White space around the value of a mirrored field is no part of the value.', rows: ['HDR-14'] },
  transport('param-field-required', 'must', custom, 'A call that has a mirrored argument and lacks the field of it is refused with 400 and HeaderMismatch.', ['HDR-15']),
  transport('param-field-matches', 'must', custom, 'A call whose Mcp-Param field says another value than the argument is refused with 400 and HeaderMismatch.', ['HDR-16', 'HDR-22']),
  transport('param-field-decoded', 'must', custom, 'An Mcp-Param field in its Base64 form is decoded before it is compared.', ['HDR-17']),
  transport('param-field-characters', 'must', custom, 'An Mcp-Param field with characters that neither it nor its Base64 form may have is refused with 400.', ['HDR-18']),
  transport('param-field-sentinel', 'must', encoding, 'The markers of the Base64 form count in lower case only; in any other case the value is what it says.', ['HDR-19']),
  transport('param-field-not-expected', 'must', custom, 'A call without a mirrored argument, or with null for it, is not refused for lack of the field.', ['HDR-20']),
  transport('param-field-numeric', 'should', validation, 'An integer in a field is compared as a number: 42.0 is 42.', ['HDR-21']),
  transport('param-field-types', 'must', encoding, 'Calls whose fields mirror strings, integers, booleans and nested arguments as the specification writes them are served.', ['HDR-22']),
  tool('header-names-valid', 'must', 'Each x-mcp-header of a tool is a field name, and differs from the others of the tool in more than case.', ['HDR-24']),
  tool('header-types', 'must', 'x-mcp-header stands on parameters of type string, integer or boolean only.', ['HDR-25']),
  tool('header-reachable', 'must', 'x-mcp-header stands only where properties alone lead from the root of the input schema.', ['HDR-26']),
  tool('header-not-secret', 'should', 'No parameter that is a secret is mirrored into a field.', ['HDR-27']),
]
