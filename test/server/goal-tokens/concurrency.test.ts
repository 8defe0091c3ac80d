/** One token, a thousand calls at once: exactly one is ok, in one process, in several, and over every transport. */
import { join } from 'node:path'
import t from 'tap'
import { issueGoalToken } from '../../../server/goal-tokens/goal-tokens.ts'
import { startHttpServer } from '../../../server/index.ts'
import { openStore } from '../../../server/store/open.ts'
import { newWorld } from '../handoff/world.ts'
import { temporaryFolder } from '../store/temporary.ts'
import { startProcess } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import { mcpHttpCaller, mcpStdioCaller, plainHttpCaller } from '../support/tool-callers.ts'
import type { Answer, ToolCaller } from '../support/tool-callers.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

const calls = 1000

function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

t.test('in one process', async (t) => {
  const world = await newWorld(t)
  const { goal_token: token } = await world.acceptance.issue(world.as('alpha'), { project_id: 'proj' })
  const reasons = await Promise.all(
    Array.from({ length: calls }, async () => (await world.acceptance.verify(world.as('beta'), { project_id: 'proj', token })).reason),
  )
  t.same(countOf(reasons), { ok: 1, already_consumed: calls - 1 })
})

t.test('in several processes on one database', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock: Date.now })
  const { goal_token: token } = await issueGoalToken({ store, clock: Date.now }, 'alpha', { projectId: 'proj', body: undefined, ttlS: 300 })
  await store.close()
  const processes = 4
  const env = { PATH: process.env['PATH'] ?? '' }
  const verifiers = Array.from({ length: processes }, () => startProcess([join(import.meta.dirname, 'verifier.ts'), path, String(calls / processes)], env))
  t.teardown(() => verifiers.forEach((verifier) => verifier.kill()))
  await Promise.all(verifiers.map(async (verifier) => verifier.untilStdout(/ready\n/)))
  for (const verifier of verifiers) verifier.child.stdin?.write(`${token}\n`)
  const counts = await Promise.all(
    verifiers.map(async (verifier) => {
      const [text] = await verifier.untilStdout(/\{.*\}/)
      return JSON.parse(text) as { ok?: number; already_consumed?: number }
    }),
  )
  const sum = (name: 'ok' | 'already_consumed'): number => counts.reduce((total, count) => total + (count[name] ?? 0), 0)
  t.equal(sum('ok'), 1)
  t.equal(sum('already_consumed'), calls - 1)
})

t.test('over HTTP and in stdio processes on one database', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, ratePerMinute: 1_000_000, log: () => undefined })
  t.teardown(() => server.close())
  const token = registry.token('alice')
  const callers: ToolCaller[] = [mcpHttpCaller(server.url, token), plainHttpCaller(server.url, token), mcpStdioCaller(registry, 'alice'), mcpStdioCaller(registry, 'bob')]
  t.teardown(async () => Promise.all(callers.map(async (caller) => caller.close())))
  // Each process is there before the race begins.
  for (const caller of callers) t.match(await caller.call('accept_handoff', { project_id: 'proj' }), { content: { result: 'ok' } }, caller.transport)
  const issued = await callers[0]?.call('issue_handoff_token', { project_id: 'proj' })
  const input = { project_id: 'proj', goal_token: issued?.content['goal_token'] }
  const answers = await Promise.all(
    callers.flatMap((caller) => Array.from({ length: calls / callers.length }, async () => untilAnswered(async () => caller.call('accept_handoff', input)))),
  )
  t.same(countOf(answers.map(({ content }) => String(content['result']))), { ok: 1, STALE_HANDOFF: calls - 1 })
  const reasons = answers.map(({ content }) => String((content['token_check'] as Record<string, unknown>)['reason']))
  t.same(countOf(reasons), { ok: 1, already_consumed: calls - 1 })
})

/** A database that is busy has answered nothing. */
async function untilAnswered(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call()
    if ((answer.content['error'] as { readonly code?: string } | undefined)?.code !== 'busy') return answer
  }
}
