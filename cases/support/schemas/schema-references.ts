/**
 * Where the references of a JSON Schema lead: into itself, nowhere, or onto the network, where no reader may follow
 * (2026-07-28 basic/index "$ref Resolution"; JSON Schema 2020-12 core §8.2).
 */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { dialectOf } from './json-schema.ts'

export interface References {
  /** How many there are. */
  readonly count: number
  /** Lead to an http or https address that is not in the schema. */
  readonly network: number
  /** Lead into the schema, to something that is not there. */
  readonly dangling: number
}

/** A base for schemas that name none. */
const home = 'x-schema:/root'
/** Members whose values are schemas under names that the author chose. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
/** Members whose values are data. */
const data = new Set(['const', 'enum', 'default', 'examples', 'example', 'required'])

interface Found {
  /** Base address of each schema resource, and what it is. */
  readonly resources: Map<string, JsonObject>
  readonly anchors: Set<string>
  readonly references: string[]
}

export function referencesOf(schema: JsonObject): References {
  const found: Found = { resources: new Map([[home, schema]]), anchors: new Set(), references: [] }
  collect(schema, home, found)
  let network = 0
  let dangling = 0
  for (const reference of found.references) {
    const [document = '', fragment = ''] = reference.split('#', 2)
    const resource = found.resources.get(document)
    if (resource !== undefined) {
      if (!leadsSomewhere(resource, fragment, found.anchors.has(reference))) dangling += 1
    } else if (dialectOf({ $schema: document }) === undefined) {
      if (/^https?:/i.test(document)) network += 1
      else dangling += 1
    }
  }
  return { count: found.references.length, network, dangling }
}

function collect(schema: unknown, base: string, found: Found): void {
  if (Array.isArray(schema)) {
    for (const item of schema) collect(item, base, found)
    return
  }
  if (!isJsonObject(schema)) return
  const here = enter(schema, base, found)
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = ownMember(schema, keyword)
    const target = typeof reference === 'string' ? resolved(reference, here) : undefined
    if (target !== undefined) found.references.push(target)
  }
  for (const [key, value] of Object.entries(schema)) {
    if (data.has(key)) continue
    if (maps.has(key) && isJsonObject(value)) for (const inner of Object.values(value)) collect(inner, here, found)
    else collect(value, here, found)
  }
}

/** Takes up what names this place, and gives its base address. */
function enter(schema: JsonObject, base: string, { resources, anchors }: Found): string {
  const id = ownMember(schema, '$id')
  const address = typeof id === 'string' ? resolved(id, base) : undefined
  const [document = base, fragment = ''] = address === undefined ? [base] : address.split('#', 2)
  if (address !== undefined && fragment === '') resources.set(document, schema)
  // Before 2019-09 an anchor was an `$id` that is a fragment.
  if (fragment !== '') anchors.add(`${document}#${fragment}`)
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = ownMember(schema, keyword)
    if (typeof anchor === 'string') anchors.add(`${document}#${anchor}`)
  }
  return document
}

function resolved(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

function leadsSomewhere(resource: JsonObject, fragment: string, isAnchor: boolean): boolean {
  if (fragment === '' || isAnchor) return true
  if (!fragment.startsWith('/')) return false
  let at: unknown = resource
  for (const part of fragment.slice(1).split('/')) {
    const name = unescaped(part)
    if (Array.isArray(at)) at = at[Number(name)]
    else at = isJsonObject(at) ? ownMember(at, name) : undefined
    if (at === undefined) return false
  }
  return true
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
