/**
 * `npm test`: runs every test file in a process of its own, in an order drawn from a seed, prints TAP, and fails a
 * file that leaves processes or temporary files behind. It drives tap through its API and not through its command
 * line, since that one sorts the files, or shuffles them without a seed.
 */
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import type { ChildProcess } from 'node:child_process'
import t from 'tap'
import { shuffled, testFiles } from './runner/files.ts'
import { parseRunOptions } from './runner/options.ts'
import { endGroup, signalGroup } from './runner/process-group.ts'
import { makeRooms } from './runner/room.ts'
import { failureLines, replayLine } from './runner/summary.ts'
import type { FileReport } from './runner/summary.ts'
import { seedVariable } from './support/seed.ts'

/** Generous: a deadline only ends what hangs. */
const fileTimeoutMs = 300_000
const leftoverGraceMs = 2_000

const root = process.cwd()
const options = parseRunOptions(process.argv.slice(2))
const files = shuffled(testFiles(root, options.filters), options.seed)
if (files.length === 0) {
  process.stderr.write(`No test file has ${options.filters.join(' or ')} in its path.\n`)
  process.exit(2)
}
if (options.list) {
  process.stdout.write(`${files.join('\n')}\n`)
  process.exit(0)
}

const rooms = makeRooms(files)
const running = new Set<number>()
const reports: FileReport[] = []
process.on('exit', () => {
  for (const leader of running) signalGroup(leader, 'SIGKILL')
  rooms.remove()
})
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
  process.on(signal, () => void stop(code))
}

t.setTimeout(0)
// Each file listens for its own process.
t.setMaxListeners(files.length + 10)
t.jobs = Math.min(options.jobs, availableParallelism() * 4)
t.comment(`seed ${options.seed}, ${files.length} files, ${t.jobs} at a time, Node ${process.version}`)
await Promise.all(files.map(runFile))
await t.test('every file has tests and leaves nothing behind', async (t) => {
  for (const report of reports) {
    for (const flaw of report.flaws) t.fail(`${report.file}: ${flaw}`)
  }
  t.equal(reports.length, files.length, 'every file was looked at')
})
t.comment(summary())

function summary(): string {
  const failed = reports.filter((report) => !report.ok || report.flaws.length > 0)
  const checks = reports.reduce((sum, report) => sum + report.checks, 0)
  const seconds = (process.uptime()).toFixed(1)
  const lines = [`${files.length - failed.length} files passed, ${failed.length} failed (${checks} tests, ${seconds} s, seed ${options.seed})`]
  for (const report of failed) lines.push(...failureLines(report))
  if (failed.length > 0) lines.push(replayLine(options))
  return lines.join('\n')
}

/** Runs one file; what it writes to stderr is shown only where it fails. */
async function runFile(file: string): Promise<void> {
  const started = Promise.withResolvers<ChildProcess>()
  t.on('spawn', (subtest) => {
    if (subtest.name !== file) return
    subtest.on('preprocess', (spawnOptions) => Object.assign(spawnOptions, { detached: true }))
    subtest.on('process', started.resolve)
  })
  const errors = started.promise.then((child) => {
    if (child.pid !== undefined) running.add(child.pid)
    return child.stderr === null ? '' : text(child.stderr)
  })
  const results = await t.spawn('env', [...withoutPreloads(), process.execPath, file], {
    cwd: root,
    // Of tap itself within the file, too: left alone it is 30 s, which a busy machine can take.
    env: { ...process.env, TMPDIR: rooms.of(file), TAP_TIMEOUT: String(fileTimeoutMs / 1000), NODE_COMPILE_CACHE: rooms.compiled, [seedVariable]: String(options.seed) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: fileTimeoutMs,
    buffered: true,
  }, file)
  const child = await started.promise
  const flaws: string[] = []
  if (results?.count === 0 && ['', 'no tests found'].includes(results.plan.skipReason)) flaws.push('it has no test')
  if (child.pid !== undefined) {
    if (await endGroup(child.pid, leftoverGraceMs)) flaws.push('it left a process running')
    running.delete(child.pid)
  }
  flaws.push(...rooms.left(file).map((name) => `it left the temporary file ${name}`))
  const failures = (results?.failures ?? []).map((failure) => failure.fullname)
  reports.push({ file, ok: results?.ok === true, checks: results?.count ?? 0, failures, stderr: await errors, flaws })
}

/** tap loads a recorder of coverage into every process below us, servers included; they run without it. */
function withoutPreloads(): string[] {
  const options = process.env['NODE_OPTIONS']
  return options === undefined ? ['-u', 'NODE_OPTIONS'] : [`NODE_OPTIONS=${options}`]
}

/** Ctrl-C: the groups get the signal and a moment for their own cleaning, then the exit handler kills what is left. */
async function stop(code: number): Promise<void> {
  // Registered last, so that it has the last word over tap, which sets 1 for tests that never ended.
  process.on('exit', () => { process.exitCode = code })
  process.stderr.write(`\nInterrupted; ending ${running.size} test processes.\n${replayLine(options)}\n`)
  for (const leader of running) signalGroup(leader, 'SIGTERM')
  await Promise.all([...running].map(async (leader) => endGroup(leader, leftoverGraceMs)))
  process.exit(code)
}
