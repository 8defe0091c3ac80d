import t from 'tap'
import { acceptanceOf, acceptancePath, isAcceptancePath, refusalIn } from '../../../harness/target/acceptance.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'

const listed = [{ name: 'accept_handoff', needsNothing: true, readOnly: false }]

t.test('whose names count', async (t) => {
  const own = { tool: 'check' }
  t.strictSame(acceptanceOf({ acceptHandoff: own, adapter: referenceAdapter }, listed), own, 'those of the owner, listed or not')
  t.strictSame(acceptanceOf({ adapter: referenceAdapter }, listed), referenceAdapter.acceptHandoff, 'else those of the adapter')
  t.equal(acceptanceOf({ adapter: referenceAdapter }, []), undefined, 'where the target lists the tool')
  t.equal(acceptanceOf({}, listed), undefined, 'a name alone makes nothing an acceptance tool')
})

t.test('paths of the endpoint', async (t) => {
  for (const path of ['/projects/{project_id}/handoff/accept', '/{project_id}']) t.ok(isAcceptancePath(path), path)
  for (const path of ['projects/{project_id}', '//host/{project_id}', '/projects', '/{project_id}/{project_id}', '/{project_id}?a=b', '/{project_id}#a', '/a b/{project_id}', '/a\\{project_id}']) t.notOk(isAcceptancePath(path), path)
  const path = '/p/{project_id}/accept'
  t.equal(acceptancePath(path, 'proj-alpha'), '/p/proj-alpha/accept')
  t.equal(acceptancePath(path, 'a/b c%é$&'), '/p/a%2Fb%20c%25%C3%A9%24%26/accept')
  for (const unnameable of ['', '.', '..', '\ud800']) t.equal(acceptancePath(path, unnameable), undefined, JSON.stringify(unnameable))
})

t.test('errors as data', async (t) => {
  t.strictSame(refusalIn({ error: { code: 'invalid_input', field: 'live_items' } }), { code: 'invalid_input', field: 'live_items' })
  t.strictSame(refusalIn({ error: { code: 'payload_too_large', field: 3 } }), { code: 'payload_too_large', field: undefined })
  for (const other of [undefined, null, 'error', {}, { error: 'invalid_input' }, { error: { code: 1 } }]) t.equal(refusalIn(other), undefined, JSON.stringify(other))
})

t.test('what a target file may not say of it', async (t) => {
  const file = (rest: string): string => `version: 1\n${rest}\naccept_handoff: { tool: accept, path: /accept }\n`
  t.throws(() => parseTargetFile(file('url: http://127.0.0.1:1/mcp'), 'target.yaml'), /target\.yaml:3:\d+ path must be an absolute path/)
  t.throws(() => parseTargetFile(file('transport: stdio\nstart: { command: [node] }').replace('/accept', '"/{project_id}"'), 'target.yaml'), /"path" has no meaning with transport: stdio/)
})
