/**
 * Faults of how a registry is read. Most of them meet the registry vectors in the library; at least one for each case meets
 * a running server and its validator.
 */
import type { LibraryMutant, ServerMutant } from '../mutant.ts'

type Edit = readonly [find: string, replace: string]

/** Replaces one text of a file in `server/registry/`. @param kills Without the `registry.` that they all begin with. */
function inLibrary(id: string, title: string, file: string, [find, replace]: Edit, ...kills: readonly string[]): LibraryMutant {
  return { id: `registry-${id}`, title, target: 'library', patch: { file: `server/registry/${file}.ts`, find, replace }, kills: kills.map((name) => `registry.vectors-${name}`) }
}

/** @param file Of `server/`. @param kills Without the `registry.` that they all begin with. */
function onServer(id: string, title: string, file: string, [find, replace]: Edit, ...kills: readonly string[]): ServerMutant {
  return { id: `registry-${id}`, title, target: 'reference', patch: { file: `server/${file}.ts`, find, replace }, kills: kills.map((name) => `registry.${name}`) }
}

const nothing = 'void 0'
const unknownKey = "        this.report(keyField, 'unknown_key', 'this key is not known'"
const noDuplicates = "  reportRepeats(reader, entries, 'duplicate_entry', 'the list has this entry already', 'remove one of them')\n"
const sharedHash = "  reportRepeats(reader, drafts.flatMap((draft) => draft.tokenSha256 ?? []), 'duplicate_hash', 'another agent has the same token', 'issue each agent its own token')\n"
const isString = "    if (typeof value === 'string') return value\n"
const realDate = 'if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined'

export const registryMutants: readonly (LibraryMutant | ServerMutant)[] = [
  onServer('version-two', 'Version 2 is read as though it were version 1.', 'registry/load', ['!reader.isPlain(version, String(registryVersion))', "!reader.isPlain(version, String(registryVersion)) && !reader.isPlain(version, '2')"], 'vectors-bytes', 'vectors-together', 'vectors-version'),
  onServer('unknown-keys', 'Unknown keys are passed over.', 'registry/reader', [unknownKey, `        if (key === '') ${unknownKey.trim()}`], 'vectors-bytes', 'vectors-keys', 'vectors-nesting', 'vectors-secrets', 'vectors-together'),
  onServer('id-short', 'An id may have one character.', 'registry/schema', ['[a-z0-9._-]{1,63}$', '[a-z0-9._-]{0,63}$'], 'vectors-ids'),
  onServer('text-units', 'Lengths are counted in UTF-16 code units.', 'registry/reader', ['Array.from(value).length', 'value.length'], 'vectors-texts'),
  onServer('star-in-company', 'The wildcard counts beside ids.', 'registry/agent', ['star !== undefined && fields.length > 1', 'star !== undefined && fields.length > 500'], 'vectors-lists', 'vectors-together'),
  onServer('truthy', 'The text true counts as true, and 1 as well.', 'registry/reader', ["    if (typeof value === 'boolean') return value\n", "    if (typeof value === 'boolean') return value\n    if (value === 1 || value === 'true') return true\n"], 'vectors-together', 'vectors-values'),
  onServer('date-rolls-over', 'The 30th of February is the 2nd of March.', 'registry/instant', [realDate, nothing], 'vectors-times'),
  onServer('second-document', 'The first of two documents counts.', 'registry/document', ['    if (!readable) break\n', "    if (!readable) break\n    if (error.code === 'MULTIPLE_DOCS') continue\n"], 'vectors-secrets', 'vectors-yaml'),
  onServer('lossy', 'Bytes that are no UTF-8 become U+FFFD.', 'registry/text', ['if (isUtf8(bytes)) return', 'if (bytes.byteLength > 0) return'], 'vectors-bytes'),
  onServer('no-aliases', 'Aliases stand for nothing.', 'registry/document', ['resolve: (node) => (isAlias(node) ? targets.get(node) : node)', 'resolve: (node) => (isAlias(node) && targets.size > 0 ? undefined : node)'], 'vectors-nesting'),
  onServer('first-problem', 'Only the first problem is told.', 'commands/validate', ['throw new InvalidRegistry(registry, parsed.problems)', 'throw new InvalidRegistry(registry, parsed.problems.slice(0, 1))'], 'vectors-bytes', 'vectors-ids', 'vectors-keys', 'vectors-lists', 'vectors-nesting', 'vectors-secrets', 'vectors-texts', 'vectors-together', 'vectors-yaml'),
  onServer('key-shown', 'The names of unknown keys are shown, whatever they are.', 'registry/problem', ["return looksLikeKey ? key : '(unknown key)'", "return looksLikeKey || key !== '' ? key : '(unknown key)'"], 'vectors-secrets'),
  onServer('value-logged', 'The running server logs a file that it refuses.', 'registry/source', ['    this.#options.log(this.#snapshot === undefined || this.#staleLogged', "    if (typeof cause !== 'string') this.#options.log(cause.subarray(0, 2000).toString('utf8'))\n    this.#options.log(this.#snapshot === undefined || this.#staleLogged"], 'vectors-secrets'),
  onServer('last-good-dropped', 'A broken edit leaves no policy in force.', 'registry/source', ['    const parsed = parseRegistry(bytes)\n', '    const parsed = parseRegistry(bytes)\n    if (!parsed.ok) this.#snapshot = undefined\n'], 'vectors-bytes', 'vectors-ids', 'vectors-keys', 'vectors-lists', 'vectors-nesting', 'vectors-secrets', 'vectors-texts', 'vectors-times', 'vectors-together', 'vectors-values', 'vectors-version', 'vectors-yaml'),
  onServer('ready-though-broken', 'The server is ready while its registry is broken.', 'registry/source', ["this.#fault === undefined ? 'ready' : 'degraded'", "this.#fault === undefined || this.#snapshot !== undefined ? 'ready' : 'degraded'"], 'vectors-bytes', 'vectors-ids', 'vectors-keys', 'vectors-lists', 'vectors-nesting', 'vectors-secrets', 'vectors-texts', 'vectors-times', 'vectors-together', 'vectors-values', 'vectors-version', 'vectors-yaml'),
  onServer('named-by-text', 'A policy is named by its text, whatever its line ends are.', 'registry/load', ["createHash('sha256').update(bytes)", "createHash('sha256').update(decoded.text.replaceAll('\\r\\n', '\\n'))"], 'vectors-bytes'),
  onServer('mode-readable', 'A file that others can write is taken where they cannot read it.', 'registry/safe-file', ['if ((mode & 0o077) === 0) return', 'if ((mode & 0o044) === 0) return'], 'file-mode'),
  onServer('place-of-map', 'A wrong value is told at the beginning of the file.', 'registry/reader', ['this.problems.push({ code, ...this.#document.place(field.offset), path', 'this.problems.push({ code, ...this.#document.place(0), path'], 'vectors-bytes', 'vectors-ids', 'vectors-keys', 'vectors-lists', 'vectors-nesting', 'vectors-secrets', 'vectors-texts', 'vectors-times', 'vectors-together', 'vectors-values', 'vectors-version'),

  inLibrary('version-text', 'A text that looks like the version is the version.', 'reader', ["return scalar?.type === 'PLAIN' && scalar.source === source", 'return scalar !== undefined && String(scalar.value) === source'], 'version'),
  inLibrary('version-default', 'A file without a version is of version 1.', 'schema', ["required: ['version', 'agents'], optional: ['projects']", "required: ['agents'], optional: ['version', 'projects']"], 'version', 'yaml'),
  inLibrary('last-key', 'The last of equal keys counts.', 'reader', ['      if (first !== undefined) {\n', '      if (first !== undefined && !known.has(key)) {\n'], 'keys', 'together'),
  inLibrary('missing-keys', 'Only the first key has to be there.', 'reader', ['if (!seen.has(key)) this.report', 'if (!seen.has(key) && key === rules.required[0]) this.report'], 'keys', 'nesting', 'together', 'yaml'),
  inLibrary('keys-by-case', 'Keys are compared without regard to case.', 'reader', ['      const key = keyNode.value\n', '      const key = keyNode.value.toLowerCase()\n'], 'keys'),
  inLibrary('id-long', 'An id may have 65 characters.', 'schema', ['[a-z0-9._-]{1,63}$', '[a-z0-9._-]{1,64}$'], 'ids'),
  inLibrary('id-case', 'An id may have upper case.', 'schema', ['agentIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/', 'agentIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/i'], 'ids', 'lists', 'secrets', 'together'),
  inLibrary('id-multiline', 'An id may be followed by a line end.', 'schema', ['agentIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/', 'agentIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/m'], 'ids'),
  inLibrary('ids-twice', 'The last of two agents with one id counts.', 'agent', ["reportRepeats(reader, drafts.flatMap((draft) => draft.id ?? []), 'duplicate_id'", "reportRepeats(reader, [], 'duplicate_id'"], 'ids', 'nesting', 'together'),
  inLibrary('numbers-as-text', 'A number is a text.', 'reader', [isString, `${isString}    if (typeof value === 'number') return String(value)\n`], 'ids', 'lists', 'texts', 'times', 'together', 'values'),
  inLibrary('null-as-absent', 'An optional key may be null.', 'agent', ["    return value === undefined ? undefined : how(value)\n", "    return value === undefined || ('value' in value.node && value.node.value === null) ? undefined : how(value)\n"], 'ids', 'lists', 'texts', 'times', 'values'),
  inLibrary('name-length', 'A text may have 101 characters.', 'schema', ['textLength: 100', 'textLength: 101'], 'texts'),
  inLibrary('name-controls', 'Names may hold control characters.', 'reader', ["/\\p{Cc}/u.test(value) || !value.isWellFormed()", '!value.isWellFormed()'], 'bytes', 'texts'),
  inLibrary('name-trimmed', 'Names are trimmed.', 'reader', ['    if (value.trim() !== value) {\n', '    if (value.trim() === value) return value\n    if (value.trim() !== "") return value.trim()\n    {\n'], 'texts'),
  inLibrary('project-names', 'Two projects may have one name.', 'load', ["readUnique(reader, keys?.get('name'), seenNames, 'duplicate_name')", "readUnique(reader, keys?.get('name'), new Map(), 'duplicate_name')"], 'texts'),
  inLibrary('projects-most', '101 projects may be there.', 'schema', ['  projects: 100,', '  projects: 101,'], 'texts'),
  inLibrary('agents-most', '501 agents may be there.', 'schema', ['  agents: 500,', '  agents: 501,'], 'lists'),
  inLibrary('agents-none', 'A file may have no agent.', 'load', ['if (entries?.length === 0) reader.report', 'if (entries === undefined) reader.report'], 'keys', 'lists'),
  inLibrary('entries-most', 'A list may have 101 entries.', 'schema', ['  listEntries: 100,', '  listEntries: 101,'], 'lists'),
  inLibrary('entries-twice', 'An entry may be there twice.', 'agent', [noDuplicates, ''], 'lists', 'together'),
  inLibrary('references-sent', 'Only send_to has to name agents that exist.', 'agent', ['references: [...(sendTo ?? []), ...(receiveFrom ?? [])]', 'references: [...(sendTo ?? [])]'], 'lists', 'together', 'yaml'),
  inLibrary('references', 'An unknown agent may be named.', 'agent', ['if (!ids.has(value)) reader.report', 'if (ids.size === 0 && !ids.has(value)) reader.report'], 'bytes', 'lists', 'secrets', 'together', 'yaml'),
  inLibrary('ceiling-case', 'Ceilings are compared without regard to case.', 'agent', ['ceilings.find((known) => known === value)', 'ceilings.find((known) => known === value.toLowerCase())'], 'values'),
  inLibrary('ceiling-default', 'An unknown ceiling is the lowest.', 'agent', ['const ceiling = ceilings.find((known) => known === value)', 'const ceiling = ceilings.find((known) => known === value) ?? ceilings[0]'], 'secrets', 'together', 'values'),
  inLibrary('hash-case', 'A hash may be in upper case.', 'schema', ['/^[0-9a-f]{64}$/', '/^[0-9a-f]{64}$/i'], 'together', 'values'),
  inLibrary('hash-length', 'A hash may be longer than it is.', 'schema', ['/^[0-9a-f]{64}$/', '/^[0-9a-f]{64}/'], 'values'),
  inLibrary('hash-shared', 'Two agents may have one token.', 'agent', [sharedHash, ''], 'nesting', 'values'),
  inLibrary('token-for-ever', 'A token needs no expiry.', 'agent', ["keys.has('token_sha256') && !keys.has('expires_at')", "keys.has('token_sha256') && keys.size === 0"], 'together', 'values'),
  inLibrary('time-local', 'A time without an offset is in UTC.', 'instant', ['(?:Z|([+-])(\\d{2}):(\\d{2}))$/', '(?:Z|([+-])(\\d{2}):(\\d{2}))?$/'], 'times'),
  inLibrary('time-offset', 'The offset is passed over.', 'instant', ["return match[8] === '-' ? local + offset : local - offset", 'return offset < 0 ? undefined : local'], 'times'),
  inLibrary('time-sign', 'The offset is applied in the wrong direction.', 'instant', ["match[8] === '-' ? local + offset : local - offset", "match[8] === '-' ? local - offset : local + offset"], 'times'),
  inLibrary('time-fraction', 'A fraction is a number of milliseconds.', 'instant', [".padEnd(3, '0')", ".padStart(3, '0')"], 'times'),
  inLibrary('tags', 'Tags are passed over.', 'lexemes', ["if (type === 'tag') report", "if (type === 'tag' && lexeme === '') report"], 'secrets', 'yaml'),
  inLibrary('yaml-1-1', 'YAML 1.1 is read.', 'document', ["version: '1.2', schema: 'core'", "version: '1.1', schema: 'yaml-1.1'"], 'bytes', 'ids', 'keys', 'lists', 'nesting', 'secrets', 'texts', 'times', 'together', 'values', 'version', 'yaml'),
  inLibrary('yaml-quoted', 'The line that is no YAML is quoted.', 'document', ['report(error.pos[0], code, message, remedy)', "report(error.pos[0], code, `${message}: ${text.split('\\n')[place(error.pos[0]).line - 1] ?? ''}`, remedy)"], 'secrets'),
  inLibrary('yaml-echo', 'What follows a fault of structure is told too.', 'document', ['    if (!readable) break\n', ''], 'secrets', 'yaml'),
  inLibrary('empty', 'An empty file allows nothing and is good.', 'load', ["      code: 'empty', line: 1", "      code: 'empty', line: 2"], 'yaml'),
  inLibrary('size', 'A file may have a byte more than 1 MiB.', 'schema', ['fileBytes: 1024 * 1024', 'fileBytes: 1024 * 1024 + 1'], 'bytes'),
  inLibrary('size-exact', 'A file of exactly 1 MiB is too large.', 'text', ['bytes.byteLength > bounds.fileBytes', 'bytes.byteLength >= bounds.fileBytes'], 'bytes'),
  inLibrary('mark', 'A byte order mark is a part of the first key.', 'text', ['text: new TextDecoder().decode(bytes)', "text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)"], 'bytes'),
  inLibrary('columns', 'Columns are counted in UTF-16 code units.', 'places', ['(text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1', '1'], 'bytes'),
  inLibrary('lines', 'The first line has the number 0.', 'places', ['return low + 1', 'return low'], 'bytes', 'ids', 'keys', 'lists', 'nesting', 'secrets', 'texts', 'times', 'together', 'values', 'version', 'yaml'),
  inLibrary('alias-cap', 'Aliases expand without a bound.', 'schema', ['aliasedNodes: 100_000', 'aliasedNodes: Infinity'], 'nesting'),
  inLibrary('alias-scope', 'An alias may stand before its anchor, and within it.', 'document', ['if (anchor?.size === undefined) {', 'if (anchor === undefined) {'], 'nesting'),
  inLibrary('depth', 'Nesting has no bound.', 'schema', ['  depth: 16,', '  depth: 1_000_000,'], 'nesting'),
  inLibrary('order', 'Problems are told in the order in which they are found.', 'load', ['problems: problems.sort((a, b) => a.line - b.line || a.column - b.column)', 'problems'], 'keys', 'lists', 'nesting', 'together', 'yaml'),
]
