/** What the themes of registry vectors are written with: a good file, changes of it, and what is expected, by hand. */
import { createHash } from 'node:crypto'
import type { Agent, Content, Expectation, Flag, Group, Problem, Project, Text, Vector } from './format.ts'

export const plannerToken = 'handoff_Canary-Token-planner-0123456789-ABCDEFGHIJK'
export const builderToken = 'handoff_Canary-Token-builder-0123456789-ABCDEFGHIJK'
export const plannerHash = sha256(plannerToken)
export const builderHash = sha256(builderToken)

/** By their hashes. */
export const tokens: Readonly<Record<string, string>> = { [plannerHash]: plannerToken, [builderHash]: builderToken }

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The file that most vectors change in one place. Its lines are counted in what is expected. */
export const good = `version: 1
projects:
  - id: p1
    name: Project One
agents:
  - id: planner
    display_name: The planner
    enabled: true
    send_to: [builder]
    receive_from: [builder]
    disclosure_ceiling: internal
    token_sha256: ${plannerHash}
    expires_at: 2999-01-31T12:00:00Z
  - id: builder
    display_name: The builder
    enabled: true
    send_to: []
    receive_from: [planner]
    disclosure_ceiling: restricted
    token_sha256: ${builderHash}
    expires_at: 2999-01-31T12:00:00Z
`

export const planner: Agent = {
  id: 'planner', display_name: 'The planner', enabled: true, send_to: ['builder'], receive_from: ['builder'],
  disclosure_ceiling: 'internal', token_sha256: plannerHash, expires_at: '2999-01-31T12:00:00.000Z',
}

export const builder: Agent = {
  id: 'builder', display_name: 'The builder', enabled: true, send_to: [], receive_from: ['planner'],
  disclosure_ceiling: 'restricted', token_sha256: builderHash, expires_at: '2999-01-31T12:00:00.000Z',
}

export const projectOne: Project = { id: 'p1', name: 'Project One' }

/** The good file says this. */
export const goodContent: Content = { agents: [planner, builder], projects: [projectOne] }

/** The good file with texts replaced, each of which is there once. @throws Error where one is not. */
export function edited(...edits: readonly (readonly [find: string, replace: string])[]): string {
  let text = good
  for (const [find, replace] of edits) {
    if (text.split(find).length !== 2) throw new Error(`the good file does not have this once: ${JSON.stringify(find)}`)
    text = text.replace(find, () => replace)
  }
  return text
}

/** The good content with a planner that differs. */
export function withPlanner(parts: Partial<Agent>): Content {
  return { agents: [{ ...planner, ...parts }, builder], projects: [projectOne] }
}

/** The good content with a builder that differs. */
export function withBuilder(parts: Partial<Agent>): Content {
  return { agents: [planner, { ...builder, ...parts }], projects: [projectOne] }
}

/** One agent without a token, as text in flow style. */
export function flowAgent(id: string, parts: Readonly<Record<string, string>> = {}): string {
  const { display_name = 'x', enabled = 'true', send_to = '[]', receive_from = '[]', disclosure_ceiling = 'internal', ...more } = parts
  const rest = Object.entries(more).map(([key, value]) => `, ${key}: ${value}`).join('')
  return `{id: ${id}, display_name: ${display_name}, enabled: ${enabled}, send_to: ${send_to}, receive_from: ${receive_from}, disclosure_ceiling: ${disclosure_ceiling}${rest}}`
}

/** What `flowAgent` says without parts. */
export function plainAgent(id: string, parts: Partial<Agent> = {}): Agent {
  return { id, display_name: 'x', enabled: true, send_to: [], receive_from: [], disclosure_ceiling: 'internal', token_sha256: null, expires_at: null, ...parts }
}

export function at(code: Problem['code'], line: number, column: number): Problem {
  return { code, line, column }
}

/** A file that is taken. @param comment What an implementation does wrong that fails it. */
export function accepted(id: string, comment: string, text: Text, content: Content): Vector {
  return vector(id, comment, { text }, { accepted: content })
}

/** A file that is refused, with everything that is wrong with it. */
export function refused(id: string, comment: string, text: Text, ...problems: readonly Problem[]): Vector {
  return vector(id, comment, { text }, { refused: problems })
}

/** A file that is no UTF-8. */
export function bytes(id: string, comment: string, content: Uint8Array, expect: Expectation): Vector {
  return vector(id, comment, { base64: Buffer.from(content).toString('base64') }, expect)
}

/** A file that is refused without a word of these texts. */
export function secret(id: string, comment: string, text: Text, secrets: readonly string[], ...problems: readonly Problem[]): Vector {
  return { ...refused(id, comment, text, ...problems), secrets }
}

/** What the contract leaves to an implementation: reported, never failed. */
export function implementationDefined(of: Vector): Vector {
  return { ...of, flags: ['implementation-defined'] }
}

export function group(name: string, section: string, vectors: readonly Vector[]): Group {
  return { name, source: `handoff server contract: ${section}`, vectors }
}

/** Faults of YAML: that the file is refused is settled, and what else a reader says of it is not. */
const loose: ReadonlySet<Problem['code']> = new Set(['too_large', 'bad_encoding', 'bad_yaml', 'too_complex', 'multiple_documents', 'empty', 'tag', 'directive', 'bad_alias', 'alias_expansion'])

/** The flags that follow from what a vector expects. */
export function flagsOf(expect: Expectation): readonly Flag[] {
  return 'refused' in expect && !expect.refused.some(({ code }) => loose.has(code)) ? ['contract', 'problems-exact'] : ['contract']
}

function vector(id: string, comment: string, file: Vector['file'], expect: Expectation): Vector {
  return { id, comment, flags: flagsOf(expect), file, expect }
}
