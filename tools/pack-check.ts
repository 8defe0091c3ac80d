/** `npm run pack:check`: the published package must work in an empty folder, without anything of this repository. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import getPort from 'get-port'
import manifest from '../package.json' with { type: 'json' }
import { expectExit, installPacked } from './package/installed.ts'
import { findOldNode } from './package/old-node.ts'
import { releaseSteps } from './package/release-work.ts'
import { runSteps } from './package/steps.ts'
import type { Step } from './package/steps.ts'

const root = dirname(import.meta.dirname)
const bins = Object.keys(manifest.bin)
const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json')).map((entry) => entry.replace(/^\./, manifest.name))

const installed = await installPacked(root)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    installed.remove()
    process.exit(130)
  })
}
const { folder, start } = installed

const steps: Step[] = [
  ...bins.map((bin): Step => ({
    name: `${bin} --version`,
    async run() {
      const result = await start(bin, ['--version'])
      expectExit(result, 0)
      if (!result.stdout.includes(manifest.version)) throw new Error(`it says ${result.stdout} and not ${manifest.version}`)
    },
  })),
  {
    name: 'handoff-conformance list',
    async run() {
      const result = await start('handoff-conformance', ['list'])
      expectExit(result, 0)
      if (!result.stdout.includes('auth.no-credentials')) throw new Error('auth.no-credentials is not listed')
    },
  },
  { name: 'handoff-server init', run: async () => expectExit(await start('handoff-server', ['init']), 0) },
  { name: 'handoff-server validate', run: async () => expectExit(await start('handoff-server', ['validate']), 0) },
  { name: 'handoff-conformance server validate', run: async () => expectExit(await start('handoff-conformance', ['server', 'validate']), 0) },
  ...releaseSteps(installed),
  { name: 'handoff-server http answers, refuses, and ends on SIGTERM', run: serveAndStop },
  {
    name: `the library: ${entries.join(', ')}`,
    async run() {
      writeFileSync(join(folder, 'entries.mjs'), entries.map((entry) => `console.log(Object.keys(await import('${entry}')).length)`).join('\n'))
      const { stdout } = await execa(process.execPath, ['entries.mjs'], { cwd: folder })
      if (stdout.split('\n').some((line) => Number(line) === 0)) throw new Error(`an entry exports nothing: ${stdout}`)
    },
  },
  { name: 'the type declarations', run: checkTypes },
  ...bins.map((bin): Step => ({
    name: `${bin} on a Node.js that is too old`,
    async run() {
      const result = await execa(await findOldNode(), [join(folder, 'node_modules/.bin', bin), '--version'], { cwd: folder, reject: false, all: true })
      expectExit(result, 2)
      if (!/22\.19/.test(result.stderr) || result.all.trim().split('\n').length !== 1) throw new Error(`it is not told in one sentence:\n${result.all}`)
    },
  })),
]

try {
  process.exitCode = (await runSteps(steps)) === 0 ? 0 : 1
} finally {
  installed.remove()
}

async function serveAndStop(): Promise<void> {
  const port = await getPort()
  const server = start('handoff-server', ['http'], { HANDOFF_MCP_PORT: String(port) })
  try {
    await answers(`http://127.0.0.1:${port}/healthz`, server)
    const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: '{}' })
    if (status !== 401) throw new Error(`a request without credentials was answered with ${status}`)
  } finally {
    server.kill('SIGTERM')
  }
  expectExit(await server, 0)
}

/** Waits until the server answers, or has ended. */
async function answers(url: string, server: ReturnType<typeof start>): Promise<void> {
  let ended = false
  void server.finally(() => { ended = true })
  for (;;) {
    const status = await fetch(url).then((response) => response.status, () => undefined)
    if (status === 200) return
    if (ended) throw new Error(`the server ended: ${(await server).all}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Compiles a consumer under strict options. */
async function checkTypes(): Promise<void> {
  writeFileSync(join(folder, 'consumer.ts'), entries.map((entry, index) => `export * as entry${index} from '${entry}'`).join('\n'))
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck', 'false', 'consumer.ts']
  const { exitCode, stdout } = await execa(join(root, 'node_modules/.bin/tsc'), options, { cwd: folder, reject: false })
  if (exitCode !== 0) throw new Error(stdout.split('\n').slice(0, 10).join('\n'))
}
