/**
 * One thing that is wrong with a registry: where it stands, what it is and how to mend it. It never holds a value of
 * the file, since any value could be a secret in the wrong place.
 */

export interface RegistryProblem {
  /** From 1; 0 where the problem has no place in the text. */
  readonly line: number
  /** From 1, in UTF-16 code units; 0 where the problem has no place in the text. */
  readonly column: number
  /** For example `agents[3].send_to[0]`; empty for the file as a whole. */
  readonly path: string
  readonly message: string
  readonly remedy: string
}

/** One line: `12:7 agents[3].send_to[0]: no agent has this id. Remedy: …`. */
export function formatProblem(problem: RegistryProblem): string {
  const place = problem.line === 0 ? '' : `${problem.line}:${problem.column} `
  const path = problem.path === '' ? '' : `${problem.path}: `
  return `${place}${path}${problem.message}. Remedy: ${problem.remedy}.`
}

/** A name from the file may be shown only if it is built like a key; a secret in the place of a key is not. */
export function shownKey(key: string): string {
  const looksLikeKey = /^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(key) && key.length <= 24
  return looksLikeKey ? key : '(unknown key)'
}
