/**
 * The suites `spec`, `stdio` and `isolation` against servers that were not written here: what they report of each was
 * checked by hand against the specification, and is pinned so that a change of a verdict about somebody else's server
 * is looked at before it is believed. What each failure is about stands beside it.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { cases, requirements } from '../../cases/index.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import type { CaseResult, Outcome } from '../../harness/run/outcome.ts'
import { runConformance } from '../../harness/run/run.ts'
import { targetDriver } from '../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../harness/target/target-file.ts'

t.setTimeout(300_000)

const [alpha, beta] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
process.env['THIRD_PARTY_ALPHA'] = alpha
process.env['THIRD_PARTY_BETA'] = beta
const folder = mkdtempSync(join(tmpdir(), 'third-party-'))
t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })

/** Cases that take long with these servers, and what follows from them. */
const slow = ['stdio.long-lines', 'stdio.slow-reader', 'stdio.keeps-running', 'json.malformed', 'legacy.tool-list-stable']

/** Over stdio each input costs a process; the same SDK meets these over HTTP below. */
const eachAProcess = ['legacy.id-invalid', 'legacy.unknown-method', 'legacy.initialize-*']

/** Whether the harness was given the tokens that the server knows, none though the server has some, or nobody has any. */
type Tokens = 'given' | 'kept back' | 'none'

interface Run {
  readonly results: readonly CaseResult[]
  readonly faults: readonly unknown[]
  readonly exitCode: number
}

async function run(target: object, only: readonly string[], skip: readonly string[] = slow): Promise<Run> {
  const file = parseTargetFile(JSON.stringify({ version: 1, name: 'third-party', ...target }), join(folder, 'target.yaml'))
  return runConformance({
    catalogue: createCatalogue({ cases, requirements }),
    driver: targetDriver(file),
    target: { name: 'third-party', claims: file.target.claims },
    select: { suites: ['spec', 'stdio', 'isolation'], only, skip },
    level: 'hardening',
    emit: () => undefined,
    secrets: () => undefined,
  })
}

async function overHttp(file: string, tokens: Tokens, only: readonly string[]): Promise<Run> {
  return run({
    start: {
      command: ['{node}', fileURLToPath(new URL(file, import.meta.url))],
      url: 'http://127.0.0.1:{port}/mcp',
      env: { PORT: '{port}', ...(tokens === 'none' ? {} : { TEST_TOKENS: `${alpha}=alpha,${beta}=beta` }) },
      ready: { url: 'http://127.0.0.1:{port}/mcp', timeout_ms: 60_000 },
    },
    ...(tokens === 'given' ? { auth: { kind: 'static-bearer', identities: { alpha: { token_env: 'THIRD_PARTY_ALPHA' }, beta: { token_env: 'THIRD_PARTY_BETA' } } } } : {}),
  }, only)
}

async function overStdio(name: string, env: Readonly<Record<string, string>>, only: readonly string[]): Promise<Run> {
  const entry = fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url))
  return run({ transport: 'stdio', start: { command: ['{node}', entry], env } }, only, [...slow, ...eachAProcess])
}

/** The cases that came to this, in alphabetical order. */
function having({ results }: Run, outcome: Outcome): string[] {
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id).sort()
}

function pinned(t: Test, outcome: Run, fail: readonly string[]): void {
  t.same(outcome.faults, [])
  t.same(having(outcome, 'fail'), fail)
  t.same([...having(outcome, 'warn'), ...having(outcome, 'inconclusive'), ...having(outcome, 'not-run')], [], 'everything that applies was told')
  t.not(having(outcome, 'pass').length, 0)
  t.equal(outcome.exitCode, 1)
}

/** What the first-generation SDK does over any transport, whoever uses it. */
const firstGeneration = [
  // Bytes that are no UTF-8 are replaced, and the message is served.
  'json.not-utf-8',
  // An unknown cursor is passed over; SHOULD be -32602.
  'legacy.cursor-invalid',
  // A call without a name, or whose arguments are no object, is -32603 with the words of the validator.
  'legacy.tool-call-shape',
  // An unknown tool is a result with isError; the specification lists it among the JSON-RPC errors.
  'legacy.tool-unknown',
]

t.test('server-sequential-thinking over stdio', async (t) => {
  pinned(t, await overStdio('sequential-thinking', {}, ['*']), firstGeneration)
})

// The transport and the messages are those of the SDK, as above: what it offers itself is its own.
t.test('server-memory over stdio', async (t) => {
  const outcome = await overStdio('memory', { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }, ['legacy.capabilities-*', 'legacy.cursor-*', 'legacy.resource*', 'legacy.tool-*', 'legacy.list-*'])
  // Resources are declared; a missing one is -32602 in place of -32002, and a request without uri -32603.
  pinned(t, outcome, ['legacy.cursor-invalid', 'legacy.resource-not-found', 'legacy.resource-uri-required', 'legacy.tool-call-shape', 'legacy.tool-unknown'])
})

t.test('SDK 1.x, with the same verdicts behind an authentication wall as without one', async (t) => {
  const open = await overHttp('sdk-v1.ts', 'none', ['framing.*', 'legacy.*'])
  pinned(t, open, [
    // Two Host fields are let in, and a request line without a version: Node does so.
    'framing.host', 'framing.versions',
    // Arrays are served in revisions without batches, and an empty one is accepted.
    'legacy.batch-empty', 'legacy.batch-refused',
    'legacy.cursor-invalid',
    // createMcpExpressApp looks at Host, and not at Origin.
    'legacy.origin-any-method', 'legacy.origin-refused',
    'legacy.tool-call-shape', 'legacy.tool-unknown',
  ])
  // Bytes and connections are looked at before any wall.
  const walled = await overHttp('sdk-v1.ts', 'given', ['legacy.*'])
  t.same(outcomesOf(walled), outcomesOf({ ...open, results: open.results.filter(({ id }) => id.startsWith('legacy.')) }))
  t.equal(walled.exitCode, open.exitCode)
})

t.test('SDK 2.x behind an authentication wall', async (t) => {
  pinned(t, await overHttp('sdk-v2.ts', 'given', ['framing.*', 'json.*', 'spec.*']), [
    // Two Host fields are let in, a request line without a version too; an absolute target is a fault of the server.
    'framing.host', 'framing.targets', 'framing.versions',
    // Nesting of 20 000 is a fault of the server; bytes that are no UTF-8 are replaced; wide ids come back rounded.
    'json.depth', 'json.not-utf-8', 'json.wide-ids',
    // An unknown cursor is passed over; SHOULD be -32602.
    'spec.cursor-invalid',
    'spec.host-foreign',
    // The process ends its connections without the result of a subscription.
    'spec.listen-shutdown-graceful',
    // A page for people stands where -32700 is expected.
    'spec.unreadable-body',
  ])
})

for (const file of ['sdk-v1.ts', 'sdk-v2.ts']) {
  t.test(`${file} behind an authentication wall that the harness has no token for`, async (t) => {
    const walled = await overHttp(file, 'kept back', ['*'])
    t.same(new Set(walled.results.map(({ outcome }) => outcome)), new Set(['not-run']), 'nothing passes')
    t.equal(walled.exitCode, 3)
  })
}

function outcomesOf({ results }: Run): Record<string, Outcome> {
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))
}
