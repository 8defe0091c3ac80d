/**
 * One thing that is wrong with a registry: where it stands, what it is and how to mend it. It never holds a value of
 * the file, since any value could be a secret in the wrong place.
 */

/** The closed registry of what can be wrong; scripts match the code. */
export const registryProblems = {
  too_large: 'The file is larger than a registry may be; nothing of it is read.',
  bad_encoding: 'The line is not valid UTF-8.',
  bad_yaml: 'The text is no YAML here; what follows is not checked.',
  too_complex: 'The file holds more values than a registry can have, or nests deeper; nothing of it is read.',
  multiple_documents: 'The file holds more than one YAML document.',
  empty: 'The file holds nothing.',
  tag: 'A YAML tag, which could change what a value means.',
  directive: 'A YAML directive, which could change what the file means.',
  bad_alias: 'An alias stands for nothing that was written before it.',
  alias_expansion: 'The aliases of the file expand to more than is allowed.',
  missing_key: 'A required key is not there.',
  unknown_key: 'A key that a registry does not have at this place.',
  duplicate_key: 'A key stands twice in one map.',
  wrong_type: 'A value, or a key, is of another type than it has to be.',
  unsupported_version: 'The version of the file is none that this server reads.',
  too_few: 'A list has fewer entries than it needs.',
  too_many: 'A list has more entries than it may have.',
  bad_length: 'A text is empty, or longer than it may be.',
  bad_characters: 'A text holds what it must not: a control character, half of a surrogate pair, or white space at an end.',
  bad_id: 'A text is no id of an agent.',
  bad_ceiling: 'A text is no disclosure ceiling.',
  bad_hash: 'A text is no SHA-256 digest in lower-case hexadecimal.',
  bad_time: 'A text is no point in time with an offset, or names a date that does not exist.',
  missing_expiry: 'An agent has a token and no expiry.',
  wildcard_in_company: 'A list has `*` and other entries.',
  duplicate_id: 'Two agents, or two projects, have one id.',
  duplicate_name: 'Two projects have one name.',
  duplicate_hash: 'Two agents have one token.',
  duplicate_entry: 'A list has one entry twice.',
  unknown_reference: 'A list names an agent that the file does not have.',
} as const

export type RegistryProblemCode = keyof typeof registryProblems

export interface RegistryProblem {
  readonly code: RegistryProblemCode
  /** From 1; 0 where the problem has no place in the text. */
  readonly line: number
  /** From 1, in Unicode code points, without a byte order mark; 0 where the problem has no place in the text. */
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
