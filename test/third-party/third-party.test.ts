/**
 * The suite against servers that were not written here: what it reports of each is pinned, so that a change of a
 * verdict about somebody else's server is noticed and looked at by hand before it is believed.
 */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Outcome } from '../../harness/run/outcome.ts'
import { targetDriver } from '../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../harness/target/target-file.ts'
import { runSuite } from '../cases/auth-negative/run-suite.ts'

t.setTimeout(180_000)

const [alpha, beta] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
process.env['THIRD_PARTY_ALPHA'] = alpha
process.env['THIRD_PARTY_BETA'] = beta

/** Not run here: it waits for deadlines that these servers let pass. */
const slow = 'auth.before-body'

/** What both generations of `requireBearerAuth` do alike. */
const middleware = {
  // MUST: a second space after the scheme, which the grammar allows, is not accepted.
  fail: ['auth.scheme-spaces'],
  warn: [
    'auth.challenge-reason', 'auth.empty-credentials', 'auth.form-body-token', 'auth.health-leak', 'auth.json-body-token', 'auth.multipart-body-token',
    'auth.no-credentials', 'auth.no-echo', 'auth.no-store', 'auth.other-scheme', 'auth.query-and-header', 'auth.trailing-junk', 'auth.two-headers',
  ],
}

interface ThirdParty {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly tokens: boolean
  readonly fail: readonly string[]
  readonly warn: readonly string[]
}

const everything = here('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const servers: readonly ThirdParty[] = [
  { name: 'SDK 2.x with its requireBearerAuth', file: here('sdk-v2.ts'), args: [], tokens: true, ...middleware },
  {
    name: 'SDK 1.x with its requireBearerAuth', file: here('sdk-v1.ts'), args: [], tokens: true, fail: middleware.fail,
    // Sessions kept in a map, as its examples do, are bound to nobody.
    warn: [...middleware.warn, 'auth.delete-endpoint', 'auth.session-of-another'].sort(),
  },
  { name: 'server-everything, which is SDK 1.x without authentication', file: everything, args: ['streamableHttp'], tokens: false, fail: [], warn: [] },
]

function here(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

function targetFile({ file, args, tokens }: ThirdParty): string {
  return JSON.stringify({
    version: 1,
    name: 'third-party',
    start: {
      command: ['{node}', file, ...args],
      url: 'http://127.0.0.1:{port}/mcp',
      env: { PORT: '{port}', ...(tokens ? { TEST_TOKENS: `${alpha}=alpha,${beta}=beta` } : {}) },
      ready: { url: 'http://127.0.0.1:{port}/mcp', timeout_ms: 60_000 },
    },
    ...(tokens ? { auth: { kind: 'static-bearer', identities: { alpha: { token_env: 'THIRD_PARTY_ALPHA' }, beta: { token_env: 'THIRD_PARTY_BETA' } } } } : {}),
  })
}

for (const server of servers) {
  t.test(server.name, async (t) => {
    const file = parseTargetFile(targetFile(server), here('target.yaml'))
    const run = await runSuite(targetDriver(file), file.target.claims, { level: 'must', skip: [slow] })
    const having = (outcome: Outcome): string[] => run.results.filter((result) => result.outcome === outcome).map(({ id }) => id).sort()
    t.same(run.faults, [])
    t.same(having('fail'), server.fail)
    t.same(having('warn'), server.warn)
    t.same([...having('inconclusive'), ...having('not-run')], [], 'everything that applies was told')
    if (!server.tokens) t.same(having('pass'), [], 'nothing passes where nothing was shown')
    t.equal(run.exitCode, server.tokens ? 1 : 3)
  })
}
