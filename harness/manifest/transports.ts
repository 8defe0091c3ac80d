/** Rules about how a server is reached: transports of packages, remote servers, and the variables of their addresses. */
import { ownMember } from '../wire/json.ts'
import { objectOf, objectsOf, textOf } from '../wire/members.ts'
import type { JsonObject } from '../wire/json.ts'
import { judged } from './rule.ts'
import type { Rule } from './rule.ts'

/** The names in braces. */
function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
}

/** The address with something plausible in place of each variable. */
function filled(template: string): URL | undefined {
  const text = template
    .replaceAll('{host}', 'example.com').replaceAll('{port}', '8080').replaceAll('{path}', 'api').replaceAll(/\{(?:protocol|scheme)\}/g, 'http')
    .replaceAll(/:\{[^}]+\}(?=\/|$)/g, ':8080')
    .replaceAll(/\{[^}]+\}/g, 'placeholder')
  return URL.canParse(text) ? new URL(text) : undefined
}

function addressFault(template: string): string | undefined {
  const url = filled(template)
  return url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '' ? 'no http or https address' : undefined
}

function variableFault(template: string, known: ReadonlySet<string>): string | undefined {
  return variablesOf(template).every((name) => known.has(name)) ? undefined : 'a variable that is defined nowhere'
}

/** What the address of a package may refer to. */
function packageVariables(value: JsonObject): ReadonlySet<string> {
  const names = (list: string, ...members: string[]): string[] => objectsOf(value, list).flatMap((each) => members.flatMap((member) => textOf(each.value, member) ?? []))
  return new Set([...names('environmentVariables', 'name'), ...names('runtimeArguments', 'name', 'valueHint'), ...names('packageArguments', 'name', 'valueHint')])
}

const packageTransports = ({ manifest }: { readonly manifest: JsonObject }): { at: string; owner: JsonObject; transport: JsonObject }[] =>
  objectsOf(manifest, 'packages').flatMap(({ at, value }) => {
    const transport = objectOf(value, 'transport')
    return transport === undefined ? [] : [{ at: `${at}/transport`, owner: value, transport }]
  })

const overHttp = (transport: JsonObject): boolean => ['streamable-http', 'sse'].includes(textOf(transport, 'type') ?? '')

export const transportRules: readonly Rule[] = [
  {
    requirement: 'mcp-registry.transport-type',
    expected: 'stdio, streamable-http or sse; for a remote server one of the last two',
    judge: (file) => [
      ...packageTransports(file).map(({ at, transport }) => judged(`${at}/type`, overHttp(transport) || textOf(transport, 'type') === 'stdio' ? undefined : 'another type')),
      ...objectsOf(file.manifest, 'remotes').map(({ at, value }) => judged(`${at}/type`, overHttp(value) ? undefined : 'another type')),
    ],
  },
  {
    requirement: 'mcp-registry.stdio-without-url',
    expected: 'no url',
    judge: (file) => packageTransports(file).filter(({ transport }) => textOf(transport, 'type') === 'stdio').map(({ at, transport }) => judged(`${at}/url`, textOf(transport, 'url') === undefined ? undefined : 'one', 'none')),
  },
  {
    requirement: 'mcp-registry.transport-url',
    expected: 'an http or https address',
    judge: (file) => packageTransports(file).filter(({ transport }) => overHttp(transport)).map(({ at, transport }) => judged(`${at}/url`, addressFault(textOf(transport, 'url') ?? ''))),
  },
  {
    requirement: 'mcp-registry.url-variables',
    expected: 'variables that the package or the remote server defines',
    judge: (file) => [
      ...packageTransports(file).filter(({ transport }) => overHttp(transport)).map(({ at, owner, transport }) => judged(`${at}/url`, variableFault(textOf(transport, 'url') ?? '', packageVariables(owner)))),
      ...objectsOf(file.manifest, 'remotes').map(({ at, value }) => judged(`${at}/url`, variableFault(textOf(value, 'url') ?? '', new Set(Object.keys(objectOf(value, 'variables') ?? {}))))),
    ],
  },
  {
    requirement: 'mcp-registry.remote-url',
    expected: 'an https address that is not of the own machine',
    judge: ({ manifest }) => objectsOf(manifest, 'remotes').map(({ at, value }) => judged(`${at}/url`, remoteFault(textOf(value, 'url') ?? ''))),
  },
  {
    requirement: 'mcp-registry.named-argument',
    expected: 'a flag alone: no space, no angle bracket, no dollar sign',
    judge: ({ manifest }) => namedArguments(manifest).map(({ at, value }) => {
      const name = textOf(value, 'name')
      return judged(`${at}/name`, name === undefined ? 'none' : /[<> $]/.test(name) ? 'more than a flag' : undefined)
    }),
  },
  {
    requirement: 'mcp-registry.argument-value',
    expected: 'a value that does not begin with the flag',
    judge: ({ manifest }) => namedArguments(manifest).flatMap(({ at, value }) => ['value', 'default'].flatMap((member) => {
      const [name, text] = [textOf(value, 'name'), textOf(value, member)]
      return name === undefined || text === undefined ? [] : [judged(`${at}/${member}`, text.startsWith(name) ? 'the flag again' : undefined)]
    })),
  },
  {
    requirement: 'mcp-registry.publisher-data',
    expected: 'at most 4096 bytes of JSON',
    judge({ manifest }) {
      const data = ownMember(objectOf(manifest, '_meta') ?? {}, 'io.modelcontextprotocol.registry/publisher-provided')
      if (data === undefined) return []
      const bytes = Buffer.byteLength(JSON.stringify(data))
      return [judged('/_meta', bytes > 4096 ? `${bytes} bytes` : undefined, `${bytes} bytes`)]
    },
  },
]

function namedArguments(manifest: JsonObject): ReturnType<typeof objectsOf> {
  return objectsOf(manifest, 'packages').flatMap(({ at, value }) => ['runtimeArguments', 'packageArguments'].flatMap((list) => objectsOf(value, list, at)))
    .filter(({ value }) => textOf(value, 'type') === 'named')
}

function remoteFault(template: string): string | undefined {
  const fault = addressFault(template)
  const url = filled(template)
  if (fault !== undefined || url === undefined) return fault ?? 'no address'
  if (/^(?:localhost|127\.0\.0\.1|.*\.localhost)$/.test(url.hostname)) return 'an address of the own machine'
  return url.protocol === 'https:' ? undefined : 'another scheme than https'
}
