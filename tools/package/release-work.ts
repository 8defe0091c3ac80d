/** What a release takes, done with the installed package alone: parts of a run, the whole of them with every report, signed and verified, and what was found in a server in Python, to its end. */
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Installed } from './installed.ts'
import { expectExit } from './installed.ts'
import { Skip } from './steps.ts'
import type { Step } from './steps.ts'

/** Every reporter that `run` and `merge` offer, with the name of its file. */
const reports = { pretty: 'txt', tap: 'tap', junit: 'xml', sarif: 'sarif', ctrf: 'ctrf.json', json: 'json', github: 'md', html: 'html', badge: 'svg' }

/** The steps build on one another, in this order. */
export function releaseSteps({ folder, start }: Installed): readonly Step[] {
  const ours = (args: readonly string[], env?: Readonly<Record<string, string>>) => start('handoff-conformance', args, env)
  const examples = join('node_modules', 'handoff-conformance', 'docs', 'examples')
  const firstTry = ['--target', join(examples, 'accept-handoff-first-try.yaml')]
  const token = { ACCEPT_TOKEN: randomBytes(16).toString('hex') }

  return [
    {
      name: 'run --shard 1/2 and 2/2 of a part of auth-negative, on the bundled server',
      async run() {
        const parts = ['1', '2'].map((part) => ours(['run', '--only', 'auth.*token', '--level', 'hardening', '--shard', `${part}/2`, '--evidence', join('shards', part)]))
        for (const part of parts) expectExit(await part, 0)
      },
    },
    {
      name: 'merge, with every reporter and a signature',
      async run() {
        makeKey(folder)
        const wanted = Object.entries(reports).flatMap(([reporter, end]) => ['--reporter', `${reporter}=${join('evidence', `report.${end}`)}`])
        expectExit(await ours(['merge', 'shards/1', 'shards/2', '--evidence', 'evidence', '--sign', 'key.pem', ...wanted]), 0)
        for (const end of Object.values(reports)) {
          if (statSync(join(folder, 'evidence', `report.${end}`)).size === 0) throw new Error(`report.${end} is empty`)
        }
      },
    },
    {
      name: 'verify accepts the evidence, and refuses it once a report was changed',
      async run() {
        const verify = () => ours(['verify', 'evidence', '--key', 'key.pub.pem'])
        expectExit(await verify(), 0)
        const report = join(folder, 'evidence', 'report.tap')
        const genuine = readFileSync(report)
        appendFileSync(report, '# all is well\n')
        expectExit(await verify(), 1)
        writeFileSync(report, genuine)
        expectExit(await verify(), 0)
      },
    },
    {
      name: 'report, diff, explain, coverage and completion',
      async run() {
        const page = await ours(['report', 'evidence', '--reporter', 'html'])
        expectExit(page, 0)
        if (page.stdout !== readFileSync(join(folder, 'evidence', 'report.html'), 'utf8').trimEnd()) throw new Error('the page that is rendered again is another one')
        expectExit(await ours(['diff', join('shards', '1'), join('shards', '1')]), 0)
        expectExit(await ours(['explain', 'auth.no-store']), 0)
        expectExit(await ours(['coverage']), 0)
        expectExit(await ours(['completion', 'bash']), 0)
      },
    },
    {
      name: 'a server in Python with a driver of its own',
      async run() {
        await needPython()
        expectExit(await ours(['run', '--target', join(examples, 'python-driver', 'handoff-target.yaml'), '--only', 'auth.*-token', '--level', 'hardening', '--evidence', 'python']), 0)
      },
    },
    {
      name: 'a failure of a server in Python: found, replayed, expected',
      async run() {
        await needPython()
        const only = ['--only', 'accept.vectors-b*', '--evidence', 'first-try']
        expectExit(await ours(['run', ...firstTry, ...only], token), 1)
        const { failures } = JSON.parse(readFileSync(join(folder, 'first-try', 'results.json'), 'utf8')) as { failures: readonly { readonly id: string; readonly case: string }[] }
        const [failure] = failures
        if (failure === undefined) throw new Error('nothing failed of a server with faults')
        const again = await ours(['replay', failure.id, ...firstTry, '--evidence', 'first-try'], token)
        expectExit(again, 1)
        if (!again.stdout.includes('still fails')) throw new Error(`the replay does not say that it still fails:\n${again.all}`)
        const entries = [...new Set(failures.map((each) => each.case))].map((id) => `  - { case: ${id}, reason: known, owner: us, expires: 2999-12-31 }\n`)
        writeFileSync(join(folder, 'expected.yaml'), `version: 1\nexpected:\n${entries.join('')}`)
        expectExit(await ours(['run', ...firstTry, ...only, '--expected', 'expected.yaml'], token), 0)
      },
    },
    {
      name: 'init asks a server that it starts, and what it writes can be run',
      async run() {
        expectExit(await start('handoff-server', ['enable', '--agent', 'planner']), 0)
        expectExit(await ours(['init', '--', 'env', 'HANDOFF_AGENT_ID=planner', join('node_modules', '.bin', 'handoff-server'), 'stdio']), 0)
        if (!existsSync(join(folder, '.github', 'workflows'))) throw new Error('no workflow was written')
        expectExit(await ours(['run', '--target', 'handoff-target.yaml', '--only', 'stdio.*', '--evidence', 'stdio']), 0)
      },
    },
  ]
}

/** Writes `key.pem`, for its owner alone, and `key.pub.pem`. */
function makeKey(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(join(folder, 'key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}

async function needPython(): Promise<void> {
  const { failed } = await execa('python3', ['--version'], { reject: false })
  if (failed) throw new Skip('this host has no Python 3')
}
