/**
 * Changes single values in the text of a registry and leaves every other byte as it is, so that comments, order and
 * formatting stay. It may fail on unusual YAML: the caller compares the result with what was wanted.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Pair, type ParsedNode, type YAMLMap } from 'yaml'

/** Undefined: the key stays; null: it is removed. */
export interface AgentChange {
  readonly enabled?: boolean | undefined
  readonly token_sha256?: string | null | undefined
  readonly expires_at?: string | undefined
}

type AgentMap = YAMLMap<ParsedNode, ParsedNode | null>

/** @param text A valid registry. @returns Undefined where the place of the change was not found. */
export function changeAgent(text: string, agentId: string, change: AgentChange): string | undefined {
  let result: string | undefined = text
  // What is added goes directly behind the ceiling, so the last one added stands first.
  for (const key of ['expires_at', 'token_sha256', 'enabled'] as const) {
    const value = change[key]
    if (value !== undefined && result !== undefined) result = changeKey(result, agentId, key, value)
  }
  return result
}

function changeKey(text: string, agentId: string, key: string, value: string | boolean | null): string | undefined {
  const agent = findAgent(text, agentId)
  if (agent === undefined) return undefined
  const pair = agent.items.find((item) => nameOf(item) === key)
  if (value === null) return pair === undefined ? text : removePair(text, agent, pair)
  const written = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return pair === undefined ? addPair(text, agent, key, written) : replaceValue(text, pair, written)
}

function findAgent(text: string, agentId: string): AgentMap | undefined {
  const root = parseDocument(text, { uniqueKeys: false, prettyErrors: false }).contents
  const agents = isMap(root) ? root.get('agents', true) : undefined
  if (!isSeq(agents)) return undefined
  const found = agents.items.find((item) => isMap(item) && item.items.some((pair) => nameOf(pair) === 'id' && isScalar(pair.value) && pair.value.value === agentId))
  return found as AgentMap | undefined
}

function nameOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : undefined
}

function replaceValue(text: string, pair: Pair<ParsedNode, ParsedNode | null>, written: string): string | undefined {
  const range = pair.value?.range
  if (range === undefined || range === null) return undefined
  const block = isScalar(pair.value) && (pair.value.type === 'BLOCK_FOLDED' || pair.value.type === 'BLOCK_LITERAL')
  return text.slice(0, range[0]) + written + (block ? '\n' : '') + text.slice(range[1])
}

/** Behind the ceiling, which every agent has and which is a single value. */
function addPair(text: string, agent: AgentMap, key: string, written: string): string | undefined {
  const neighbour = agent.items.find((item) => nameOf(item) === 'disclosure_ceiling')
  const value = neighbour?.value
  if (neighbour === undefined || value === null || value === undefined || !(isScalar(value) || isAlias(value))) return undefined
  const quoted = isScalar(neighbour.key) && neighbour.key.type === 'QUOTE_DOUBLE'
  const entry = `${quoted ? JSON.stringify(key) : key}: ${written}`
  const end = value.range[1]
  if (agent.flow === true) return `${text.slice(0, end)}, ${entry}${text.slice(end)}`
  const keyStart = neighbour.key.range[0]
  const indent = ' '.repeat(keyStart - lineStart(text, keyStart))
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const next = lineEnd(text, text[end - 1] === '\n' ? end - 1 : end)
  if (next === text.length && !text.endsWith('\n')) return `${text}${newline}${indent}${entry}`
  return `${text.slice(0, next)}${indent}${entry}${newline}${text.slice(next)}`
}

function removePair(text: string, agent: AgentMap, pair: Pair<ParsedNode, ParsedNode | null>): string | undefined {
  const range = pair.value?.range
  if (range === undefined || range === null) return undefined
  let [start, end] = [pair.key.range[0], range[1]]
  if (agent.flow === true) {
    const following = /^\s*,[ \t]*/.exec(text.slice(end))
    if (following !== null) return text.slice(0, start) + text.slice(end + following[0].length)
    const preceding = /,\s*$/.exec(text.slice(0, start))
    return text.slice(0, start - (preceding?.[0].length ?? 0)) + text.slice(end)
  }
  const before = text.slice(lineStart(text, start), start)
  const restOfLine = text.slice(end, lineEnd(text, end))
  // A comment on the line stays, in the place of the pair; so does the dash of the list.
  if (/^\s*#/.test(restOfLine)) end += /^\s*/.exec(restOfLine)?.[0].length ?? 0
  else if (/^ *$/.test(before)) [start, end] = [start - before.length, text[end - 1] === '\n' ? end : lineEnd(text, end)]
  return text.slice(0, start) + text.slice(end)
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The offset behind the line end. */
function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}
