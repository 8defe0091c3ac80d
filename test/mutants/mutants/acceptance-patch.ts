/**
 * Mutants of the verdict and of goal tokens are patches of the reference server, told in one line each. Those of the pure
 * verdict meet the golden vectors in the library, but for a few that only a server can show.
 */
import type { LibraryMutant, ServerMutant } from '../mutant.ts'

export type AcceptanceMutant = ServerMutant | LibraryMutant

/** Faults of `acceptance/` that a server is run with: what the tokens of a store meet, and one that the theme of canonical JSON sees on the wire. */
const onTheWire: ReadonlySet<string> = new Set(['body-line-ends', 'body-nfc', 'body-trimmed', 'body-bom', 'deep-fault', 'json-del'])

/** Replaces one text of a file in `server/`. @param kills Without the `accept.` that they all begin with. */
export function faulty(id: string, title: string, file: string, [find, replace]: readonly [find: string, replace: string], ...kills: readonly string[]): AcceptanceMutant {
  const inLibrary = file.startsWith('acceptance/') && !onTheWire.has(id)
  const seenBy = inLibrary ? kills.filter((name) => name.startsWith('vectors-')) : kills
  return { id: `acceptance-${id}`, title, target: inLibrary ? 'library' : 'reference', patch: { file: `server/${file}`, find, replace }, kills: seenBy.map((name) => `accept.${name}`) }
}

/** Puts something behind a text that stays. */
export function after(text: string, more: string): readonly [find: string, replace: string] {
  return [text, text + more]
}

/** Puts something before a text that stays. */
export function before(text: string, more: string): readonly [find: string, replace: string] {
  return [text, more + text]
}
