/**
 * What is wrong with the content of tool results, prompt messages and resources, in words that hold nothing of it. The
 * same in every revision that has the kind of content (2026-07-28 server/tools "Tool Result", schema `ContentBlock`).
 */
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { isBase64 } from './base64.ts'
import { isMediaType, isUri } from './uri.ts'

export interface ContentRules {
  /** For example `2025-11-25`. */
  readonly revision: string
  /** Whether an embedded resource must name its media type (prompts) or may (tools). */
  readonly mediaTypeOfResources?: 'needed' | 'optional'
}

/** Since when there is each kind of content. */
const kinds: Readonly<Record<string, string>> = {
  text: '2024-11-05', image: '2024-11-05', resource: '2024-11-05', audio: '2025-03-26', resource_link: '2025-06-18',
}

/** One entry for each thing that is wrong; each begins with the place, for example `content[0]`. */
export function contentProblems(content: unknown, rules: ContentRules): string[] {
  if (!Array.isArray(content)) return ['the content is no array']
  return content.flatMap((block: unknown, index) => blockProblems(block, rules).map((problem) => `content[${index}] ${problem}`))
}

export function blockProblems(block: unknown, rules: ContentRules): string[] {
  if (!isJsonObject(block)) return ['is no object']
  const type = ownMember(block, 'type')
  const since = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (since === undefined || since > rules.revision) return ['is of no type that the revision has']
  switch (type) {
    case 'text':
      return typeof ownMember(block, 'text') === 'string' ? [] : ['has no text']
    case 'resource_link':
      return [...uriProblems(ownMember(block, 'uri')), ...(typeof ownMember(block, 'name') === 'string' ? [] : ['has no name'])]
    case 'resource':
      return embeddedProblems(ownMember(block, 'resource'), rules)
    default:
      return [...base64Problems(ownMember(block, 'data'), 'data'), ...mediaTypeProblems(ownMember(block, 'mimeType'), 'needed')]
  }
}

/** `TextResourceContents` or `BlobResourceContents`. */
export function resourceProblems(resource: unknown, mediaType: 'needed' | 'optional' = 'optional'): string[] {
  if (!isJsonObject(resource)) return ['is no object']
  const uri = uriProblems(ownMember(resource, 'uri'))
  const blob = ownMember(resource, 'blob')
  const payload = blob === undefined
    ? (typeof ownMember(resource, 'text') === 'string' ? [] : ['has neither text nor blob'])
    : base64Problems(blob, 'blob')
  return [...uri, ...payload, ...mediaTypeProblems(ownMember(resource, 'mimeType'), mediaType)]
}

function embeddedProblems(resource: unknown, { mediaTypeOfResources }: ContentRules): string[] {
  return resourceProblems(resource, mediaTypeOfResources).map((problem) => `embeds a resource that ${problem}`)
}

function uriProblems(uri: unknown): string[] {
  if (typeof uri !== 'string') return ['has no uri']
  return isUri(uri) ? [] : ['has a uri that is no URI of RFC 3986']
}

function base64Problems(value: unknown, name: string): string[] {
  if (typeof value !== 'string') return [`has no ${name}`]
  return isBase64(value) ? [] : [`has ${name} that is not base64`]
}

function mediaTypeProblems(value: unknown, need: 'needed' | 'optional'): string[] {
  if (value === undefined) return need === 'optional' ? [] : ['has no mimeType']
  return typeof value === 'string' && isMediaType(value) ? [] : ['has a mimeType that is no media type']
}
