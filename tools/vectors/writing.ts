/** What themes are written with: a vector from its calls, with the flags that follow from them. */
import { isVerdict } from './format.ts'
import type { Call, Expectation, Flag, Group, Input, SetupToken, Vector } from './format.ts'

/** The token of most vectors, as it stands in an input. */
export const T = '{{token:t}}'

/** A token for project proj-alpha that lives 300 s. */
export function token(options: Partial<SetupToken> = {}): SetupToken {
  return { alias: 't', project_id: 'proj-alpha', ttl_s: 300, minted_at_s: 0, ...options }
}

export function accept(input: Input, expect: Expectation, at_s = 0): Call {
  return { at_s, input, expect }
}

export function verify(input: Input, expect: Expectation, at_s = 0): Call {
  return { at_s, via: 'verify', input, expect }
}

/** A vector of one call without a token. @param comment What an implementation does wrong that fails it. */
export function plain(id: string, comment: string, input: Input, expect: Expectation): Vector {
  return vector(id, comment, [], [accept(input, expect)])
}

/** A vector whose calls need tokens. @param comment What an implementation does wrong that fails it. */
export function tokened(id: string, comment: string, tokens: SetupToken | readonly SetupToken[], ...calls: readonly Call[]): Vector {
  return vector(id, comment, [tokens].flat(), calls)
}

/** What the contract leaves to an implementation: reported, never failed. */
export function implementationDefined(of: Vector): Vector {
  return { ...of, flags: of.flags.map((flag) => (flag === 'contract' ? 'implementation-defined' : flag)) }
}

export function group(name: string, section: string, vectors: readonly Vector[]): Group {
  return { name, source: `accept_handoff contract: ${section}`, vectors }
}

/** The flags that follow from what a vector holds. */
export function flagsOf(tokens: readonly SetupToken[], calls: readonly Call[]): readonly Flag[] {
  const flags: Flag[] = ['contract']
  if (calls.some(({ expect }) => isVerdict(expect))) flags.push('reasons-exact')
  if (new Set([...tokens.map(({ minted_at_s }) => minted_at_s), ...calls.map(({ at_s }) => at_s)]).size > 1) flags.push('needs-clock')
  if (tokens.length > 0) flags.push('needs-issue')
  return flags
}

function vector(id: string, comment: string, tokens: readonly SetupToken[], calls: readonly Call[]): Vector {
  return { id, comment, flags: flagsOf(tokens, calls), setup: { tokens }, calls }
}
