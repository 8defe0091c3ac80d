/** Mutants of a manifest: each has exactly one fault, and names every requirement that must see it. */
import type { Loose } from './published.ts'

export interface ManifestFault {
  readonly name: string
  readonly sees: readonly string[]
  readonly fault: (manifest: Loose, packageJson: Loose) => void
}

function fault(name: string, sees: string | readonly string[], change: ManifestFault['fault']): ManifestFault {
  return { name, sees: typeof sees === 'string' ? [sees] : sees, fault: change }
}

const valid = 'mcp-registry.schema-valid'

export const manifestFaults: readonly ManifestFault[] = [
  fault('no description', valid, (m) => { delete m.description }),
  fault('a description of 101 characters', valid, (m) => { m.description = 'x'.repeat(101) }),
  fault('a title of 101 characters', valid, (m) => { m.title = 'x'.repeat(101) }),
  fault('a name of 201 characters', valid, (m, p) => { m.name = p.mcpName = `io.github.example/${'x'.repeat(183)}` }),
  fault('a hash in capitals', valid, (m) => { m.packages[4].fileSha256 = 'A'.repeat(64) }),
  fault('a transport that is a list', valid, (m) => { m.packages[1].transport = [] }),
  fault('no $schema', ['mcp-registry.schema-named', 'hardening.manifest-schema-current'], (m) => { delete m.$schema }),
  fault('a $schema of somebody else', ['mcp-registry.schema-named', 'hardening.manifest-schema-current'], (m) => { m.$schema = 'https://example.com/schemas/2025-12-11/server.schema.json' }),
  fault('an older $schema', 'hardening.manifest-schema-current', (m) => { m.$schema = m.$schema.replace('2025-12-11', '2025-09-29') }),
  fault('a name without a namespace', [valid, 'mcp-registry.name-format'], (m, p) => { m.name = p.mcpName = 'weather' }),
  fault('a name with two slashes', [valid, 'mcp-registry.name-format'], (m, p) => { m.name = p.mcpName = 'io.github.example/weather/server' }),
  fault('a namespace that ends in a dot', 'mcp-registry.name-format', (m, p) => { m.name = p.mcpName = 'io.github.example./weather' }),
  fault('a name that begins with a dash', 'mcp-registry.name-format', (m, p) => { m.name = p.mcpName = 'io.github.example/-weather' }),
  fault('a name of one character', 'mcp-registry.name-format', (m, p) => { m.name = p.mcpName = 'io.github.example/w' }),
  fault('an underscore in the namespace', [valid, 'mcp-registry.name-format'], (m, p) => { m.name = p.mcpName = 'io.git_hub.example/weather' }),
  fault('a blank title', 'mcp-registry.title-not-blank', (m) => { m.title = '   ' }),
  ...['^1.2.3', '~1.2', '>=1.0.0', '1.x', '1.2.*', '1.0.0 - 2.0.0', '1.2 || 1.3', 'latest'].map((version) => fault(`the version ${version}`, 'mcp-registry.version-specific', (m) => { m.version = version })),
  fault('a package with a range', ['mcp-registry.version-specific', 'hardening.manifest-version-agrees'], (m) => { m.packages[0].version = '^1.2.3' }),
  fault('a package of the version latest', [valid, 'mcp-registry.version-specific'], (m) => { m.packages[1].version = 'latest' }),
  fault('a repository of another host', 'mcp-registry.repository-matches-source', (m) => { m.repository.url = 'https://gitlab.com/example/weather' }),
  fault('a source that is no host', 'mcp-registry.repository-matches-source', (m) => { m.repository.source = 'sourcehut' }),
  fault('the source constructor', 'mcp-registry.repository-matches-source', (m) => { m.repository.source = 'constructor' }),
  fault('a page inside a repository', 'mcp-registry.repository-matches-source', (m) => { m.repository.url += '/tree/main' }),
  fault('an absolute subfolder', 'mcp-registry.repository-subfolder', (m) => { m.repository.subfolder = '/packages' }),
  fault('a subfolder that climbs', 'mcp-registry.repository-subfolder', (m) => { m.repository.subfolder = 'packages/../server' }),
  fault('a website over http', 'mcp-registry.website-https', (m) => { m.websiteUrl = 'http://example.com' }),
  fault('a website without a scheme', [valid, 'mcp-registry.website-https'], (m) => { m.websiteUrl = 'example.com' }),
  fault('an icon inside the file', 'mcp-registry.icon-https', (m) => { m.icons[0].src = 'data:image/png;base64,AAAA' }),
  fault('a registry type that nobody knows', 'mcp-registry.package-registry-type', (m) => { m.packages[2].registryType = 'cpan' }),
  fault('a mirror of npm', 'mcp-registry.package-registry-url', (m) => { m.packages[0].registryBaseUrl = 'https://npm.example.com' }),
  fault('a slash behind the registry', 'mcp-registry.package-registry-url', (m) => { m.packages[1].registryBaseUrl += '/' }),
  fault('a base URL beside an image', 'mcp-registry.package-registry-url', (m) => { m.packages[3].registryBaseUrl = 'https://ghcr.io' }),
  fault('a space in an identifier', 'mcp-registry.package-identifier', (m) => { m.packages[1].identifier = 'wea ther' }),
  fault('no identifier', [valid, 'mcp-registry.package-identifier'], (m) => { delete m.packages[1].identifier }),
  fault('an npm package without a version', ['mcp-registry.package-version-place', 'hardening.manifest-version-agrees'], (m) => { delete m.packages[0].version }),
  fault('a version beside an image', 'mcp-registry.package-version-place', (m) => { m.packages[3].version = '1.2.3' }),
  fault('a bundle on another host', 'mcp-registry.bundle-address', (m) => { m.packages[4].identifier = 'https://example.com/weather.mcpb' }),
  fault('a bundle over http', 'mcp-registry.bundle-address', (m) => { m.packages[4].identifier = m.packages[4].identifier.replace('https', 'http') }),
  fault('a bundle that is no release', 'mcp-registry.bundle-address', (m) => { m.packages[4].identifier = 'https://github.com/example/weather/raw/main/weather.mcpb' }),
  fault('a bundle without mcp in it', 'mcp-registry.bundle-address', (m) => { m.packages[4].identifier = m.packages[4].identifier.replace('.mcpb', '.zip') }),
  fault('a bundle without a hash', 'mcp-registry.package-file-hash', (m) => { delete m.packages[4].fileSha256 }),
  fault('an npm package with a hash', 'mcp-registry.package-file-hash', (m) => { m.packages[0].fileSha256 = 'a'.repeat(64) }),
  fault('an image without a tag', 'mcp-registry.image-reference', (m) => { m.packages[3].identifier = 'ghcr.io/example/weather' }),
  fault('an image with a scheme', ['mcp-registry.image-reference', 'hardening.manifest-image-host'], (m) => { m.packages[3].identifier = 'https://ghcr.io/example/weather:1' }),
  fault('an image of another host', 'hardening.manifest-image-host', (m) => { m.packages[3].identifier = 'images.example.com/weather:1' }),
  fault('no mcpName', 'mcp-registry.npm-name-claimed', (_, p) => { delete p.mcpName }),
  fault('an mcpName in other letters', 'mcp-registry.npm-name-claimed', (_, p) => { p.mcpName = 'io.github.Example/weather' }),
  fault('a package.json of another version', 'hardening.manifest-version-agrees', (_, p) => { p.version = '1.2.4' }),
  fault('a transport that nobody knows', [valid, 'mcp-registry.transport-type'], (m) => { m.packages[1].transport.type = 'websocket' }),
  fault('a remote server over stdio', [valid, 'mcp-registry.transport-type'], (m) => { m.remotes[0].type = 'stdio' }),
  fault('an address beside stdio', 'mcp-registry.stdio-without-url', (m) => { m.packages[1].transport.url = 'http://127.0.0.1/mcp' }),
  fault('no address over HTTP', [valid, 'mcp-registry.transport-url'], (m) => { delete m.packages[0].transport.url }),
  fault('an address of another scheme', [valid, 'mcp-registry.transport-url'], (m) => { m.packages[0].transport.url = 'ftp://example.com/mcp' }),
  fault('a variable of a package that nothing defines', 'mcp-registry.url-variables', (m) => { m.packages[0].environmentVariables = [] }),
  fault('a variable of a remote server that nothing defines', 'mcp-registry.url-variables', (m) => { delete m.remotes[0].variables }),
  fault('a remote server on localhost', 'mcp-registry.remote-url', (m) => { m.remotes[0] = { type: 'sse', url: 'https://localhost/mcp' } }),
  fault('a remote server on 127.0.0.1', 'mcp-registry.remote-url', (m) => { m.remotes[0] = { type: 'sse', url: 'https://127.0.0.1:8080/mcp' } }),
  fault('a remote server over http', 'mcp-registry.remote-url', (m) => { m.remotes[0] = { type: 'sse', url: 'http://example.com/mcp' } }),
  fault('a flag with its value', 'mcp-registry.named-argument', (m) => { m.packages[0].runtimeArguments[0].name = '--yes <bool>' }),
  fault('a flag without a name', [valid, 'mcp-registry.named-argument'], (m) => { delete m.packages[0].runtimeArguments[0].name }),
  fault('a value that repeats the flag', 'mcp-registry.argument-value', (m) => { m.packages[0].runtimeArguments[0].value = '--yes=true' }),
  fault('a default that repeats the flag', 'mcp-registry.argument-value', (m) => { m.packages[0].packageArguments[0].default = '--port 8080' }),
  fault('4 KiB of the publisher', 'mcp-registry.publisher-data', (m) => { m._meta['io.modelcontextprotocol.registry/publisher-provided'] = { log: 'x'.repeat(4096) } }),
]
