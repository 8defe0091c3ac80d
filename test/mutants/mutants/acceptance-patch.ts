/** Mutants of the verdict and of goal tokens are patches of the reference server, told in one line each. */
import type { ServerMutant } from '../mutant.ts'

/** Replaces one text of a file in `server/`. @param kills Without the `accept.` that they all begin with. */
export function faulty(id: string, title: string, file: string, [find, replace]: readonly [find: string, replace: string], ...kills: readonly string[]): ServerMutant {
  return { id: `acceptance-${id}`, title, target: 'reference', patch: { file: `server/${file}`, find, replace }, kills: kills.map((name) => `accept.${name}`) }
}

/** Puts something behind a text that stays. */
export function after(text: string, more: string): readonly [find: string, replace: string] {
  return [text, text + more]
}

/** Puts something before a text that stays. */
export function before(text: string, more: string): readonly [find: string, replace: string] {
  return [text, more + text]
}
