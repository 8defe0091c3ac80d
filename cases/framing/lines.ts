/** The request line and the field lines: what must be refused, and the odd forms that must be taken. */
import type { Case } from '../../harness/run/case.ts'
import { replaceField } from './bytes.ts'
import type { Parts } from './bytes.ts'
import { framingCase, unreadable, whole } from './define.ts'
import type { Framed, Legal } from './define.ts'

const line = (change: (line: string) => string) => whole((parts) => ({ ...parts, line: change(parts.line) }))
const added = (...lines: string[]) => whole((parts) => ({ ...parts, fields: [...parts.fields, ...lines] }))
const host = (...lines: string[]) => whole((parts) => replaceField(parts, 'host', ...lines))
const hostOf = ({ fields }: Parts): string => fields.find((each) => each.startsWith('Host: '))?.slice(6) ?? ''

const refused = (requirement: string, ...statuses: number[]): Legal => ({ requirement, served: false, statuses: statuses.length === 0 ? unreadable : statuses })
const allowed = (requirement: string): Legal => ({ requirement, served: true, statuses: unreadable })

const hostRequired = refused('rfc9112.host-required', 400)
const controlBytes = allowed('rfc9110.field-control-bytes')

const lineEnds: readonly Framed[] = [
  { input: 'a bare LF after every line', write: whole((parts) => ({ ...parts, lineEnd: '\n' })), legal: allowed('hardening.framing-lines') },
  { input: 'a bare CR after every line', write: whole((parts) => ({ ...parts, lineEnd: '\r' })), halfClose: true, legal: refused('hardening.framing-lines') },
  { input: 'an empty line before the request line', write: line((text) => `\r\n${text}`), legal: allowed('hardening.framing-lines') },
  { input: 'white space before the first field', write: whole(({ fields: [first = '', ...fields], ...parts }) => ({ ...parts, fields: [` ${first}`, ...fields] })), legal: refused('hardening.framing-lines') },
  { input: 'a bare CR in a field value', write: added('X-Note: a\rb'), legal: allowed('rfc9112.bare-cr') },
  { input: 'a folded field', write: added('X-Note: a', ' b'), legal: allowed('rfc9112.obs-fold') },
]

const fields: readonly Framed[] = [
  { input: 'a space before the colon', write: added('X-Note : a'), legal: refused('rfc9112.no-space-before-colon', 400) },
  { input: 'a tab before the colon', write: added('X-Note\t: a'), legal: refused('rfc9112.no-space-before-colon', 400) },
  { input: 'a NUL in a value', write: added('X-Note: a\0b'), legal: controlBytes },
  { input: 'a field without a colon', write: added('X-Note'), legal: refused('hardening.framing-fields') },
  { input: 'a field without a name', write: added(': a'), legal: refused('hardening.framing-fields') },
  { input: 'a control byte in a name', write: added('X-\u0001Note: a'), legal: refused('hardening.framing-fields') },
]

const hosts: readonly Framed[] = [
  { input: 'no Host', write: host(), legal: hostRequired },
  { input: 'Host twice, the same', write: whole((parts) => replaceField(parts, 'host', `Host: ${hostOf(parts)}`, `Host: ${hostOf(parts)}`)), legal: hostRequired },
  { input: 'Host twice, different', write: whole((parts) => replaceField(parts, 'host', `Host: ${hostOf(parts)}`, 'Host: elsewhere.example')), legal: hostRequired },
  { input: 'a Host with a space in it', write: host('Host: a b'), legal: { ...hostRequired, statuses: [400, 403, 404, 421] } },
]

const targets: readonly Framed[] = [
  { input: 'absolute-form', write: whole((parts) => ({ ...parts, line: parts.line.replace(' /', ` http://${hostOf(parts)}/`) })), legal: { requirement: 'rfc9112.absolute-form', served: 'must', statuses: [] } },
  { input: 'authority-form', write: whole((parts) => ({ ...parts, line: parts.line.replace(/ \S+ /, ` ${hostOf(parts)} `) })), legal: refused('hardening.framing-targets', 400, 404, 405, 501) },
  { input: 'asterisk-form', write: line((text) => text.replace(/ \S+ /, ' * ')), legal: refused('hardening.framing-targets', 400, 401, 404, 405, 501) },
  { input: 'a target without a slash', write: line((text) => text.replace(' /', ' ')), legal: refused('hardening.framing-targets', 400, 404, 405) },
  { input: 'a space in the target', write: line((text) => text.replace(/ HTTP/, ' x HTTP')), legal: refused('hardening.framing-targets', 400, 404, 505) },
  { input: 'a target of 64 KiB', write: line((text) => text.replace(' HTTP', `?${'x'.repeat(64 * 1024)} HTTP`)), legal: { requirement: 'hardening.framing-sizes', served: true, statuses: [...unreadable, 404] } },
]

const versions: readonly Framed[] = [
  { input: 'HTTP/1.0', write: line((text) => text.replace('HTTP/1.1', 'HTTP/1.0')), legal: allowed('hardening.framing-versions') },
  { input: 'HTTP/1.9', write: line((text) => text.replace('HTTP/1.1', 'HTTP/1.9')), legal: allowed('hardening.framing-versions') },
  { input: 'HTTP/3.7', write: line((text) => text.replace('HTTP/1.1', 'HTTP/3.7')), legal: refused('hardening.framing-versions') },
  { input: 'a version in lower case', write: line((text) => text.replace('HTTP/1.1', 'http/1.1')), legal: refused('hardening.framing-versions') },
  { input: 'no version, as in HTTP/0.9', write: line((text) => text.replace(' HTTP/1.1', '')), legal: refused('hardening.framing-versions') },
]

const methods: readonly Framed[] = [
  { input: 'a method that nobody knows', write: line((text) => text.replace(/^\S+/, 'HANDOFF')), legal: refused('hardening.framing-methods', ...unreadable, 401, 404, 405) },
  { input: 'PUT in its place', write: line((text) => text.replace(/^\S+/, 'PUT')), legal: refused('hardening.framing-methods', ...unreadable, 401, 404, 405) },
  { input: 'the method in lower case', write: line((text) => text.replace(/^\S+/, 'post')), legal: refused('hardening.framing-methods', ...unreadable, 401, 404, 405) },
  { input: 'a method of 8 KiB', write: line((text) => text.replace(/^\S+/, 'X'.repeat(8 * 1024))), legal: refused('hardening.framing-methods', ...unreadable, 401, 404, 405) },
]

const sizes: readonly Framed[] = [
  { input: 'one field of 64 KiB', write: added(`X-Note: ${'x'.repeat(64 * 1024)}`), legal: allowed('hardening.framing-sizes') },
  { input: '64 KiB of fields', write: added(...Array.from({ length: 1_024 }, (_, index) => `X-Note-${index}: ${'x'.repeat(48)}`)), legal: allowed('hardening.framing-sizes') },
  { input: '10 000 fields', write: added(...Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`)), legal: allowed('hardening.framing-sizes') },
  { input: 'a name of 16 KiB', write: added(`X-${'n'.repeat(16 * 1024)}: 1`), legal: allowed('hardening.framing-sizes') },
]

const notDecoded: Legal = { requirement: 'hardening.framing-content-coding', served: false, statuses: [...unreadable, 415] }

const contentCoding: readonly Framed[] = [
  { input: 'a coding that nobody knows', write: added('Content-Encoding: x-handoff'), legal: notDecoded },
  { input: 'gzip, in which the body is not', write: added('Content-Encoding: gzip'), legal: notDecoded },
]

const media = (...values: string[]) => whole((parts) => replaceField(parts, 'content-type', ...values.map((value) => `Content-Type: ${value}`)))
/** Every line of a field once more, where the request has it. */
const twice = (field: string) => whole((parts) => ({ ...parts, fields: parts.fields.flatMap((each) => (each.toLowerCase().startsWith(`${field}:`) ? [each, each] : [each])) }))
const repeated: Legal = { requirement: 'hardening.framing-repeated-fields', served: true, statuses: [...unreadable, 415] }

/** A sender must not repeat a field that is no list; a recipient may read the lines as one list, or take one of them. */
const repeatedFields: readonly Framed[] = [
  { input: 'Content-Type twice, the same', write: media('application/json', 'application/json'), legal: repeated },
  { input: 'Content-Type twice, the right one first', write: media('application/json', 'text/plain'), legal: repeated },
  { input: 'Content-Type twice, the right one last', write: media('text/plain', 'application/json'), legal: repeated },
  { input: 'Mcp-Method twice, the same', write: twice('mcp-method'), legal: repeated },
  { input: 'Mcp-Name twice, the same', write: twice('mcp-name'), legal: repeated },
  { input: 'MCP-Protocol-Version twice, the same', write: twice('mcp-protocol-version'), legal: repeated },
]

export const cases: readonly Case[] = [
  framingCase({
    id: 'framing.line-ends',
    title: 'Line ends that HTTP does not have change nothing',
    framed: lineEnds,
    explain: {
      sends: 'Requests with bare LF or bare CR as line ends, with an empty line or white space before their first line, with a bare CR in a value, and with a folded field.',
      expects: 'Each is refused or the connection is closed; bare LF, a first empty line, a bare CR read as a space and a fold read as a space may also be served.',
      why: 'RFC 9112 §2.2 and §5.2 say how each may be read; every other reading moves the border between fields, or between requests.',
      failure: 'The parser takes CR for a line end, or joins lines in a way of its own.',
      fix: 'Use an HTTP parser in its strict mode.',
    },
  }),
  framingCase({
    id: 'framing.fields',
    title: 'Field lines that are none are refused',
    framed: fields,
    explain: {
      sends: 'Requests with one more field: white space before its colon, a NUL in its value, no colon, no name, or a control byte in its name.',
      expects: 'Status 400 or a closed connection; a NUL may also be read as a space.',
      why: 'White space before the colon must be refused (RFC 9112 §5.1), since readers disagree about the name; the others are no fields at all.',
      failure: 'The parser trims names, or skips lines that it does not understand.',
      fix: 'Use an HTTP parser in its strict mode.',
    },
  }),
  framingCase({
    id: 'framing.host',
    title: 'A request without exactly one valid Host is refused',
    framed: hosts,
    explain: {
      sends: 'Requests without Host, with Host twice, and with a Host that is no host.',
      expects: 'Status 400 or a closed connection.',
      why: 'A server must refuse them (RFC 9112 §3.2), since what stands in front of it may have decided by another Host.',
      failure: 'The server takes the first or the last Host, or does not look.',
      fix: 'Check Host before anything else; most HTTP libraries do when they are told to.',
    },
  }),
  framingCase({
    id: 'framing.targets',
    title: 'The absolute form of a target is served, and what is no target is refused',
    framed: targets,
    explain: {
      sends: 'A request whose target is an absolute URL; and requests with a host, an asterisk, no slash, a space, or 64 KiB in its place.',
      expects: 'The absolute form is served as the usual one is; the others are refused, the long one may be served.',
      why: 'A server must accept the absolute form (RFC 9112 §3.2.2); the others do not fit the method or the grammar.',
      failure: 'Routing compares the raw target with a path, or the parser guesses where the target ends.',
      fix: 'Parse the target into its parts before routing, and refuse what does not parse.',
    },
  }),
  framingCase({
    id: 'framing.versions',
    title: 'Another version of HTTP is served or refused, and never misread',
    framed: versions,
    explain: {
      sends: 'Requests that call themselves HTTP/1.0, HTTP/1.9 and HTTP/3.7, one with the version in lower case, and one without a version.',
      expects: 'The first two are served or refused; the others are refused or the connection is closed.',
      why: 'Minor versions are compatible, major ones are not (RFC 9110 §2.5), and the name of the protocol has one spelling.',
      failure: 'The parser ignores what stands behind the target.',
      fix: 'Use an HTTP parser in its strict mode.',
    },
  }),
  framingCase({
    id: 'framing.methods',
    title: 'A method that nobody knows is refused, whatever its length',
    framed: methods,
    explain: {
      sends: 'Requests whose method is an unknown word, PUT, the right word in lower case, and a word of 8 KiB.',
      expects: 'Status 405 or 501 or another refusal, or a closed connection.',
      why: 'Methods are case-sensitive, and an unknown one is not implemented (RFC 9110 §9.1).',
      failure: 'The server treats every method as POST, or folds case.',
      fix: 'Route by the exact method and refuse all others.',
    },
  }),
  framingCase({
    id: 'framing.sizes',
    title: 'Large head sections are served or refused, and nothing else happens',
    framed: sizes,
    explain: {
      sends: 'Requests with one field of 64 KiB, with 64 KiB of fields, with 10 000 fields, and with a name of 16 KiB.',
      expects: 'Each is served, or refused with 431 or another refusal, or the connection is closed.',
      why: 'A head section is read before anybody is known, so that it needs a limit, and a limit needs an answer.',
      failure: 'The server falls over, hangs, or needs ages for many fields.',
      fix: 'Cap the head section in bytes and in fields, and answer 431.',
    },
  }),
  framingCase({
    id: 'framing.content-coding',
    title: 'A body is not read as though it had no content coding where one is named',
    framed: contentCoding,
    explain: {
      sends: 'Requests with a plain body that is said to be in a content coding that nobody knows, and in gzip.',
      expects: 'Status 415 or another refusal.',
      why: 'The body is not what its bytes look like (RFC 9110 §8.4); 415 tells the sender which codings are understood.',
      failure: 'The server ignores Content-Encoding and reads the bytes as they are.',
      fix: 'Refuse every Content-Encoding that is not decoded, with 415.',
    },
  }),
  framingCase({
    id: 'framing.repeated-fields',
    title: 'A repeated field line is read in one way or refused, and nothing falls over',
    framed: repeatedFields,
    explain: {
      sends: 'Requests with Content-Type twice, the same and different ones in both orders, and with each of the fields that mirror the message twice with the same value.',
      expects: 'Each is served, or refused with 400, 415 or another refusal.',
      why: 'A proxy may repeat a field; RFC 9110 §5.3 reads the lines as one list, and many servers take one of them.',
      failure: 'A list is found where a text was expected, and the fault shows as one of the server.',
      fix: 'Read a field through one function that knows what to do with several lines.',
    },
  }),
]
