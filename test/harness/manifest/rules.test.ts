import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { mcpRegistry } from '../../../cases/requirements/mcp-registry.ts'
import { manifestRules } from '../../../harness/manifest/rules.ts'
import type { ManifestFile } from '../../../harness/manifest/rule.ts'
import origin from '../../../harness/manifest/server.schema.origin.json' with { type: 'json' }
import { manifestFaults } from './faults.ts'
import { publishedManifest, publishedPackage } from './published.ts'

function violated(file: ManifestFile): string[] {
  return manifestRules.filter((rule) => rule.judge(file).some(({ ok }) => !ok)).map(({ requirement }) => requirement).sort()
}

t.test('the schema is the one that was published', async (t) => {
  const bytes = readFileSync(new URL('../../../harness/manifest/server.schema.json', import.meta.url))
  t.equal(createHash('sha256').update(bytes).digest('hex'), origin.sha256)
})

t.test('a manifest without a fault keeps every rule, and every rule has something to judge in it', async (t) => {
  const file = { manifest: publishedManifest(), packageJson: publishedPackage() }
  t.strictSame(violated(file), [])
  for (const rule of manifestRules) t.ok(rule.judge(file).length > 0, rule.requirement)
})

for (const { name, sees, fault } of manifestFaults) {
  t.test(`${name} is seen by ${sees.join(' and ')}, and by nothing else`, async (t) => {
    const file = { manifest: publishedManifest(), packageJson: publishedPackage() }
    fault(file.manifest, file.packageJson)
    t.strictSame(violated(file), [...sees].sort())
  })
}

t.test('every rule has a requirement and a mutant', async (t) => {
  const seen = new Set(manifestFaults.flatMap(({ sees }) => sees))
  t.strictSame([...seen].sort(), manifestRules.map(({ requirement }) => requirement).sort())
  const observable = mcpRegistry.filter(({ id, unobservable }) => unobservable === undefined && id !== 'mcp-registry.manifest-json')
  t.strictSame([...seen].sort(), observable.map(({ id }) => id).sort())
})

const fine = [
  ['a version that is no semantic one', (m) => { m.version = '2026.11.30-rc.1' }],
  ['a version with a v', (m) => { m.version = 'v1.2' }],
  ['an older way to name NuGet', (m) => { m.packages[2].registryBaseUrl = 'https://api.nuget.org' }],
  ['an image with a digest', (m) => { m.packages[3].identifier = `example/weather@sha256:${'0'.repeat(64)}` }],
  ['an image of Google', (m) => { m.packages[3].identifier = 'us-docker.pkg.dev/example/weather:1.2' }],
  ['a bundle of GitLab', (m) => { m.packages[4].identifier = 'https://gitlab.com/group/sub/weather/-/releases/v1/downloads/weather.mcpb' }],
  ['a repository in nested groups', (m) => { m.repository = { source: 'gitlab', url: 'https://gitlab.com/group/sub/weather/' } }],
  ['fields that the schema does not know', (m) => { m.extra = { any: 'thing' } }],
  ['a package of another source', (_, p) => { p.name = 'other'; delete p.mcpName }],
  ['nothing but the least', (m) => { for (const key of Object.keys(m)) if (!['$schema', 'name', 'description', 'version'].includes(key)) delete m[key] }],
] satisfies [string, (typeof manifestFaults)[number]['fault']][]

for (const [name, change] of fine) {
  t.test(`${name} is fine`, async (t) => {
    const file = { manifest: publishedManifest(), packageJson: publishedPackage() }
    change(file.manifest, file.packageJson)
    t.strictSame(violated(file), [])
  })
}

const shapes: unknown[] = [null, 1, 'x', [], [null], [[]], { length: 1 }, { type: 1 }, [{ type: 'named', name: [] }]]
t.test('a rule holds its ground wherever the shape is another', async (t) => {
  for (const key of Object.keys(publishedManifest())) {
    for (const shape of shapes) {
      const manifest = { ...publishedManifest(), [key]: shape }
      t.doesNotThrow(() => violated({ manifest, packageJson: publishedPackage() }), `${key}: ${JSON.stringify(shape)}`)
    }
  }
  for (const key of ['transport', 'packageArguments', 'environmentVariables', 'identifier', 'version', 'registryType']) {
    for (const shape of shapes) {
      const manifest = publishedManifest()
      manifest.packages[0][key] = shape
      t.doesNotThrow(() => violated({ manifest, packageJson: undefined }), `packages/0/${key}: ${JSON.stringify(shape)}`)
    }
  }
})
