/** A project can be named instead of given by its id: when the name counts, when it is ignored, and how it is looked up. */
import { consistent, foreign, foreignId, inconsistent, ok, refused, stale, tokenOk } from '../expectations.ts'
import { T, accept, group, implementationDefined, plain, token, tokened } from '../writing.ts'

const good = ok({ token_check: tokenOk })
const betaBody = '<project_start_config project_id="proj-beta">'

/** Names that are not in the registry. */
const unknown: readonly (readonly [id: string, comment: string, name: string])[] = [
  ['name-unknown', 'Takes an unknown name for no project, or for its own id.', 'nobody'],
  ['name-case', 'Looks names up without regard to case.', 'Alpha'],
  ['name-trailing-space', 'Trims the name.', 'alpha '],
  ['name-leading-space', 'Trims the name.', ' alpha'],
  ['name-prefix', 'Completes a name from its start.', 'alph'],
  ['name-is-id', 'Takes an id for a name.', 'proj-alpha'],
  ['name-full-width', 'Normalises the name to NFKC.', '\uff41lpha'],
  ['name-prototype', 'Looks the name up in an object with a prototype, where constructor is always there.', 'constructor'],
  ['name-proto', 'Looks the name up in an object with a prototype, where __proto__ is always there.', '__proto__'],
]

export const projectNameTheme = [
  group('The name counts', 'Parameters, project_name', [
    tokened('name-resolves-for-token', 'Does not resolve the name for the token check.', token(), accept({ project_name: 'alpha', goal_token: T }, good)),
    tokened('name-resolves-to-other', 'Resolves every name to the same project.', token(), accept({ project_name: 'beta', goal_token: T }, stale('wrong_project'))),
    plain('name-resolves-for-identity', 'Does not resolve the name for the identity check, or shows the name in the reason.', { project_name: 'alpha', presented_body: betaBody },
      foreign(inconsistent([['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'")))),
    plain('name-resolves-and-agrees', 'Compares the name itself with the tag.', { project_name: 'beta', presented_body: betaBody }, ok({ identity_check: consistent(['project_id', 'proj-beta']) })),
    tokened('name-beside-null-id', 'Takes a project_id of null for one that is given.', token(), accept({ project_id: null, project_name: 'alpha', goal_token: T }, good)),
    plain('name-alone', 'Runs a check because a name was given.', { project_name: 'alpha' }, ok()),
  ]),

  group('Unknown names', 'Parameters, project_name', [
    ...unknown.map(([id, wrong, name]) => plain(id, wrong, { project_name: name }, refused('project_name'))),
    plain('name-unknown-with-checks', 'Looks the name up only when a check needs it.', { project_name: 'nobody', required_tools: ['read'], available_tools: [] }, refused('project_name')),
    implementationDefined(plain('name-empty', 'Whether an empty name is an unknown one or none; the contract says nothing of it.', { project_name: '' }, refused('project_name'))),
    tokened('name-unknown-consumes-nothing', 'Verifies the token before it resolves the name.', token(),
      accept({ project_name: 'nobody', goal_token: T }, refused('project_name')),
      accept({ project_name: 'alpha', goal_token: T }, good)),
  ]),

  group('The name is ignored', 'Parameters, project_name', [
    tokened('name-beside-id', 'Lets the name win over the id.', token(), accept({ project_id: 'proj-alpha', project_name: 'beta', goal_token: T }, good)),
    tokened('name-unknown-beside-id', 'Refuses an unknown name although an id stands beside it.', token(), accept({ project_id: 'proj-alpha', project_name: 'nobody', goal_token: T }, good)),
    plain('name-empty-beside-id', 'Refuses an empty name although an id stands beside it.', { project_id: 'proj-alpha', project_name: '' }, ok()),
    plain('name-null', 'Looks up a name of null.', { project_name: null }, ok()),
    tokened('name-beside-empty-id', 'Takes an empty project_id for an absent one: only null and nothing are absent.', token(),
      accept({ project_id: '', project_name: 'alpha', goal_token: T }, stale('wrong_project'))),
    plain('name-unknown-beside-empty-id', 'Looks the name up beside an empty project_id, which is given.', { project_id: '', project_name: 'nobody' }, ok()),
  ]),
]
