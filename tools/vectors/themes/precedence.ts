/**
 * Which failure is reported where several hold. Each step is written once as it holds and once as it fails; each vector
 * puts two or more of them together.
 */
import { board, capability, consistent, diverged, drift, foreign, foreignId, foreignPath, inconsistent, manifest, ok, sha256, stale, tokenOk, unavailable } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'
import type { Checks, Input, Vector, Verdict } from '../format.ts'

interface Step {
  readonly name: string
  readonly holds: Input
  readonly fails: Input
  /** What the verdict shows of the step where it holds. */
  readonly part: Partial<Checks>
  /** The verdict where this is the first step that fails. */
  readonly rejects: (before: Partial<Checks>) => Verdict
}

const alpha = { project_id: 'proj-alpha' }
const wrong = sha256('[]')
const tools = sha256('["meridian"]')
const revision = sha256('[["i1","pending",""]]')
const items = [{ id: 'i1', status: 'pending', tool_requirements: [{ name: 'meridian' }] }]
const ownBody = '<project_start_config project_id="proj-alpha">'
const foreignBody = '<project_start_config project_id="proj-other">'

const foreignProject = inconsistent([['project_id', 'proj-other']], foreignId("'proj-other'", "'proj-alpha'"))
const foreignRepository = inconsistent([['repo_path', '/srv/beta']], foreignPath("'/srv/beta'", "'/srv/alpha'"))
const missing = capability(['read'], ['write'], ['read'])

const identity: Step = {
  name: 'identity', holds: { presented_body: ownBody }, fails: { presented_body: foreignBody },
  part: { identity_check: consistent(['project_id', 'proj-alpha']) }, rejects: (before) => foreign(foreignProject, before),
}
const path: Step = {
  name: 'path', holds: { presented_body: ownBody }, fails: { presented_body: '<project_start_config repo_path="/srv/beta">', expected_repo_path: '/srv/alpha' },
  part: {}, rejects: (before) => foreign(foreignRepository, before),
}
const capabilityStep: Step = {
  name: 'capability', holds: { required_tools: ['read'], available_tools: ['read'] }, fails: { required_tools: ['read'], available_tools: ['write'] },
  part: { capability_check: capability(['read'], ['read']) }, rejects: (before) => unavailable(missing, before),
}
const manifestStep: Step = {
  name: 'manifest', holds: { live_items: items, expected_required_tools_hash: tools }, fails: { live_items: items, expected_required_tools_hash: wrong },
  part: { tool_manifest_check: manifest(tools, '["meridian"]') }, rejects: (before) => drift(manifest(wrong, '["meridian"]'), before),
}
const boardStep: Step = {
  name: 'board', holds: { live_items: items, expected_board_revision: revision }, fails: { live_items: items, expected_board_revision: wrong },
  part: { board_check: board(revision, '[["i1","pending",""]]') }, rejects: (before) => diverged(board(wrong, '[["i1","pending",""]]'), before),
}

const afterToken = [identity, path, capabilityStep, manifestStep, boardStep]
const later = [identity, capabilityStep, manifestStep, boardStep]
const merged = (...inputs: readonly Input[]): Input => Object.assign({}, ...inputs) as Input
const parts = (steps: readonly Step[]): Partial<Checks> => Object.assign({}, ...steps.map(({ part }) => part)) as Partial<Checks>

/** Everything holds, and then a set of steps fails. */
function failing(steps: readonly Step[]): Input {
  return merged(alpha, ...later.map(({ holds }) => holds), ...steps.map(({ fails }) => fails))
}

const consumed = accept({ ...alpha, goal_token: T }, ok({ token_check: tokenOk }))

/** A failing token against each later step that fails too. */
function tokenFirst(step: Step): Vector[] {
  const presented = { ...alpha, goal_token: T, ...step.fails }
  const comment = (reason: string) => `Runs the ${step.name} check before the token check, here with a token that is ${reason}, or shows its object although it was not reached.`
  return [
    plain(`precedence-not-found-${step.name}`, comment('unknown'), { ...presented, goal_token: '0123456789abcdef' }, stale('not_found')),
    tokened(`precedence-consumed-${step.name}`, comment('consumed'), token(), consumed, accept(presented, stale('already_consumed'))),
    tokened(`precedence-expired-${step.name}`, comment('expired'), token(), accept(presented, stale('expired'), 301)),
    tokened(`precedence-wrong-project-${step.name}`, comment('bound to another project'), token({ project_id: 'proj-beta' }), accept(presented, stale('wrong_project'))),
    tokened(`precedence-body-${step.name}`, comment('bound to another body'), token({ body: 'another body' }), accept({ presented_body: '/goal', ...presented }, stale('body_mismatch'))),
  ]
}

/** Both fail: the earlier one is reported, and nothing is shown of the later one. */
function bothFail(first: Step, second: Step): Vector {
  return plain(`precedence-${first.name}-${second.name}`, `Runs the ${second.name} check before the ${first.name} check, or goes on after the first failure.`,
    { ...alpha, ...second.fails, ...first.fails }, first.rejects({}))
}

/** The earlier one holds and keeps its object where the later one fails. */
function keepsObject(first: Step, second: Step): Vector {
  return plain(`precedence-${first.name}-holds-${second.name}`, `Drops the object of the ${first.name} check, which held, where the ${second.name} check fails.`,
    { ...alpha, ...first.holds, ...second.fails }, second.rejects(first.part))
}

const pairs = later.flatMap((first, index) => later.slice(index + 1).map((second) => [first, second] as const))

export const precedenceTheme = [
  group('The token comes first', 'Order', afterToken.flatMap(tokenFirst)),

  group('Two later steps fail', 'Order', [
    ...pairs.map(([first, second]) => bothFail(first, second)),
    ...[capabilityStep, manifestStep, boardStep].map((second) => bothFail(path, second)),
  ]),

  group('The earlier step holds', 'Order', [
    ...afterToken.map((step) => tokened(`precedence-token-holds-${step.name}`, `Drops the object of the token check, which held, where the ${step.name} check fails.`, token(),
      accept({ ...alpha, goal_token: T, ...step.fails }, step.rejects({ token_check: tokenOk })))),
    ...pairs.map(([first, second]) => keepsObject(first, second)),
  ]),

  group('All five at once', 'Order', [
    tokened('precedence-all-hold', 'Rejects where every check runs and holds, or leaves an object out.', token({ body: ownBody }),
      accept({ ...failing([]), goal_token: T }, ok({ token_check: tokenOk, ...parts(later) }))),
    tokened('precedence-all-fail', 'Reports another failure than the first where everything fails.', token({ body: 'another body' }),
      accept({ ...failing(later), goal_token: T }, stale('body_mismatch'))),
    tokened('precedence-all-fail-unknown-token', 'Collects the reasons of all failures instead of returning at the first.', [],
      accept({ ...failing(later), goal_token: '0123456789abcdef' }, stale('not_found'))),
    ...later.map((step, index) => tokened(`precedence-from-${step.name}`, `Reports a later failure than that of the ${step.name} check, or loses what came before it.`, token({ body: step === identity ? foreignBody : ownBody }),
      accept({ ...failing(later.slice(index)), goal_token: T }, step.rejects({ token_check: tokenOk, ...parts(later.slice(0, index)) })))),
    ...later.slice(0, -1).map((step, index) => tokened(`precedence-only-${step.name}`, `Runs on after the ${step.name} check has failed and shows the objects of later checks that hold.`, token({ body: step === identity ? foreignBody : ownBody }),
      accept({ ...failing([step]), goal_token: T }, step.rejects({ token_check: tokenOk, ...parts(later.slice(0, index)) })))),
  ]),
]
