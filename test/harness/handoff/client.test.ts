import t from 'tap'
import { requirements } from '../../../cases/index.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { handoffClients } from '../../../harness/handoff/open-clients.ts'
import type { Case } from '../../../harness/run/case.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startHttpServer } from '../../../server/index.ts'

const explain = { sends: 'a', expects: 'b', why: 'c', failure: 'd', fix: 'e' }

t.test('the operations of the contract, and a policy that is edited between them', async (t) => {
  const seen: unknown[] = []
  const scenario: Case['scenario'] = async (context) => {
    const clients = handoffClients(context)
    const { alpha, beta, fixture } = context
    if (beta === undefined) throw new Error('there is one identity')
    const sender = await clients.as(alpha)
    const recipient = await clients.as(beta)
    seen.push((await sender.perform({ kind: 'whoami' })).kind)
    const sent = await sender.perform({ kind: 'send', input: { recipient: 'beta', title: 'T', summary: 'S', request: 'R', idempotency_key: 'a-key-of-mine' } })
    if (sent.kind !== 'ok' || sent.result.kind !== 'change') throw new Error('it was not sent')
    const { id } = sent.result.handoff
    seen.push(sent.result.replayed, sent.result.handoff.status)
    const acknowledged = await recipient.perform({ kind: 'acknowledge', input: { handoff_id: id, expected_version: 1 } })
    if (acknowledged.kind === 'ok' && acknowledged.result.kind === 'change') seen.push(acknowledged.result.handoff.status, acknowledged.result.handoff.version)
    await fixture.setPolicy(beta, { receiveFrom: [] })
    seen.push(await sender.perform({ kind: 'get', input: { handoff_id: id } }))
    await fixture.setPolicy(beta, { receiveFrom: ['alpha'] })
    const third = await fixture.issueToken({ expiresInMs: 60_000, policy: { sendTo: ['beta'], ceiling: 'public-safe' } })
    const whoami = await (await clients.as(third)).perform({ kind: 'whoami' })
    if (whoami.kind === 'ok' && whoami.result.kind === 'whoami') seen.push(whoami.result.whoami.send_to, whoami.result.whoami.disclosure_ceiling)
    const child = await sender.perform({ kind: 'send', input: { recipient: 'beta', title: 'T', summary: 'S', request: 'R', parent_id: id } })
    seen.push(child)
    clients.close()
    context.observe({ requirement: '', ok: true, expected: 'x', actual: 'y' })
  }
  const entry: Case = { id: 'lifecycle.client', suite: 'lifecycle', title: 'x', requirements: [requirements[0]?.id ?? ''], fixture: 'own', fixtureOptions: { maxDepth: 0 }, explain, scenario: async (context) => { await scenario({ ...context, observe: (given) => { context.observe({ ...given, requirement: requirements[0]?.id ?? '' }) } }) } }
  const summary = await runConformance({
    catalogue: createCatalogue({ cases: [entry], requirements: requirements.slice(0, 1) }), driver: createReferenceDriver({ start: startHttpServer }),
    target: { name: 'reference', claims: { auth: 'static-bearer', adapter: referenceAdapter } }, select: {}, level: 'hardening', emit: () => undefined, secrets: () => undefined,
  })
  t.strictSame(summary.faults, [])
  t.match(seen, ['ok', false, 'queued', 'accepted', 2, { kind: 'refused', code: 'not_found', field: 'handoff_id' }, ['beta'], 'public-safe', { kind: 'refused', code: 'depth_exceeded' }])
})
