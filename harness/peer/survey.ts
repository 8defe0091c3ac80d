/**
 * What a target declares of itself on one channel: its capabilities, and its own tools, resources, templates and
 * prompts, as they came. Probes are derived from it, so that nothing is asked of a target that it does not offer.
 */
import { readFrom } from '../run/seen-exchange.ts'
import { isJsonObject } from '../wire/json.ts'
import type { JsonObject, Peer, PeerAnswer } from './peer.ts'

/** One list, page by page. */
export interface Listing {
  /** Every result in order; the first is the page without a cursor. */
  readonly pages: readonly JsonObject[]
  /** The items of all pages that are objects. */
  readonly items: readonly JsonObject[]
  /** The answer to the first page where it was no result. */
  readonly refused: PeerAnswer | undefined
}

export interface Survey {
  /** The result of `server/discover` or of `initialize`. */
  readonly opening: JsonObject
  readonly capabilities: JsonObject
  readonly tools: Listing
  readonly resources: Listing
  readonly templates: Listing
  readonly prompts: Listing
}

const maxPages = 50
/** More than any server has a reason to offer; what comes after them is not looked at. */
const maxItems = 1_000
/** Of all the pages of a list together, as JSON. */
const maxChars = 8 * 1024 * 1024

const none: Listing = { pages: [], items: [], refused: undefined }

/** Asks for everything that the capabilities announce. */
export async function takeSurvey(peer: Pick<Peer, 'call'>, opening: JsonObject): Promise<Survey> {
  const capabilities = objectAt(opening, 'capabilities')
  const list = async (capability: string, method: string, member: string): Promise<Listing> =>
    Object.hasOwn(capabilities, capability) ? listAll(peer, method, member) : Promise.resolve(none)
  return {
    opening,
    capabilities,
    tools: await list('tools', 'tools/list', 'tools'),
    resources: await list('resources', 'resources/list', 'resources'),
    templates: await list('resources', 'resources/templates/list', 'resourceTemplates'),
    prompts: await list('prompts', 'prompts/list', 'prompts'),
  }
}

/** Walks a list to its end, or to a cap where it has none. */
export async function listAll(peer: Pick<Peer, 'call'>, method: string, member: string): Promise<Listing> {
  const pages: JsonObject[] = []
  const items: JsonObject[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  let chars = 0
  while (pages.length < maxPages && items.length < maxItems && chars < maxChars) {
    const answer = await peer.call({ method, params: cursor === undefined ? {} : { cursor } })
    if (answer.answer.kind !== 'result') return { pages, items, refused: pages.length === 0 ? answer : undefined }
    const { result } = answer.answer
    pages.push(result)
    chars += JSON.stringify(result).length
    const listed = result[member]
    if (Array.isArray(listed)) items.push(...listed.slice(0, maxItems - items.length).filter(isJsonObject).map((item) => readFrom(answer, item)))
    const next = result['nextCursor']
    if (typeof next !== 'string' || seen.has(next)) break
    seen.add(next)
    cursor = next
  }
  return { pages, items, refused: undefined }
}

/** A member that is an object, else an empty one. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const member = Object.hasOwn(value, name) ? value[name] : undefined
  return isJsonObject(member) ? member : {}
}
