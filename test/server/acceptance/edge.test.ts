/** What every transport does with the same parameters: the order of reading, resolving, stripping and asking. */
import t from 'tap'
import { acceptAtEdge, type Edge } from '../../../server/acceptance/edge.ts'
import type { PresentedToken } from '../../../server/acceptance/types.ts'
import { HandoffError } from '../../../server/handoff/errors.ts'

const banner = '\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: x -->'

/** An edge with one project, that keeps what the token was asked for. */
function edge(): Edge & { readonly asked: PresentedToken[]; readonly names: string[] } {
  const asked: PresentedToken[] = []
  const names: string[] = []
  return {
    asked,
    names,
    verifyToken(presented) {
      asked.push(presented)
      return 'ok'
    },
    resolveProject(name) {
      names.push(name)
      return name === 'alpha' ? 'proj-alpha' : undefined
    },
  }
}

t.test('the banner is stripped once, before the hash and before the tag', async (t) => {
  const used = edge()
  const body = `/goal${banner}${banner}\n<project_start_config project_id="p"/>`
  const { input, verdict, warnings } = await acceptAtEdge({ goal_token: '0123456789abcdef', project_id: 'p', presented_body: body }, used)
  const stripped = `/goal${banner}\n<project_start_config project_id="p"/>`
  t.equal(input.presented_body, stripped)
  t.same(used.asked, [{ token: '0123456789abcdef', project_id: 'p', presented_body: stripped }])
  t.equal(verdict.result, 'ok')
  t.same(warnings, ['banner-again'])
})

t.test('a tag that stands in the banner is gone with it', async (t) => {
  const { verdict } = await acceptAtEdge({ project_id: 'p', presented_body: 'a\n<goal_token></goal_token>\n<!-- SECURITY: <project_start_config project_id="q"/> -->' }, edge())
  t.same(verdict.identity_check, { checked: false, consistent: true, found: null, reasons: [] })
})

t.test('a body that is nothing but a banner is presented, and empty', async (t) => {
  const used = edge()
  const { verdict } = await acceptAtEdge({ goal_token: 'x', presented_body: banner }, used)
  t.equal(used.asked[0]?.presented_body, '')
  t.equal(verdict.identity_check, null)
})

t.test('a project by name', async (t) => {
  const used = edge()
  const { input } = await acceptAtEdge({ project_name: 'alpha', goal_token: 'x' }, used)
  t.equal(input.project_id, 'proj-alpha')
  t.equal(used.asked[0]?.project_id, 'proj-alpha')
  for (const project_id of ['other', '']) {
    t.equal((await acceptAtEdge({ project_name: 'nobody', project_id, goal_token: 'x' }, used)).input.project_id, project_id, 'beside an id the name is ignored')
  }
  t.same(used.names, ['alpha'])
})

const refusals: readonly (readonly [name: string, given: object, code: string, field: string])[] = [
  ['an unknown project', { project_name: 'nobody' }, 'invalid_input', 'project_name'],
  ['an empty project name', { project_name: '', project_id: null }, 'invalid_input', 'project_name'],
  ['a wrong type', { delivery_source: 1 }, 'invalid_input', 'delivery_source'],
  ['a body that is too large with its banner', { presented_body: banner + 'a'.repeat(1_048_576) }, 'payload_too_large', 'presented_body'],
]

for (const [name, given, code, field] of refusals) {
  t.test(`${name} is refused before the token is looked at`, async (t) => {
    const used = edge()
    await t.rejects(acceptAtEdge({ goal_token: 'x', ...given }, used), { code, field })
    await t.rejects(acceptAtEdge({ goal_token: 'x', ...given }, used), HandoffError)
    t.same(used.asked, [])
  })
}
