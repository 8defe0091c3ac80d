/**
 * `npm run conformance`: the official framework, Inspector, curl, the clients of both SDK generations and the manifest,
 * on the product and on the fixture server. Everything runs even where something has failed; exit code 0 means that all
 * of it is green. Evidence goes to `release-evidence/conformance`, or to HANDOFF_CONFORMANCE_OUTPUT.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RunRecord } from '../harness/evidence/results.ts'
import { makeFolder } from '../harness/fixture/disposal.ts'
import { spawnGroup } from '../harness/fixture/spawn-group.ts'
import type { ProcessGroup } from '../harness/fixture/spawn-group.ts'
import { summarise } from './conformance/summary.ts'
import { conformanceTargets } from './conformance/targets.ts'

const root = dirname(import.meta.dirname)
const chosen = process.env['HANDOFF_CONFORMANCE_OUTPUT'] ?? ''
const output = chosen === '' ? join(root, 'release-evidence/conformance') : resolve(chosen)
const folder = await makeFolder()
let interrupted = false
let running: ProcessGroup | undefined
// The first one lets the run end in good order, the second one makes it leave at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    running?.signal('SIGTERM')
  })
}

try {
  const summaries = []
  for (const target of conformanceTargets(root)) {
    if (interrupted) break
    const evidence = join(output, target.name)
    rmSync(join(evidence, 'results.json'), { force: true })
    process.stderr.write(`\n=== ${target.title}\n`)
    await run(['run', ...target.args(folder.path), '--level', 'hardening', '--evidence', evidence, '--timeout', '5m', '--quiet'])
    const summary = summarise(target, recordIn(evidence))
    process.stdout.write(`${summary.lines.join('\n')}\n`)
    summaries.push(summary)
  }
  const green = !interrupted && summaries.every((summary) => summary.green)
  mkdirSync(output, { recursive: true })
  const targets = summaries.map(({ name, green: all, tallies, agreement }) => ({ name, green: all, tallies, agreement }))
  writeFileSync(join(output, 'summary.json'), `${JSON.stringify({ complete: !interrupted, green, targets }, undefined, 2)}\n`)
  process.exitCode = green ? 0 : interrupted ? 130 : 1
  process.stdout.write(`\n${green ? 'All is green.' : interrupted ? 'Interrupted.' : 'Not all is green.'} Evidence: ${output}\n`)
} finally {
  await folder.remove()
}

/** Whatever the run comes to, its results tell. */
async function run(args: readonly string[]): Promise<void> {
  running = spawnGroup({ command: [process.execPath, join(root, 'harness/bin.ts'), ...args], env: {}, cwd: root, onOutput: (text) => void process.stderr.write(text) })
  await running.ended
  running = undefined
}

function recordIn(evidence: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(evidence, 'results.json'), 'utf8')) as RunRecord
  } catch {
    return undefined
  }
}
