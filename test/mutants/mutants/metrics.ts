/** Faults of metrics, of the log beside them, of migrations, of stale policies and of how a list is read: tests of the server see them. */
import type { TestMutant } from '../mutant.ts'

const counting = 'test/server/metrics/counting.test.ts'
const instruments = 'test/server/metrics/instruments.test.ts'
const storeCounts = 'test/server/metrics/store-counts.test.ts'
const stderrTest = 'test/server/metrics/json-stderr.test.ts'
const stale = 'test/server/registry/stale-policy.test.ts'
const migration = 'test/server/store/migration.test.ts'
const queue = 'test/server/store/write-queue.test.ts'
const inbox = 'test/server/handoff/inbox-access.test.ts'

const changes = 'server/handoff/changes.ts'
const otlp = 'server/metrics/otlp.ts'
const histogram = 'server/metrics/instruments.ts'
const stderr = 'server/metrics/json-stderr.ts'
const policy = 'server/registry/source.ts'
const migrate = 'server/store/migrate.ts'

function faulty(id: string, title: string, test: string, file: string, find: string, replace: string): TestMutant {
  return { id: `metrics-${id}`, title, target: 'test', test, patch: { file, find, replace } }
}

function other(id: string, title: string, test: string, file: string, find: string, replace: string): TestMutant {
  return { id, title, target: 'test', test, patch: { file, find, replace } }
}

export const metrics: readonly TestMutant[] = [
  faulty('claims-again', 'A handoff that is taken on again after a block counts as accepted again.', counting, changes, "return status === 'queued' || !wasEver(transaction, id, 'accepted')", 'return true'),
  faulty('claim-after-block', 'A first claim after a block is not counted.', counting, changes, "return status === 'queued' || !wasEver(transaction, id, 'accepted')", "return status === 'queued'"),
  faulty('no-expiry', 'Handoffs that expire are not counted.', counting, changes, "return to === 'completed' || to === 'expired'", "return to === 'completed'"),
  faulty('undone', 'A change is counted where it is undone, too.', storeCounts, 'server/store/store.ts', 'this.#statements.prepare(sql), changes })', 'this.#statements.prepare(sql), changes: { push: (change: CountedChange) => { this.#metrics.changed(change) } } as never })'),
  faulty('one-code', 'Every refusal counts under one code.', counting, 'server/tools/table.ts', 'metrics.denied(refusal.code)', "metrics.denied('internal')"),
  faulty('limit-uncounted', 'A call beyond the limit of its identity is refused and not counted.', counting, 'server/http/intake.ts', "this.#options.denied?.('rate_limited')", ''),
  faulty('milliseconds', 'Durations are told in milliseconds.', counting, 'server/tools/table.ts', '(performance.now() - begin) / 1000', 'performance.now() - begin'),
  faulty('agent-label', 'Durations are told by agent.', counting, 'server/tools/table.ts', 'metrics.toolAnswered(tool.name,', 'metrics.toolAnswered(caller.agentId,'),
  faulty('plain-log', 'The log of a server that tells metrics is text.', counting, 'server/domain.ts', 'options.log(jsonLine(line, clock))', 'options.log(line)'),
  faulty('no-last', 'Nothing is told when the server ends.', counting, 'server/metrics/reporter.ts', 'this.#timer = undefined\n    await this.#tell()', 'this.#timer = undefined'),
  faulty('once', 'Nothing is told between start and end.', counting, 'server/metrics/reporter.ts', 'setInterval(() => void this.#tell(),', 'setInterval(() => undefined,'),
  faulty('own-clock', 'Snapshots have the time of the machine and not of the server.', counting, 'server/metrics/reporter.ts', 'const takenAt = clock()', 'const takenAt = Date.now()'),
  faulty('overdue-open', 'An overdue handoff is open until somebody finds it.', storeCounts, 'server/store/open-handoffs.ts', ' AND (expires_at IS NULL OR expires_at > ?)"', ' AND ? IS NOT NULL"'),
  faulty('no-retries', 'Waiting for a lock is not counted.', storeCounts, 'server/store/write-queue.ts', 'if (isBusy(error)) this.#retried()', 'if (isBusy(error)) void 0'),
  faulty('busy-uncounted', 'Giving up on a lock is no error of the store.', storeCounts, 'server/store/store.ts', "told.code === 'busy'", 'false'),
  faulty('bound-above', 'A value that is a bound falls into the bucket above it.', instruments, histogram, 'value <= bound', 'value < bound'),
  faulty('no-last-bucket', 'What is above the last bound is in no bucket.', instruments, histogram, '.concat(0)', ''),
  faulty('delta', 'Sums that grow are told as differences.', instruments, otlp, 'const cumulative = 2', 'const cumulative = 1'),
  faulty('numbers', 'Counts are JSON numbers.', instruments, otlp, 'asInt: String(count)', 'asInt: count'),
  faulty('microseconds', 'Times are told in microseconds.', instruments, otlp, '* 1000n', ''),
  faulty('warnings-as-text', 'Warnings of Node are printed as text beside the log.', stderrTest, stderr, "process.removeAllListeners('warning')", ''),
  faulty('half-lines', 'What is written in pieces comes out in pieces.', stderrTest, stderr, 'rest = lines.pop() ??', "rest = '' ??"),
  faulty('exception-text', 'The message of an exception that nobody caught is told.', stderrTest, stderr, "faultLine('handoff-server', error)", 'String(error)'),
  faulty('log-alone', 'Only the log is JSON, and not what else is written to stderr.', stderrTest, 'server/commands/speak-json.ts', 'if (wantsMetrics(process.env, envFileOf(process.argv)))', 'if (false)'),

  other('stale-past-the-limit', 'At the limit of its staleness a policy is in force still.', stale, policy, '>= maxStaleS * 1000', '> maxStaleS * 1000'),
  other('stale-unwired', 'The HTTP server knows no limit of staleness.', stale, 'server/http/start.ts', 'policyMaxStaleS: options.policyMaxStaleS,', 'policyMaxStaleS: undefined,'),
  other('stale-ready', 'Readiness does not tell a policy that is too old from one that is degraded.', stale, policy, "this.#snapshot === undefined || this.#isStale()) return 'unavailable'", "this.#snapshot === undefined) return 'unavailable'"),
  other('stale-for-good', 'A registry that was mended is as broken as it was.', stale, policy, 'this.#snapshot = parsed.snapshot\n    this.#fault = undefined', 'this.#snapshot = parsed.snapshot'),
  other('stale-since-first', 'A second fault is as old as the first one was.', stale, policy, 'since: this.#fault?.since ?? this.#options.clock() }', 'since: ((this as any).first ??= this.#options.clock()) }'),

  other('migration-step-by-step', 'Each step of a migration is committed by itself.', migration, migrate, 'for (const sql of migrations.slice(from)) db.exec(sql)', 'for (const [step, sql] of migrations.slice(from).entries()) {\n      db.exec(sql)\n      db.exec(`PRAGMA user_version = ${from + step + 1}; COMMIT; BEGIN IMMEDIATE`)\n    }'),
  other('migration-newer-opened', 'A schema that is one newer is opened.', migration, migrate, 'if (version > migrations.length)', 'if (version > migrations.length + 1)'),
  other('migration-newer-log', 'What a newer program left in its log is moved into the file before it is refused.', migration, 'server/store/open.ts', 'const db = connect(path, true)', 'const db = connect(path, false)'),
  other('migration-new-key', 'A migration draws a new key for cursors.', migration, migrate, 'if (from === 0) {', "if (from > 0) db.prepare(\"UPDATE meta SET value = ? WHERE name = 'cursor_key'\").run(randomBytes(32).toString('hex'))\n    if (from === 0) {"),

  other('list-reads-hidden', 'A list reads what its reader may not see before it leaves it out.', inbox, 'server/handoff/access.ts', '      if (!mayAccess(policy, agentId, { ...parties, sensitivity }, now)) continue\n', ''),
  other('list-view-narrow', 'A list leaves out the least sensitive handoffs.', inbox, 'server/handoff/access.ts', 'for (const sensitivity of ceilings) {', 'for (const sensitivity of ceilings.slice(1)) {'),
  other('list-sorts-due', 'What is overdue is found by sorting all that waits.', inbox, 'server/store/handoffs.ts', ' INDEXED BY handoffs_due', ''),
  other('list-sorts', 'Pages are made by sorting all of a list.', inbox, 'server/store/handoffs.ts', 'ORDER BY created_at DESC, id DESC`', 'ORDER BY +created_at DESC, id DESC`'),
  other('list-expires-all', 'All that is overdue expires in one transaction, however much it is.', inbox, 'server/handoff/reads.ts', 'const expiryBatch = 100', 'const expiryBatch = 100_000'),

  other('commit-of-one', 'Every change is committed by itself.', queue, 'server/store/write-queue.ts', 'const batchLimit = 64', 'const batchLimit = 1'),
  other('commit-of-all', 'All that waits is committed at once, however much it is.', queue, 'server/store/write-queue.ts', 'const batchLimit = 64', 'const batchLimit = 10_000'),
  other('commit-at-once', 'A commit does not wait for what is on its way.', queue, 'server/store/write-queue.ts', 'const gatherTurns = 16', 'const gatherTurns = 1'),
  other('commit-for-ever', 'A commit waits for as long as more is on its way.', queue, 'server/store/write-queue.ts', ' && this.#waiting.length < batchLimit && turns < gatherTurns)', ')'),
]
