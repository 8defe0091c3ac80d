/** Reads the items of a board: what the hashes are made of, and whether the rest is text that can be carried. */
import { invalid, isObject, readText, SizeFaults } from './input-faults.ts'
import { limits } from './limits.ts'
import type { LiveItem } from './types.ts'

/**
 * Reads a list of items by itself, for whoever computes the hashes without an envelope.
 *
 * @throws HandoffError `invalid_input`, `payload_too_large`, with fields such as `live_items[3].status`
 */
export function readLiveItems(given: unknown, field = 'live_items'): readonly LiveItem[] {
  const sizes = new SizeFaults()
  const items = readItems(given, field, sizes)
  sizes.throwFirst()
  return items
}

/** @throws HandoffError `invalid_input` */
export function readItems(given: unknown, field: string, sizes: SizeFaults): readonly LiveItem[] {
  if (!Array.isArray(given)) throw invalid(field, 'It must be a list of objects.')
  sizes.list(given, field, limits.items)
  return (given as readonly unknown[]).map((item, index) => readItem(item, field, index, sizes))
}

function readItem(item: unknown, list: string, index: number, sizes: SizeFaults): LiveItem {
  if (!isObject(item)) throw invalid(`${list}[${index}]`, 'It must be an object.')
  for (const key in item) {
    const value = item[key]
    if (!isPlain(value, memberDepth)) checkTexts(value, `${list}[${index}].${key}`, sizes, memberDepth)
  }
  return {
    id: textOrEmpty(item['id'], list, index, 'id'),
    status: textOrEmpty(item['status'], list, index, 'status'),
    depends_on: textOrEmpty(item['depends_on'], list, index, 'depends_on'),
    tools: toolNames(item['tool_requirements'], list, index),
  }
}

function textOrEmpty(value: unknown, list: string, index: number, member: string): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  throw invalid(`${list}[${index}].${member}`, 'It must be a string.')
}

const noTools: readonly string[] = []

/** A list, or the JSON text of one; anything else declares no tool. */
function toolNames(value: unknown, list: string, index: number): readonly string[] {
  if (typeof value === 'string') return value === '' ? noTools : namesOf(parsed(value), list, index)
  return namesOf(value, list, index)
}

function namesOf(entries: unknown, list: string, index: number): readonly string[] {
  if (!Array.isArray(entries) || entries.length === 0) return noTools
  // A copy has the right size at once, and needs no function an item.
  const names = entries.slice() as string[]
  for (let position = 0; position < names.length; position += 1) names[position] = nameOf(names[position], list, index, position)
  return names.includes('') ? names.filter((name) => name !== '') : names
}

/** Empty for what is no object, or has no name. */
function nameOf(entry: unknown, list: string, index: number, position: number): string {
  if (!isObject(entry) || !Object.hasOwn(entry, 'name')) return ''
  const name = entry['name']
  if (name === undefined || name === null) return ''
  if (typeof name === 'string' && name.isWellFormed()) return name
  throw invalid(`${list}[${index}].tool_requirements[${position}].name`, 'It must be a string without half of a surrogate pair.')
}

/** Undefined for what is no JSON text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of a list or an object in a member of an item: the input itself, the list of items and the item stand around it. */
const memberDepth = 4

/** Nothing to report below this value: true for nearly all, without writing a path. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.length * 3 <= limits.textBytes && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > limits.depth) return false
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isPlain(value[index], depth + 1)) return false
    }
    return true
  }
  for (const key in value) {
    if (!isPlain((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false
  }
  return true
}

/** Finds what is wrong below a value, also where no check reads it. @throws HandoffError `invalid_input` */
function checkTexts(value: unknown, field: string, sizes: SizeFaults, depth: number): void {
  if (typeof value === 'string') {
    readText(value, field, sizes)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > limits.depth) throw invalid(field, `It is nested more than ${limits.depth} levels deep.`)
  const isList = Array.isArray(value)
  for (const [key, entry] of Object.entries(value)) checkTexts(entry, isList ? `${field}[${key}]` : `${field}.${key}`, sizes, depth + 1)
}
