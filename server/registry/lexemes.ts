/**
 * A first look at the words of a YAML text, before a tree is built of them: finds what the grammar allows and a registry
 * does not, and stops where there is more than any registry can hold, since a tree costs a multiple of its text.
 */
import { CST, Lexer } from 'yaml'
import type { RegistryProblemCode } from './problem.ts'
import { bounds } from './schema.ts'

export type Report = (offset: number, code: RegistryProblemCode, message: string, remedy: string) => void

/** @returns Whether the text may be parsed at all: not where there is too much of it, and not where it is broken. */
export function checkLexemes(text: string, report: Report): 'go on' | 'too much' | 'broken' {
  let offset = 0
  let flow = 0
  let block = 0
  let content = false
  const counts = { value: 0, property: 0, indicator: 0 }
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR) {
      content = lexeme === CST.SCALAR
      continue
    }
    const type = content ? 'scalar' : CST.tokenType(lexeme)
    const kind = kinds.get(type)
    if (kind !== undefined) {
      counts[kind] += 1
      if (counts[kind] > bounds.lexemes[kind]) {
        report(offset, 'too_complex', 'the file holds more values than any registry', 'write the registry as `init` does')
        return 'too much'
      }
    }
    if (type === 'tag') report(offset, 'tag', 'a tag is not allowed', 'remove the word that begins with "!"')
    if (type === 'directive-line') report(offset, 'directive', 'a directive is not allowed', 'remove the line that begins with "%"')
    if (type === 'flow-map-start' || type === 'flow-seq-start') flow += 1
    if (type === 'flow-map-end' || type === 'flow-seq-end') flow -= 1
    if (type === 'newline') block = 0
    if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') block += flow === 0 ? 1 : 0
    if (flow > bounds.depth || block > bounds.depth) {
      report(offset, 'too_complex', `the file nests deeper than ${bounds.depth} levels`, 'write the registry as `init` does')
      return 'too much'
    }
    if (flow < 0) {
      report(offset, 'bad_yaml', 'a bracket is closed that was never opened', 'remove it, or open it')
      return 'broken'
    }
    content = false
    offset += lexeme.length
  }
  return 'go on'
}

const kinds: ReadonlyMap<CST.TokenType | null, keyof typeof bounds.lexemes> = new Map<CST.TokenType, keyof typeof bounds.lexemes>([
  ['scalar', 'value'], ['single-quoted-scalar', 'value'], ['double-quoted-scalar', 'value'], ['alias', 'value'],
  ['anchor', 'property'], ['tag', 'property'], ['directive-line', 'property'],
  ['flow-map-start', 'indicator'], ['flow-map-end', 'indicator'], ['flow-seq-start', 'indicator'], ['flow-seq-end', 'indicator'],
  ['comma', 'indicator'], ['seq-item-ind', 'indicator'], ['explicit-key-ind', 'indicator'], ['map-value-ind', 'indicator'],
  ['doc-start', 'indicator'], ['doc-end', 'indicator'],
])
