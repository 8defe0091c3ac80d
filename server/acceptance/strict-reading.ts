/**
 * The second reading of a delivered body: strictly, as markup, to see where the contract's reading could be deceived.
 * It yields warnings for the audit and for `explain-verdict`, and never changes a verdict. One pass over the body.
 */
import { findBanner } from './banner.ts'
import { findTagName, readTag, type StartConfig, type TagName } from './start-config.ts'
import { readStrictTag, type StrictAttribute, type StrictTag } from './strict-tag.ts'
import { wordStart } from './words.ts'

/** What each warning says; the names are stable. */
export const warnings = {
  'banner-again': 'Behind the banner that was stripped stands another, which stayed in the body.',
  'banner-token-differs': 'The banner shows another token than the one that was presented.',
  'tag-again': 'The body has more than one start-config tag; only the first counts.',
  'tag-not-closed': 'The first start-config tag never ends.',
  'tag-too-long': 'The first start-config tag has so many parts that it was not read to its end.',
  'tag-unreadable': 'The first start-config tag has no attribute that can be read, so it counts as none.',
  'tag-not-lower-case': 'The name of the tag is not in lower case.',
  'tag-ends-inside-value': 'The first `>` stands inside a quoted value; the tag was cut there.',
  'attribute-repeated': 'An attribute stands in the tag more than once; the last one counts.',
  'attribute-not-double-quoted': 'A value stands in single quotes, in typographic ones or in none, and was not read as a value.',
  'attribute-spaced': 'White space stands around an equals sign, so the attribute was not read.',
  'attribute-name-case': 'The name of an attribute that counts is not in lower case, so it does not count.',
  'attribute-name-cut': 'Only the end of an attribute\'s name was read, such as project_id of data-project_id.',
  'attribute-entity': 'A value holds a character reference, which is not decoded.',
  'attribute-stray': 'Something stands in the tag that is no attribute.',
  'readings-differ': 'A strict reading finds another project_id or repo_path than the contract\'s.',
} as const satisfies Readonly<Record<string, string>>

export type Warning = keyof typeof warnings

export interface Delivered {
  /** With its banner. */
  readonly delivered: string | undefined
  /** Without it. */
  readonly stripped: string | undefined
  /** As presented; `""` is none. */
  readonly token: string | undefined
}

/** In the order of the table above, each once. */
export function warningsOf({ delivered, stripped, token }: Delivered): readonly Warning[] {
  if (delivered === undefined || stripped === undefined) return []
  const found = new Set<Warning>()
  if (delivered !== stripped) {
    if (findBanner(stripped) !== undefined) found.add('banner-again')
    if (token !== undefined && token !== '' && findBanner(delivered)?.token !== token) found.add('banner-token-differs')
  }
  const tag = findTagName(stripped)
  if (tag !== undefined) addTagWarnings(found, stripped, tag)
  return found.size === 0 ? [] : (Object.keys(warnings) as Warning[]).filter((warning) => found.has(warning))
}

function addTagWarnings(found: Set<Warning>, body: string, tag: TagName): void {
  const strict = readStrictTag(body, tag)
  const read = readTag(body, tag)
  if (findTagName(body, tag.end) !== undefined) found.add('tag-again')
  const close = body.indexOf('>', tag.end) + 1
  if (strict.isCut) found.add('tag-too-long')
  else if (strict.end === undefined) found.add('tag-not-closed')
  else if (strict.end !== close) found.add('tag-ends-inside-value')
  if (close !== 0 && read === undefined) found.add('tag-unreadable')
  if (body.slice(tag.start, tag.end) !== '<project_start_config') found.add('tag-not-lower-case')
  if (strict.hasStray) found.add('attribute-stray')
  if (read === undefined || !strict.attributes.every((attribute) => isPlain(attribute, read)) || strict.attributes.length !== read.attributes.size) {
    addAttributeWarnings(found, strict, read)
  }
}

/** Both readings find the same, and nothing about it is odd: so for every honest tag, which shall cost little. */
function isPlain({ name, value, quote, isSpaced }: StrictAttribute, read: StartConfig): boolean {
  return quote === '"' && !isSpaced && read.attributes.get(name) === value && !value.includes('&') && name === name.toLowerCase()
}

const counting = ['project_id', 'repo_path']

const entity = /&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);/

function addAttributeWarnings(found: Set<Warning>, strict: StrictTag, read: StartConfig | undefined): void {
  const names = new Set<string>()
  // As markup would have it: names without regard to case, and the first of equal ones counts.
  const values = new Map<string, string>()
  for (const { name, value, quote, isSpaced } of strict.attributes) {
    if (names.has(name)) found.add('attribute-repeated')
    names.add(name)
    const lower = name.toLowerCase()
    if (!values.has(lower)) values.set(lower, value)
    if (quote !== '"') found.add('attribute-not-double-quoted')
    if (isSpaced) found.add('attribute-spaced')
    if (lower !== name && counting.includes(lower)) found.add('attribute-name-case')
    if (quote === '"' && !isSpaced && wordStart(name, name.length, 0) !== 0) found.add('attribute-name-cut')
    if (value.includes('&') && entity.test(value)) found.add('attribute-entity')
  }
  if (read !== undefined) {
    for (const name of read.attributes.keys()) if (!names.has(name)) found.add('attribute-name-cut')
  }
  for (const name of counting) {
    if ((read?.attributes.get(name) ?? '') !== decodeEntities(values.get(name) ?? '')) found.add('readings-differ')
  }
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&#34;': '"' }

function decodeEntities(value: string): string {
  return value.includes('&') ? value.replace(/&(?:amp|lt|gt|quot|apos|#39|#34);/g, (text) => entities[text] ?? text) : value
}
