/**
 * `npm run conformance`: the official framework, Inspector, curl, the clients of both SDK generations and the manifest,
 * on the product and on the fixture server, both at a time, since most of it waits. Everything runs even where something
 * has failed; exit code 0 means that all of it is green. Evidence goes to `release-evidence/conformance`, or to
 * HANDOFF_CONFORMANCE_OUTPUT.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import { makeFolder } from '../harness/fixture/disposal.ts'
import { spawnGroup } from '../harness/fixture/spawn-group.ts'
import type { ProcessGroup } from '../harness/fixture/spawn-group.ts'
import { summarise } from './conformance/summary.ts'
import type { TargetSummary } from './conformance/summary.ts'
import { conformanceTargets } from './conformance/targets.ts'
import type { ConformanceTarget } from './conformance/targets.ts'

const root = dirname(import.meta.dirname)
const chosen = process.env['HANDOFF_CONFORMANCE_OUTPUT'] ?? ''
const output = chosen === '' ? join(root, 'release-evidence/conformance') : resolve(chosen)
const folder = await makeFolder()
// Dozens of processes of the same few programs: what one has compiled the others need not.
const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(folder.path, 'compiled')
let interrupted = false
const running = new Set<ProcessGroup>()
// The first one lets the runs end in good order, the second one makes them leave at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const group of running) group.signal('SIGTERM')
  })
}

try {
  const summaries = await Promise.all(conformanceTargets(root).map(judge))
  const green = !interrupted && summaries.every((summary) => summary.green)
  mkdirSync(output, { recursive: true })
  const targets = summaries.map(({ name, green: all, tallies, agreement }) => ({ name, green: all, tallies, agreement }))
  writeFileSync(join(output, 'summary.json'), `${JSON.stringify({ complete: !interrupted, green, targets }, undefined, 2)}\n`)
  process.exitCode = green ? 0 : interrupted ? 130 : 1
  process.stdout.write(`\n${green ? 'All is green.' : interrupted ? 'Interrupted.' : 'Not all is green.'} Evidence: ${output}\n`)
} finally {
  await folder.remove()
}

/** What a run writes is shown when it has ended, so that two do not mix. */
async function judge(target: ConformanceTarget): Promise<TargetSummary> {
  const evidence = join(output, target.name)
  rmSync(join(evidence, 'results.json'), { force: true })
  process.stderr.write(`Running: ${target.title}\n`)
  const said = await run(['run', ...target.args(folder.path), '--level', 'hardening', '--evidence', evidence, '--timeout', '5m', '--quiet'])
  const summary = summarise(target, recordIn(evidence))
  process.stderr.write(said)
  process.stdout.write(`\n${summary.lines.join('\n')}\n`)
  return summary
}

/** Whatever the run comes to, its results tell. */
async function run(args: readonly string[]): Promise<string> {
  if (interrupted) return ''
  let said = ''
  const group = spawnGroup({ command: [process.execPath, join(root, 'harness/bin.ts'), ...args], env: { NODE_COMPILE_CACHE: compiled }, cwd: root, onOutput: (text) => { said += text } })
  running.add(group)
  await group.ended
  running.delete(group)
  return said
}

function recordIn(evidence: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(evidence, 'results.json'), 'utf8')) as RunRecord
  } catch {
    return undefined
  }
}
