/**
 * Reads what `explain-verdict` is given: the parameters of accept_handoff by themselves, or
 * `{ "input": …, "token_reason": …, "projects": { NAME: ID } }`, which stands in for the server that is not there.
 */
import { invalid, isObject, readText, SizeFaults } from './input-faults.ts'
import { tokenReasons, type TokenReason } from './types.ts'

export interface ExplainInput {
  /** The parameters, not read yet. */
  readonly input: unknown
  readonly tokenReason: TokenReason | undefined
  readonly projects: ReadonlyMap<string, string>
}

const wrapperKeys = ['input', 'token_reason', 'projects']

/** No parameter is called `input`, so that nothing can be taken for the other. @throws HandoffError `invalid_input` */
export function readExplainInput(given: unknown): ExplainInput {
  if (!isObject(given) || !Object.hasOwn(given, 'input')) return { input: given, tokenReason: undefined, projects: new Map() }
  const stray = Object.keys(given).find((key) => !wrapperKeys.includes(key))
  if (stray !== undefined) throw invalid(stray, `Beside input there may be ${wrapperKeys.slice(1).join(' and ')} only.`)
  return { input: given['input'], tokenReason: readReason(given['token_reason']), projects: readProjects(given['projects']) }
}

function readReason(value: unknown): TokenReason | undefined {
  if (value === undefined || value === null) return undefined
  const reason = tokenReasons.find((each) => each === value)
  if (reason === undefined) throw invalid('token_reason', `It must be one of: ${tokenReasons.join(', ')}.`)
  return reason
}

function readProjects(value: unknown): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return new Map()
  if (!isObject(value)) throw invalid('projects', 'It must be an object from names to ids.')
  const sizes = new SizeFaults()
  const projects = new Map(Object.entries(value).map(([name, id]) => [name, readText(id, `projects.${name}`, sizes)]))
  sizes.throwFirst()
  return projects
}
