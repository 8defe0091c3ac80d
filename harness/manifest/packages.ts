/** Rules about the packages of a server: their registry, identifier, hash, arguments and owner. */
import { objectsOf, textOf } from '../wire/members.ts'
import type { JsonObject } from '../wire/json.ts'
import { judged } from './rule.ts'
import type { Rule } from './rule.ts'
import { baseUrls } from './schema.ts'

/** Stored versions of the registry differ over cargo, maven and go; each of them is let in. */
const registryTypes = ['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'cargo', 'maven', 'go']
/** Of these the version is what the metadata is looked up by. */
const versioned = ['npm', 'pypi', 'nuget']

const packagesOf = (manifest: JsonObject): ReturnType<typeof objectsOf> => objectsOf(manifest, 'packages')
const typed = (manifest: JsonObject, ...types: string[]): ReturnType<typeof objectsOf> => packagesOf(manifest).filter(({ value }) => types.includes(textOf(value, 'registryType') ?? ''))

const bundles: Readonly<Record<string, readonly RegExp[]>> = {
  'github.com': [/^\/[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,37}[a-zA-Z0-9])?\/[a-zA-Z0-9._-]+\/releases\/download\/[^/]+\/[^/]+$/],
  'gitlab.com': [/^\/[a-zA-Z0-9._-]+(?:\/[a-zA-Z0-9._-]+)*\/-\/releases\/[^/]+\/downloads\/[^/]+$/, /^\/[a-zA-Z0-9._-]+(?:\/[a-zA-Z0-9._-]+)*\/-\/package_files\/\d+\/download$/],
}

function bundleFault(identifier: string): string | undefined {
  if (!URL.canParse(identifier)) return 'no address'
  const { protocol, hostname, pathname } = new URL(identifier)
  if (protocol !== 'https:') return 'another scheme than https'
  const patterns = bundles[hostname.replace(/^www\./, '')]
  if (patterns === undefined) return 'another host than GitHub and GitLab'
  if (!patterns.some((pattern) => pattern.test(pathname))) return 'no file of a release'
  return identifier.toLowerCase().includes('mcp') ? undefined : 'an address without mcp in it'
}

export const packageRules: readonly Rule[] = [
  {
    requirement: 'mcp-registry.package-registry-type',
    expected: `one of ${registryTypes.join(', ')}`,
    judge: ({ manifest }) => packagesOf(manifest).map(({ at, value }) => judged(`${at}/registryType`, registryTypes.includes(textOf(value, 'registryType') ?? '') ? undefined : 'another registry type')),
  },
  {
    requirement: 'mcp-registry.package-registry-url',
    expected: 'the one base URL of the registry type, or none',
    judge: ({ manifest }) => packagesOf(manifest).flatMap(({ at, value }) => {
      const url = textOf(value, 'registryBaseUrl')
      const type = textOf(value, 'registryType') ?? ''
      if (url === undefined) return []
      if (type === 'oci' || type === 'mcpb') return [judged(`${at}/registryBaseUrl`, 'a base URL where the identifier says it all')]
      const allowed = Object.hasOwn(baseUrls, type) ? baseUrls[type] : undefined
      return allowed === undefined ? [] : [judged(`${at}/registryBaseUrl`, allowed.includes(url) ? undefined : 'another registry')]
    }),
  },
  {
    requirement: 'mcp-registry.package-identifier',
    expected: 'an identifier without spaces',
    judge: ({ manifest }) => packagesOf(manifest).map(({ at, value }) => {
      const identifier = textOf(value, 'identifier')
      return judged(`${at}/identifier`, identifier === undefined ? 'none' : identifier.includes(' ') ? 'a space' : undefined)
    }),
  },
  {
    requirement: 'mcp-registry.package-version-place',
    expected: 'a version for npm, PyPI and NuGet; none for OCI, whose identifier holds it',
    judge: ({ manifest }) => [
      ...typed(manifest, ...versioned).map(({ at, value }) => judged(`${at}/version`, textOf(value, 'version') === undefined ? 'none' : undefined)),
      ...typed(manifest, 'oci').map(({ at, value }) => judged(`${at}/version`, textOf(value, 'version') === undefined ? undefined : 'one')),
    ],
  },
  {
    requirement: 'mcp-registry.bundle-address',
    expected: 'the https address of a file of a release on GitHub or GitLab, with mcp in it',
    judge: ({ manifest }) => typed(manifest, 'mcpb').map(({ at, value }) => judged(`${at}/identifier`, bundleFault(textOf(value, 'identifier') ?? ''))),
  },
  {
    requirement: 'mcp-registry.package-file-hash',
    expected: 'a SHA-256 for MCPB, none for npm and OCI',
    judge: ({ manifest }) => [
      ...typed(manifest, 'mcpb').map(({ at, value }) => judged(`${at}/fileSha256`, textOf(value, 'fileSha256') === undefined ? 'none' : undefined)),
      ...typed(manifest, 'npm', 'oci').map(({ at, value }) => judged(`${at}/fileSha256`, textOf(value, 'fileSha256') === undefined ? undefined : 'one')),
    ],
  },
  {
    requirement: 'mcp-registry.image-reference',
    expected: 'an image with a tag or a digest',
    judge: ({ manifest }) => typed(manifest, 'oci').map(({ at, value }) => judged(`${at}/identifier`, imageFault(textOf(value, 'identifier') ?? ''))),
  },
  {
    requirement: 'hardening.manifest-image-host',
    expected: 'an image of a host that the registry is known to let in',
    judge: ({ manifest }) => typed(manifest, 'oci').map(({ at, value }) => judged(`${at}/identifier`, knownHost(textOf(value, 'identifier') ?? '') ? undefined : 'another host')),
  },
  {
    requirement: 'mcp-registry.npm-name-claimed',
    expected: 'mcpName of package.json that is the name of the manifest',
    judge: ({ manifest, packageJson }) => ownNpm(manifest, packageJson).map(({ at }) => {
      const claimed = textOf(packageJson ?? {}, 'mcpName')
      return judged(`${at}/identifier`, claimed === undefined ? 'no mcpName' : claimed === textOf(manifest, 'name') ? undefined : 'another mcpName')
    }),
  },
  {
    requirement: 'hardening.manifest-version-agrees',
    expected: 'the version of package.json',
    judge: ({ manifest, packageJson }) => ownNpm(manifest, packageJson).map(({ at, value }) => judged(`${at}/version`, textOf(value, 'version') === textOf(packageJson ?? {}, 'version') ? undefined : 'another version')),
  },
]

/** The npm packages of the manifest that `package.json` is the source of. */
export function ownNpm(manifest: JsonObject, packageJson: JsonObject | undefined): ReturnType<typeof objectsOf> {
  const name = packageJson === undefined ? undefined : textOf(packageJson, 'name')
  return name === undefined ? [] : typed(manifest, 'npm').filter(({ value }) => textOf(value, 'identifier') === name)
}

function imageFault(reference: string): string | undefined {
  const path = reference.split('/').at(-1) ?? ''
  if (!/^[a-z0-9._/:@-]+$/i.test(reference) || /^[a-z]+:\/\//.test(reference)) return 'no image reference'
  return /@sha256:[0-9a-f]{64}$/.test(path) || /:[\w][\w.-]{0,127}$/.test(path) ? undefined : 'neither tag nor digest'
}

function knownHost(reference: string): boolean {
  const [host = '', ...rest] = reference.split('/')
  if (rest.length === 0 || !/[.:]/.test(host)) return true
  return ['docker.io', 'index.docker.io', 'registry-1.docker.io', 'ghcr.io', 'mcr.microsoft.com'].includes(host) || /\.(?:pkg\.dev|azurecr\.io)$/.test(host)
}
