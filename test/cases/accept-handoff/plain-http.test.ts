import t from 'tap'
import { plainInput, plainRequest } from '../../../cases/accept-handoff/plain-http.ts'

const body = '<PROJECT_START_CONFIG project_id="a">'

const inputs: readonly (readonly [what: string, input: Record<string, unknown>, refused: boolean, project: string | undefined])[] = [
  ['a project', { project_id: 'p', goal_token: 't' }, false, 'p'],
  ['nothing that a project counts for', { required_tools: ['a'] }, false, 'proj-alpha'],
  ['an empty token and a body without a tag', { project_id: null, goal_token: '', presented_body: 'hello' }, false, 'proj-alpha'],
  ['a token without a project', { goal_token: 't' }, false, undefined],
  ['a tag without a project', { presented_body: body }, false, undefined],
  ['a name that would be resolved', { project_name: 'alpha' }, false, undefined],
  ['a call that is refused whatever project it names', { goal_token: 1 }, true, 'proj-alpha'],
  ['a refused call with a name', { project_name: 'nobody', goal_token: 1 }, true, undefined],
  ['a project that is no text', { project_id: 1 }, true, undefined],
  ['an empty project', { project_id: '' }, false, undefined],
  ['dots', { project_id: '..' }, false, undefined],
]
for (const [what, input, refused, project] of inputs) {
  const plain = plainInput(input, refused)
  t.equal(plain.kind === 'request' ? plain.projectId : undefined, project, what)
  if (plain.kind === 'request') t.notOk('project_id' in plain.body)
}

const request = plainRequest('/p/{project_id}', { name: 'alpha', agentId: 'alpha', token: 'secret' }, 'a/b', '{}')
t.match(request, { method: 'POST', target: '/p/a%2Fb' })
t.ok(request.headers.some(([name, value]) => name === 'Authorization' && value === 'Bearer secret'))
t.notOk(plainRequest('/p/{project_id}', undefined, 'a', '{}').headers.some(([name]) => name === 'Authorization'))
t.throws(() => plainRequest('/p/{project_id}', undefined, '.', '{}'), /no path can carry/)
