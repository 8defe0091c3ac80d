import t from 'tap'
import { openTarget } from '../../../harness/target/open-target.ts'
import { targetDriver } from '../../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import { startMcpServer } from '../support/mcp-server.ts'

t.setTimeout(60_000)
process.env['RENEWAL_SECRET'] = 'the-secret-of-one-client'

t.test('the same token with a later end ends later', async (t) => {
  const token = 'the-same-opaque-token-always'
  const server = await startMcpServer({ tokens: { [token]: 'alpha' } })
  t.teardown(async () => server.close())
  let expiresIn = 0.001
  const authorization = await startAuthorizationServer({ clients: { one: 'the-secret-of-one-client' }, issue: () => ({ token, expiresIn }) })
  t.teardown(async () => authorization.close())
  const file = parseTargetFile(`version: 1\nurl: ${server.url.href}\nauth: { kind: oauth, oauth: { issuer: "${authorization.issuer}", client_id: one, client_secret_env: RENEWAL_SECRET } }\n`, 'target.yaml')
  const opened = await openTarget({ driver: targetDriver(file), target: file.target, secrets: () => undefined })
  if (opened.kind === 'finding') throw new Error(opened.finding.title)
  const { target } = opened
  t.teardown(async () => target.fixture.close())
  const before = server.requests
  expiresIn = 3_600
  for (const _ of ['asked for again', 'kept']) {
    const again = await target.fresh?.(60_000)
    if (again?.kind !== 'open') throw new Error('it was open before')
    const { alpha, fixture, probe } = again.target
    t.ok((alpha.expiresAt ?? 0) > (target.alpha.expiresAt ?? 0) + 3_000_000)
    t.equal(alpha.token, token)
    t.equal(fixture.identities['alpha']?.expiresAt, alpha.expiresAt)
    t.equal(probe, target.probe)
  }
  t.same([authorization.forms.length, server.requests], [2, before], 'and nothing was asked of the target for it')
})
