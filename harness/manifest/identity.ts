/** Rules about what a server is called and which version it is. */
import { objectsOf, textOf } from '../wire/members.ts'
import { judged } from './rule.ts'
import type { Rule } from './rule.ts'

const namePart = /^[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])$/
const namespace = /^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])$/

const number = String.raw`v?\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?`
const ranges = [
  new RegExp(String.raw`^(?:\^|~|>=|<=|>|<|=)\s*${number}$`),
  new RegExp(String.raw`^${number}\s-\s*${number}$`),
  new RegExp(String.raw`^${number}\s*(?:\|\|\s*${number}\s*)+$`),
  /^(?:v?\d+|[xX*])(?:\.(?:\d+|[xX*])){1,2}(?:-[0-9A-Za-z.-]+)?$/,
]

/** @returns What is wrong with it as one version. */
function versionFault(text: string | undefined): string | undefined {
  const version = text?.trim()
  if (version === undefined || version === '') return undefined
  if (version === 'latest') return 'the word latest'
  const [comparator, hyphen, either, dotted] = ranges
  if (comparator?.test(version) === true || hyphen?.test(version) === true || either?.test(version) === true) return 'a range'
  return dotted?.test(version) === true && /[xX*]/.test(version) ? 'a range' : undefined
}

export const identityRules: readonly Rule[] = [
  {
    requirement: 'mcp-registry.name-format',
    expected: 'a namespace and a name with one slash between them, each beginning and ending with a letter or digit',
    judge({ manifest }) {
      const parts = (textOf(manifest, 'name') ?? '').split('/')
      if (parts.length !== 2) return [judged('/name', parts.length < 2 ? 'no slash' : 'more than one slash')]
      const [space = '', name = ''] = parts
      return [judged('/name', !namespace.test(space) ? 'a namespace that is none' : namePart.test(name) ? undefined : 'a name that is none')]
    },
  },
  {
    requirement: 'mcp-registry.title-not-blank',
    expected: 'a title that is more than white space',
    judge({ manifest }) {
      const title = textOf(manifest, 'title')
      return title === undefined ? [] : [judged('/title', title.trim() === '' ? 'white space' : undefined)]
    },
  },
  {
    requirement: 'mcp-registry.version-specific',
    expected: 'one version, neither a range nor the word latest',
    judge({ manifest }) {
      const packages = objectsOf(manifest, 'packages').filter(({ value }) => textOf(value, 'version') !== undefined)
      return [
        judged('/version', versionFault(textOf(manifest, 'version'))),
        ...packages.map(({ at, value }) => judged(`${at}/version`, versionFault(textOf(value, 'version')))),
      ]
    },
  },
]
