/** Every case about the `server.json` by which a server is published in the MCP Registry. */
import { objectsOf, textOf } from '../../harness/wire/members.ts'
import { ownNpm } from '../../harness/manifest/packages.ts'
import { readManifest } from '../../harness/manifest/read.ts'
import type { Case } from '../../harness/run/case.ts'
import { manifestCase, withoutManifest } from './define.ts'

const readable: Case = {
  id: 'manifest.json',
  suite: 'manifest',
  fixture: 'shared',
  title: 'The manifest is one JSON object that every parser reads alike',
  requirements: ['mcp-registry.manifest-json'],
  appliesTo: withoutManifest,
  async scenario(context) {
    const reading = readManifest(context.target.manifest ?? '')
    if (reading.kind === 'unreadable') context.inconclusive(reading.reason)
    context.observe({ requirement: 'mcp-registry.manifest-json', ok: reading.kind === 'manifest', expected: 'one JSON object without repeated keys', actual: reading.kind === 'manifest' ? 'one JSON object' : reading.reason })
  },
  explain: {
    sends: 'Nothing is sent to the server; the file that was named as its manifest is read.',
    expects: 'UTF-8 without a byte order mark, one JSON object, and no key twice in any object.',
    why: 'Where two parsers read a file differently, the registry may publish something else than what was reviewed.',
    failure: 'The file was edited by hand and has a comment, a trailing comma or a repeated key.',
    fix: 'Mend the named fault, or write the file with a program.',
  },
}

export const manifest: readonly Case[] = [
  readable,
  manifestCase({
    id: 'manifest.schema',
    title: 'The manifest fits the schema of the MCP Registry',
    about: 'content',
    requirements: ['mcp-registry.schema-valid', 'mcp-registry.schema-named', 'hardening.manifest-schema-current'],
    explain: {
      sends: 'Nothing is sent; the manifest is held against the pinned schema of 2025-12-11.',
      expects: 'A manifest that fits, and that names the schema in $schema.',
      why: 'The registry refuses what does not fit, and clients read packages and transports by this schema.',
      failure: 'A field is missing, misspelt or too long, or the file still follows an older schema.',
      fix: 'Mend the named place, and set $schema to the address of the schema of 2025-12-11.',
    },
  }),
  manifestCase({
    id: 'manifest.identity',
    title: 'The name, title and versions are ones that the registry takes',
    about: 'name',
    requirements: ['mcp-registry.name-format', 'mcp-registry.title-not-blank', 'mcp-registry.version-specific'],
    explain: {
      sends: 'Nothing is sent; the name, the title and each version of the manifest are judged.',
      expects: 'A reverse-DNS namespace, one slash and a name; a title with letters; versions that are one version each.',
      why: 'The registry keeps each version for good under this name, so that a range or a changing word cannot be looked up.',
      failure: 'The name has no namespace, or a version was copied from a list of dependencies.',
      fix: 'Use a name such as io.github.owner/server, and write the exact version.',
    },
  }),
  manifestCase({
    id: 'manifest.links',
    title: 'The repository, website and icons are where they must be',
    about: 'repository, website or icon',
    requirements: ['mcp-registry.repository-matches-source', 'mcp-registry.repository-subfolder', 'mcp-registry.website-https', 'mcp-registry.icon-https'],
    explain: {
      sends: 'Nothing is sent and no address is visited; the addresses of the manifest are judged by their form.',
      expects: 'A repository of the host that its source names, a clean subfolder, and https for website and icons.',
      why: 'People and registries follow these links to see what they install.',
      failure: 'The source says GitHub and the address is another, or an address is relative or without encryption.',
      fix: 'Write the whole https address, and the source that belongs to it.',
    },
  }),
  manifestCase({
    id: 'manifest.packages',
    title: 'Each package names its registry, identifier, version and hash as its type wants',
    about: 'packages',
    requirements: [
      'mcp-registry.package-registry-type', 'mcp-registry.package-registry-url', 'mcp-registry.package-identifier', 'mcp-registry.package-version-place',
      'mcp-registry.bundle-address', 'mcp-registry.package-file-hash', 'mcp-registry.image-reference', 'hardening.manifest-image-host',
    ],
    explain: {
      sends: 'Nothing is sent and no package is fetched; each package of the manifest is judged by its type.',
      expects: 'A known type, the public base URL or none, an identifier without spaces, and version and hash where the type has them.',
      why: 'Clients install exactly what stands here, and the registry takes packages of public registries only.',
      failure: 'A field of one type was used with another, such as a version beside an image with a tag.',
      fix: 'Give each package the fields of its own type, as the pages of the registry show them.',
    },
  }),
  manifestCase({
    id: 'manifest.package-owner',
    title: 'The package.json beside the manifest claims the name of the server',
    about: 'npm package whose package.json is beside it',
    requirements: ['mcp-registry.npm-name-claimed', 'hardening.manifest-version-agrees'],
    aside: ({ manifest: content, packageJson }) => {
      const own = new Set(ownNpm(content, packageJson).map(({ at }) => at))
      return objectsOf(content, 'packages').filter(({ at }) => !own.has(at)).map(({ at, value }) => ({
        at, reason: textOf(value, 'registryType') === 'npm' ? 'no package.json of this package is beside the manifest' : 'who owns a package of this type shows only in its registry',
      }))
    },
    explain: {
      sends: 'Nothing is sent; mcpName and version in the package.json beside the manifest are compared with it.',
      expects: 'An mcpName that equals the name of the manifest, and the version that the manifest names.',
      why: 'The registry reads mcpName from the published package to see that its owner wants this entry.',
      failure: 'The name was changed in one of the two files, or a release was made without the manifest.',
      fix: 'Write the name of the manifest as mcpName into package.json, and keep both versions the same.',
    },
  }),
  manifestCase({
    id: 'manifest.transports',
    title: 'Each package says how it is reached, with addresses whose variables are defined',
    about: 'transports',
    requirements: ['mcp-registry.transport-type', 'mcp-registry.stdio-without-url', 'mcp-registry.transport-url', 'mcp-registry.url-variables', 'mcp-registry.remote-url'],
    explain: {
      sends: 'Nothing is sent; the transports of packages and the addresses of remote servers are judged by their form.',
      expects: 'A known type, an address where the type has one, variables that are defined, and https for remote servers.',
      why: 'A client fills the variables and connects to the address; nobody but its author reaches the own machine.',
      failure: 'An address has a variable that no argument or environment variable defines, or a remote server is on localhost.',
      fix: 'Define the variable, or write the public https address.',
    },
  }),
  manifestCase({
    id: 'manifest.arguments',
    title: 'Named arguments are flags, and their values do not repeat them',
    about: 'named arguments',
    requirements: ['mcp-registry.named-argument', 'mcp-registry.argument-value'],
    explain: {
      sends: 'Nothing is sent; the named arguments of each package are judged by their form.',
      expects: 'The flag alone as the name, and values and defaults that do not begin with it.',
      why: 'Clients put flag and value together, and a flag that holds its own value would be passed twice.',
      failure: 'A whole command line was written into the name, or the flag into the value.',
      fix: 'Split each argument into its flag and its value.',
    },
  }),
  manifestCase({
    id: 'manifest.publisher-data',
    title: 'What the publisher adds stays within the limit of the registry',
    about: 'data of the publisher',
    requirements: ['mcp-registry.publisher-data'],
    explain: {
      sends: 'Nothing is sent; the size of what stands under _meta for the publisher is measured as JSON.',
      expects: 'At most 4096 bytes of JSON under the key for data of the publisher.',
      why: 'The registry refuses a manifest whose data of the publisher is longer.',
      failure: 'A build wrote a whole report into the manifest.',
      fix: 'Keep the report elsewhere and write its address.',
    },
  }),
]
