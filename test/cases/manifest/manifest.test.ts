import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { manifest as cases } from '../../../cases/manifest/index.ts'
import { mcpRegistry } from '../../../cases/requirements/mcp-registry.ts'
import { targetUnderTest } from '../../../harness/commands/target.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import ownManifest from '../../../server.json' with { type: 'json' }
import { manifestFaults } from '../../harness/manifest/faults.ts'
import { publishedManifest, publishedPackage } from '../../harness/manifest/published.ts'
import { startMcpServer } from '../../harness/support/mcp-server.ts'
import { driverFor } from '../../harness/support/url-driver.ts'

const root = join(import.meta.dirname, '../../..')

async function judgeManifest(t: Test, manifest: string | undefined): Promise<readonly CaseResult[]> {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const { results } = await runConformance({
    catalogue: createCatalogue({ cases, requirements: mcpRegistry }), driver: driverFor(server.url), select: {}, level: 'hardening', emit: () => {}, secrets: () => {},
    target: { name: 'test', claims: manifest === undefined ? {} : { manifest } },
  })
  return results
}

function write(t: Test, manifest: string | object, beside?: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
  t.teardown(() => { rmSync(folder, { recursive: true }) })
  if (beside !== undefined) writeFileSync(join(folder, 'package.json'), JSON.stringify(beside))
  writeFileSync(join(folder, 'server.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  return join(folder, 'server.json')
}

const notPassed = (results: readonly CaseResult[]): string[] => results.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome }) => `${id} ${outcome}`).sort()

t.test('the manifest of this product is valid and of its version', async (t) => {
  const results = await judgeManifest(t, join(root, 'server.json'))
  t.strictSame(notPassed(results), ['manifest.arguments not-applicable', 'manifest.publisher-data not-applicable'])
  t.equal(ownManifest.version, packageJson.version)
  t.equal(ownManifest.name, packageJson.mcpName)
})

t.test('a manifest with everything passes every case, and what nobody here can see is set aside', async (t) => {
  const results = await judgeManifest(t, write(t, publishedManifest(), publishedPackage()))
  t.strictSame(notPassed(results), [])
  t.strictSame(results.find(({ id }) => id === 'manifest.package-owner')?.setAside?.map(({ input }) => input), ['/packages/1', '/packages/2', '/packages/3', '/packages/4'])
})

for (const entry of cases.filter(({ id }) => id !== 'manifest.json')) {
  const fault = manifestFaults.find(({ sees }) => sees.length === 1 && entry.requirements.includes(sees[0] ?? ''))
  t.test(`${entry.id} fails where a manifest has ${fault?.name ?? 'a fault'}, and no other case does`, async (t) => {
    const [manifest, beside] = [publishedManifest(), publishedPackage()]
    fault?.fault(manifest, beside)
    t.strictSame(notPassed(await judgeManifest(t, write(t, manifest, beside))), [`${entry.id} fail`])
  })
}

for (const [name, text] of [['a comment', '{} // fine'], ['a key twice', '{"name":"a/b","name":"a/b"}'], ['a list', '[]'], ['a byte order mark', '\u{feff}{}']] as const) {
  t.test(`manifest.json fails where the file has ${name}, and nothing else passes`, async (t) => {
    const results = await judgeManifest(t, write(t, text))
    t.strictSame(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id), ['manifest.json'])
    t.strictSame(results.filter(({ outcome }) => outcome === 'pass'), [])
  })
}

t.test('a manifest that is not there is never a pass', async (t) => {
  const results = await judgeManifest(t, join(root, 'no-such-server.json'))
  for (const { id, outcome, reason } of results) t.match([outcome, reason], ['inconclusive', /cannot be read: there is no such file/], id)
})

t.test('without a manifest the suite does not apply', async (t) => {
  const results = await judgeManifest(t, undefined)
  for (const { id, outcome, reason } of results) t.match([outcome, reason], ['not-applicable', /--manifest FILE/], id)
})

t.test('a manifest is named on the command line, in the target file, or is that of the reference server', async (t) => {
  const parts = { reference: { start: async () => Promise.reject(new Error('not started here')) }, environment: {}, manifest: '/own/server.json' }
  t.equal((await targetUnderTest({ tokens: [] }, parts)).target.claims.manifest, '/own/server.json')
  t.equal((await targetUnderTest({ tokens: [], url: 'http://127.0.0.1:1/mcp' }, parts)).target.claims.manifest, undefined, 'nobody else is judged by it')
  t.equal((await targetUnderTest({ tokens: [], url: 'http://127.0.0.1:1/mcp', manifest: 'a/server.json' }, parts)).target.claims.manifest, resolve('a/server.json'))
  const file = parseTargetFile('version: 1\nurl: http://127.0.0.1:1/mcp\nmanifest: ../server.json\n', '/targets/one/target.yaml')
  t.equal(file.target.claims.manifest, resolve('/targets/server.json'))
})
