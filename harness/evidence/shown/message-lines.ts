/**
 * A JSON-RPC message as lines, one a member: method, tool and the names of arguments are shown, numbers and literals
 * too; texts and everything deeper are what agents hand to each other, and only measured.
 */
import { isJsonObject } from '../../wire/json.ts'
import { bounded, characters, isPlain, plural } from './measured.ts'

/** A line, and what it stands for: two lines can read alike and mean different things. */
export interface Line {
  readonly text: string
  /** Compared, never shown or kept. */
  readonly meaning: string
}

/** More members of one message are counted, not shown. */
const maxLines = 40
const maxDepth = 6

/** The texts of these say what is asked and not what it is about. */
const shownTexts = /^(?:\[\d+\]\.)?(?:jsonrpc|method|params\.name|params\.uri|params\.protocolVersion|params\.clientInfo\.\w+|params\._meta\.io\.modelcontextprotocol\/.*)$/

export function messageLines(value: unknown): Line[] {
  const lines: Line[] = []
  walk(value, '', 0, lines)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines), { text: `… and ${plural(lines.length - maxLines, 'more member')}`, meaning: JSON.stringify(lines.slice(maxLines).map(({ meaning }) => meaning)) }]
}

function walk(value: unknown, path: string, depth: number, lines: Line[]): void {
  const container = Array.isArray(value) || isJsonObject(value)
  if (!container || depth >= maxDepth || isOpaque(path)) {
    lines.push({ text: `${path === '' ? 'value' : path}: ${leaf(value, path)}`, meaning: `${path}=${JSON.stringify(value)}` })
    return
  }
  const members = Array.isArray(value) ? value.map((item, at) => [`[${at}]`, item] as const) : Object.entries(value)
  if (members.length === 0) lines.push({ text: `${path === '' ? 'value' : path}: ${Array.isArray(value) ? '[]' : '{}'}`, meaning: `${path}={}` })
  for (const [name, member] of members) walk(member, path === '' ? bounded(name, 60) : `${path}.${bounded(name, 60)}`, depth + 1, lines)
}

/** What an argument or a declared capability holds is not taken apart. */
const isOpaque = (path: string): boolean => /(?:^|\.)params\.arguments\.[^.]+$/.test(path) || /(?:^|\.)(?:capabilities|io\.modelcontextprotocol\/clientCapabilities)$/.test(path)

function leaf(value: unknown, path: string): string {
  if (typeof value === 'string') return shownTexts.test(path) || (path.endsWith('id') && isPlain(value)) ? JSON.stringify(bounded(value, 200)) : characters(value)
  if (Array.isArray(value)) return `<${plural(value.length, 'item')}>`
  if (isJsonObject(value)) return `<${plural(Object.keys(value).length, 'member')}>`
  return bounded(String(value), 40)
}

/** The texts of what a message hands over: where an answer repeats one of them, it is no news and no business of a report. */
export function handedOver(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.length >= 4 ? [value] : []
  if (depth > maxDepth || value === null || typeof value !== 'object') return []
  const member = isJsonObject(value) && depth === 0 && isJsonObject(value['params']) ? value['params']['arguments'] : value
  return member === null || typeof member !== 'object' ? [] : Object.values(member).slice(0, 100).flatMap((each) => handedOver(each, depth + 1))
}
