/** The pinned schema of the MCP Registry for `server.json`, and what it says of a manifest. */
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { ownMember } from '../wire/json.ts'
import { textOf } from '../wire/members.ts'
import { judged } from './rule.ts'
import type { Rule } from './rule.ts'
import origin from './server.schema.origin.json' with { type: 'json' }
import schema from './server.schema.json' with { type: 'json' }

/** The address by which a manifest names the pinned schema. */
const schemaUrl = origin.url

/** What the schema gives as examples of registries, in its own order: npm, PyPI, Docker, NuGet. */
const [npm, pypi, , nuget] = schema.definitions.Package.properties.registryBaseUrl.examples

/** The one base URL that a registry type may name; the schema's own examples are the registry's list. */
export const baseUrls: Readonly<Record<string, readonly (string | undefined)[]>> = {
  npm: [npm],
  pypi: [pypi],
  // The API's root is still let in.
  nuget: [nuget, 'https://api.nuget.org'],
}

// The schema has `example`, which is no keyword of JSON Schema.
const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)
const validate = ajv.compile(schema)
const maxFaults = 20
const anySchema = /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/

export const schemaRules: readonly Rule[] = [
  {
    requirement: 'mcp-registry.schema-valid',
    expected: 'a manifest that fits the schema of 2025-12-11',
    judge({ manifest }) {
      if (validate(manifest)) return [judged('', undefined, 'fits')]
      return (validate.errors ?? []).slice(0, maxFaults).map(({ instancePath, keyword }) => judged(instancePath, `it does not fit the schema (${keyword})`))
    },
  },
  {
    requirement: 'mcp-registry.schema-named',
    expected: '$schema that names a schema of the registry for server.json',
    judge: ({ manifest }) => [judged('/$schema', anySchema.test(textOf(manifest, '$schema') ?? '') ? undefined : ownMember(manifest, '$schema') === undefined ? 'no $schema' : 'another address')],
  },
  {
    requirement: 'hardening.manifest-schema-current',
    expected: '$schema that names the schema of 2025-12-11',
    judge: ({ manifest }) => [judged('/$schema', textOf(manifest, '$schema') === schemaUrl ? undefined : 'another schema')],
  },
]
