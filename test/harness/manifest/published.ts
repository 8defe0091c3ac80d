/** A manifest with everything that a rule is about, without a fault, and the `package.json` beside it. */
import { baseUrls } from '../../../harness/manifest/schema.ts'

/** Whatever JSON may be: faults put anything anywhere. */
export type Loose = ReturnType<typeof JSON.parse>

export function publishedManifest(): Loose {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.example/weather',
    title: 'Weather',
    description: 'Tells the weather.',
    version: '1.2.3',
    websiteUrl: 'https://example.com/weather',
    repository: { url: 'https://github.com/example/weather', source: 'github', subfolder: 'packages/server' },
    icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
    packages: [
      {
        registryType: 'npm', registryBaseUrl: baseUrls['npm']?.[0], identifier: '@example/weather', version: '1.2.3', runtimeHint: 'npx',
        runtimeArguments: [{ type: 'named', name: '--yes', value: 'true' }],
        packageArguments: [{ type: 'named', name: '--port', default: '8080' }, { type: 'positional', valueHint: 'place' }],
        environmentVariables: [{ name: 'WEATHER_HOST' }],
        transport: { type: 'streamable-http', url: 'http://{WEATHER_HOST}:{--port}/{place}/mcp' },
      },
      { registryType: 'pypi', registryBaseUrl: 'https://pypi.org', identifier: 'weather', version: '1.2.3', transport: { type: 'stdio' } },
      { registryType: 'nuget', identifier: 'Weather', version: '1.2.3', transport: { type: 'stdio' } },
      { registryType: 'oci', identifier: 'ghcr.io/example/weather:1.2.3', transport: { type: 'stdio' } },
      { registryType: 'mcpb', identifier: 'https://github.com/example/weather/releases/download/v1.2.3/weather.mcpb', fileSha256: 'a'.repeat(64), transport: { type: 'stdio' } },
    ],
    remotes: [{ type: 'streamable-http', url: 'https://{tenant}.example.com/mcp', variables: { tenant: { isRequired: true } } }],
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { tool: 'ci' } },
  }
}

export function publishedPackage(): Loose {
  return { name: '@example/weather', version: '1.2.3', mcpName: 'io.github.example/weather' }
}
