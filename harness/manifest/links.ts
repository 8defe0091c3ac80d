/** Rules about where the source, the website and the icons of a server are. */
import { objectOf, objectsOf, textOf } from '../wire/members.ts'
import { judged } from './rule.ts'
import type { Rule } from './rule.ts'

const repositories: Readonly<Record<string, RegExp>> = {
  github: /^https?:\/\/(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/?$/,
  gitlab: /^https?:\/\/(?:www\.)?gitlab\.com\/[\w.-]+(?:\/[\w.-]+)+\/?$/,
}

function httpsFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'no absolute address'
  return new URL(text).protocol === 'https:' ? undefined : 'another scheme'
}

export const linkRules: readonly Rule[] = [
  {
    requirement: 'mcp-registry.repository-matches-source',
    expected: 'the address of a repository of the host that source names, GitHub or GitLab',
    judge({ manifest }) {
      const repository = objectOf(manifest, 'repository')
      const [source, url] = [textOf(repository ?? {}, 'source'), textOf(repository ?? {}, 'url')]
      if (source === undefined && url === undefined) return []
      const pattern = source !== undefined && Object.hasOwn(repositories, source) ? repositories[source] : undefined
      return [judged('/repository/url', pattern === undefined ? 'a source that is neither github nor gitlab' : pattern.test(url ?? '') ? undefined : 'no repository of that host')]
    },
  },
  {
    requirement: 'mcp-registry.repository-subfolder',
    expected: 'a clean relative path',
    judge({ manifest }) {
      const path = textOf(objectOf(manifest, 'repository') ?? {}, 'subfolder')
      if (path === undefined) return []
      const clean = /^[a-zA-Z0-9\-_./]+$/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part))
      return [judged('/repository/subfolder', clean ? undefined : 'a path that is not relative, or not clean')]
    },
  },
  {
    requirement: 'mcp-registry.website-https',
    expected: 'an absolute https address',
    judge({ manifest }) {
      const url = textOf(manifest, 'websiteUrl')
      return url === undefined ? [] : [judged('/websiteUrl', httpsFault(url))]
    },
  },
  {
    requirement: 'mcp-registry.icon-https',
    expected: 'an absolute https address',
    judge: ({ manifest }) => objectsOf(manifest, 'icons').map(({ at, value }) => judged(`${at}/src`, httpsFault(textOf(value, 'src') ?? ''))),
  },
]
