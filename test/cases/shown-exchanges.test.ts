/** What is shown with a failure is the exchange that it is about: its input, and in it the field, status or body part that the observation speaks of. */
import t from 'tap'
import { cases, requirements } from '../../cases/index.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import { isFailure, weight } from '../../harness/run/judge.ts'
import type { CaseResult } from '../../harness/run/outcome.ts'
import { runConformance } from '../../harness/run/run.ts'
import { mutants } from '../mutants/catalogue.ts'
import { faultyTarget } from '../mutants/targets.ts'
import type { Fault } from '../mutants/targets.ts'

interface Row {
  readonly mutant: string
  readonly case: string
  /** Of the violation that weighs most. */
  readonly input: RegExp
  /** Each stands in a line of what was sent, or came back. */
  readonly sent: readonly RegExp[]
  readonly received: readonly RegExp[]
  /** Nothing says which exchange it was: these are the first and the last for the input. */
  readonly unsure?: true
}

const rows: readonly Row[] = [
  { mutant: 'refusals-cacheable', case: 'auth.no-store', input: /^no credentials$/, sent: [/^POST /], received: [/^status 401/, /^no field Cache-Control$/] },
  { mutant: 'server-field-with-version', case: 'auth.health-leak', input: /^GET \/healthz$/, sent: [/^GET \/healthz /], received: [/^status 200/, /^server: node\/24/] },
  { mutant: 'lenient-parser', case: 'auth.control-bytes', input: /^NUL inside the token$/, sent: [/^\+ Authorization/], received: [/^status 401/] },
  { mutant: 'continue-before-credentials', case: 'auth.before-body', input: /^Expect: 100-continue$/, sent: [/bytes of the case itself/], received: [/^before it status 100 \(Continue\)$/, /^status 401/] },
  { mutant: 'missing-hash-matches', case: 'auth.uniform-refusal', input: /^revoked$/, sent: [/^Authorization: /], received: [/^status 200/] },
  { mutant: 'method-override-believed', case: 'auth.method-override', input: /^all fields$/, sent: [/^X-HTTP-Method-Override: OPTIONS$/], received: [/^status 200/] },
  { mutant: 'agent-by-field', case: 'auth.identity-spoof', input: /^X-Forwarded-User field$/, sent: [/^X-Forwarded-User: /], received: [/^status 200/], unsure: true },
  { mutant: 'tool-name-with-space', case: 'spec.tool-names', input: /over HTTP/, sent: [/method: "tools\/list"/], received: [/JSON-RPC result with tools/] },
  { mutant: 'stdio-deaf-after-long-line', case: 'stdio.long-lines', input: /a message of 12 MiB$/, sent: [/^a line of 125\d{5} bytes on stdin/], received: [/the process ended/], unsure: true },
]

async function resultOf({ mutant: id, case: only }: Row): Promise<CaseResult | undefined> {
  const mutant = mutants.find((each) => each.id === id)
  if (mutant === undefined || mutant.target === 'test' || mutant.target === 'library') throw new Error(`${id} is no mutant for cases`)
  const fault: Fault = 'rewrite' in mutant ? { kind: 'rewrite', id, rewrite: mutant.rewrite } : 'patch' in mutant ? { kind: 'patch', id, patch: mutant.patch } : { kind: 'bytes', fault: mutant.fault }
  const { driver, target, check } = await faultyTarget(mutant.target === 'proxy' ? 'reference' : mutant.target, fault)
  const chosen = cases.filter((entry) => entry.id === only)
  const used = new Set(chosen.flatMap((entry) => entry.requirements))
  const { results } = await runConformance({
    catalogue: createCatalogue({ cases: chosen, requirements: requirements.filter((each) => used.has(each.id)) }),
    // One revision will do.
    driver, target: only.startsWith('stdio.') ? { ...target, revision: '2026-07-28' } : target, select: { only: [only] }, level: 'hardening', timeoutMs: 100_000, emit: () => undefined, secrets: () => undefined,
  })
  // Also takes the folder away in which a patched process notes down that it was patched.
  check?.()
  return results[0]
}

t.setTimeout(240_000)
t.jobs = 2
for (const row of rows) {
  t.test(`${row.mutant}: ${row.case}`, async (t) => {
    const result = await resultOf(row)
    const [worst] = (result?.observations ?? []).filter(({ ok, level }) => !ok && isFailure(level, 'hardening')).toSorted((one, other) => weight[other.level] - weight[one.level])
    const [shown] = result?.exchanges ?? []
    if (worst === undefined || shown === undefined) {
      t.fail(`the case came to ${result?.outcome ?? 'nothing'} and shows ${shown === undefined ? 'nothing' : 'an exchange'}`)
      return
    }
    t.match(shown.input, row.input)
    t.equal(shown.input, worst.input ?? '', 'the exchange is that of the violation that is named first')
    t.equal(shown.unsure, row.unsure)
    const sent = shown.sent.map(({ text, mark }) => (mark === undefined ? text : `${mark} ${text}`))
    for (const line of row.sent) t.ok(sent.some((each) => line.test(each.trim())), `${String(line)} in what was sent:\n${sent.join('\n')}`)
    for (const line of row.received) t.ok(shown.received.some((each) => line.test(each.trim())), `${String(line)} in what came back:\n${shown.received.join('\n')}`)
    const [, status] = /^status (\d{3})/.exec(worst.actual) ?? []
    if (status !== undefined) t.ok(shown.received.some((each) => each.startsWith(`status ${status}`)), 'the status that the observation speaks of')
  })
}
