/** The MCP Registry: what it wants of a `server.json`, by its schema and by the validators behind it. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP Registry'
const tree = 'https://github.com/modelcontextprotocol/registry/blob/main'
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const rules = `${tree}/docs/reference/server-json/official-registry-requirements.md`
const validators = `${tree}/internal/validators/validators.go`

type Given = Pick<Requirement, 'statement'> & Partial<Requirement>

function required(id: string, section: string, url: string, given: Given): Requirement {
  return { id: `mcp-registry.${id}`, level: 'must', source, section, url, ...given }
}

function own(id: string, given: Given & { readonly reason: string }): Requirement {
  return { id: `hardening.${id}`, level: 'hardening', source: 'handoff-conformance', section: 'manifests', url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/manifest.md', ...given }
}

export const mcpRegistry: readonly Requirement[] = [
  required('manifest-json', 'server.json', schema, { statement: 'A manifest is one JSON object that every parser reads alike.' }),
  required('schema-valid', 'server.schema.json 2025-12-11', schema, { statement: 'A manifest fits the schema of the registry.' }),
  required('schema-named', 'validators, schema', validators, { statement: 'A manifest names, in $schema, the schema of the registry that it follows.' }),
  required('name-format', 'validators, parseServerName', validators, { statement: 'The name is a reverse-DNS namespace and a name with exactly one slash between them; both begin and end with a letter or digit and have two characters or more.' }),
  required('title-not-blank', 'validators, validateTitle', validators, { statement: 'A title is more than white space.' }),
  required('version-specific', 'validators, validateVersion', validators, { statement: 'The version of the server and of each package is one version: no range, no wildcard, not the word latest.' }),
  required('repository-matches-source', 'validators, validateRepository', validators, { statement: 'The repository is at the host that its source names, which is GitHub or GitLab.' }),
  required('repository-subfolder', 'validators, validateRepository', validators, { statement: 'The subfolder of a repository is a clean relative path.' }),
  required('website-https', 'validators, validateWebsiteURL', validators, { statement: 'The website has an absolute https address.' }),
  required('icon-https', 'validators, validateIcon', validators, { statement: 'Each icon has an absolute https address.' }),
  required('package-registry-type', 'validators, ValidatePackage', `${tree}/internal/validators/package.go`, { statement: 'A package is of a registry type that the registry knows.' }),
  required('package-registry-url', 'Restricted registry base URLs', rules, { statement: 'A package that names a base URL names the public one of its registry type; OCI and MCPB packages name none.' }),
  required('package-identifier', 'validators, validatePackageField', validators, { statement: 'A package has an identifier without spaces.' }),
  required('package-version-place', 'validators, registries', `${tree}/internal/validators/registries`, { statement: 'An npm, PyPI or NuGet package names its version; an OCI package has it in its identifier and nowhere else.' }),
  required('bundle-address', 'Restricted registry base URLs', rules, { statement: 'An MCPB package is the https address of a file of a release on GitHub or GitLab, and has mcp in it.' }),
  required('package-file-hash', 'validators, registries', `${tree}/internal/validators/registries`, { statement: 'An MCPB package has the SHA-256 of its file; npm and OCI packages have none, whatever the description in the schema says.' }),
  required('image-reference', 'validators, ValidateOCI', `${tree}/internal/validators/registries/oci.go`, { statement: 'An OCI package is a reference with a tag or a digest.' }),
  required('npm-name-claimed', 'Package ownership verification', rules, { statement: 'The package.json of an npm package has an mcpName that is the name of the manifest.' }),
  required('transport-type', 'validators, validatePackageTransport', validators, { statement: 'A package is reached over stdio, streamable-http or sse, a remote server over one of the last two.' }),
  required('stdio-without-url', 'validators, validatePackageTransport', validators, { statement: 'A stdio transport has no url.' }),
  required('transport-url', 'validators, validatePackageTransport', validators, { statement: 'A streamable-http or sse transport of a package has an http or https address.' }),
  required('url-variables', 'validators, IsValidTemplatedURL', validators, { statement: 'Each variable of an address is defined: by an environment variable or argument of the package, or by the variables of the remote server.' }),
  required('remote-url', 'validators, IsValidRemoteURL', validators, { statement: 'A remote server has an https address, and not one of the own machine.' }),
  required('named-argument', 'validators, validateNamedArgumentName', validators, { statement: 'A named argument has the flag alone as its name.' }),
  required('argument-value', 'validators, validateArgumentValueFields', validators, { statement: 'The value and the default of a named argument do not begin with its flag.' }),
  required('publisher-data', '_meta namespace restrictions', rules, { statement: 'What the publisher adds under _meta has at most 4096 bytes as JSON.' }),
  required('namespace-owned', 'Namespace authentication', rules, { statement: 'Whoever publishes a manifest owns the namespace of its name.', unobservable: 'Only the registry sees with which credentials a manifest is published.' }),
  required('package-owned', 'Package ownership verification', rules, { statement: 'Each package is there in its registry and names the manifest in its own metadata.', unobservable: 'It takes the package registries to see, and a run must not need a network; for npm the package.json beside the manifest is judged instead.' }),
  own('manifest-schema-current', {
    statement: 'A manifest names the schema of 2025-12-11.',
    reason: 'The registry still takes older schemas and warns; only the pinned one is judged here.',
  }),
  own('manifest-image-host', {
    statement: 'An OCI package is on Docker Hub, the registries of GitHub and Microsoft, or those of Google and Azure.',
    reason: 'The registry has a list of hosts and refuses the others, but the list grows.',
  }),
  own('manifest-version-agrees', {
    statement: 'The version of an npm package in the manifest is that of its package.json.',
    reason: 'The registry looks up exactly this version, and one that was never published is refused.',
  }),
]
