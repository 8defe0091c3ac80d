/**
 * YAML in its strictest form: version 1.2, one document, no tags, no directives, string keys, aliases up to a cap.
 * The messages are our own, since those of the parser may quote the file.
 */
import { CST, isAlias, isCollection, isPair, Lexer, LineCounter, parseDocument, type Alias, type Document, type Node, type YAMLError } from 'yaml'
import type { RegistryProblem } from './problem.ts'
import { bounds } from './schema.ts'

export interface RegistryDocument {
  readonly root: Node | null
  readonly problems: RegistryProblem[]
  /** Whether the text was understood well enough for its content to be checked too. */
  readonly readable: boolean
  /** The node itself, or what an alias stands for; undefined where the alias stands for nothing. */
  resolve(node: Node): Node | undefined
  place(offset: number): { readonly line: number; readonly column: number }
}

/** Faults after which the rest of the document can still be trusted to mean what it says. */
const harmless: ReadonlySet<YAMLError['code']> = new Set(['BAD_DQ_ESCAPE', 'NON_STRING_KEY', 'TAG_RESOLVE_FAILED', 'BAD_DIRECTIVE'])

export function readDocument(text: string): RegistryDocument {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const problems: RegistryProblem[] = []
  const report = (offset: number, message: string, remedy: string): void => {
    problems.push({ ...place(offset), path: '', message, remedy })
  }

  const tooDeep = checkLexemes(text, report)
  if (tooDeep) return { root: null, problems, readable: false, resolve: (node) => node, place }

  const document = parseDocument(text, {
    version: '1.2', schema: 'core', strict: true, stringKeys: true, merge: false, resolveKnownTags: false,
    // Duplicate keys are found where the maps are read, in linear time.
    uniqueKeys: false, prettyErrors: false,
    // `silent` would also silence the error of a second document.
    logLevel: 'error',
  })
  let readable = true
  for (const error of document.errors) {
    // What follows a fault of structure is mostly its echo, so only the first of them is reported.
    if (!readable) break
    if (!harmless.has(error.code)) readable = false
    // Tags and directives were reported with the lexemes.
    if (error.code === 'TAG_RESOLVE_FAILED' || error.code === 'BAD_DIRECTIVE') continue
    const { message, remedy } = describe(error.code)
    report(error.pos[0], message, remedy)
  }
  const targets = resolveAliases(document, report)
  return {
    root: document.contents, problems, readable, place,
    resolve: (node) => (isAlias(node) ? targets.get(node) : node),
  }
}

type Report = (offset: number, message: string, remedy: string) => void

/** Finds what the grammar allows and a registry does not; true if the text nests too deeply to be parsed at all. */
function checkLexemes(text: string, report: Report): boolean {
  let offset = 0
  let flow = 0
  let block = 0
  let content = false
  for (const lexeme of new Lexer().lex(text)) {
    const type = CST.tokenType(lexeme)
    if (lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR) {
      content = lexeme === CST.SCALAR
      continue
    }
    if (!content) {
      if (type === 'tag') report(offset, 'a tag is not allowed', 'remove the word that begins with "!"')
      if (type === 'directive-line') report(offset, 'a directive is not allowed', 'remove the line that begins with "%"')
      if (type === 'flow-map-start' || type === 'flow-seq-start') flow += 1
      if (type === 'flow-map-end' || type === 'flow-seq-end') flow -= 1
      if (type === 'newline') block = 0
      if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') block += flow === 0 ? 1 : 0
      if (flow > bounds.depth || block > bounds.depth) {
        report(offset, `the file nests deeper than ${bounds.depth} levels`, 'write the registry as `init` does')
        return true
      }
    }
    content = false
    offset += lexeme.length
  }
  return false
}

/** Finds what each alias stands for, in one pass, and counts the nodes that aliases expand to. */
function resolveAliases(document: Document.Parsed, report: Report): Map<Alias, Node> {
  const targets = new Map<Alias, Node>()
  const anchors = new Map<string, { node: Node; size: number | undefined }>()
  let aliased = 0
  const measure = (node: unknown): number => {
    if (isPair(node)) return measure(node.key) + measure(node.value)
    if (isAlias(node)) {
      const anchor = anchors.get(node.source)
      const offset = node.range?.[0] ?? 0
      if (anchor?.size === undefined) {
        report(offset, 'an alias stands for nothing that was written before it', 'write the value itself instead of the alias')
        return 0
      }
      const before = aliased
      aliased += anchor.size
      if (before <= bounds.aliasedNodes && aliased > bounds.aliasedNodes) {
        report(offset, `aliases expand to more than ${bounds.aliasedNodes} nodes`, 'write the values themselves instead of aliases')
      }
      targets.set(node, anchor.node)
      return anchor.size
    }
    const anchor = anchorOf(node)
    if (anchor !== undefined) anchors.set(anchor.name, { node: anchor.node, size: undefined })
    const size = isCollection(node) ? node.items.reduce((sum: number, item) => sum + measure(item), 1) : 1
    if (anchor !== undefined) anchors.set(anchor.name, { node: anchor.node, size })
    return size
  }
  measure(document.contents)
  return targets
}

function anchorOf(node: unknown): { name: string; node: Node } | undefined {
  if (node === null || typeof node !== 'object' || !('anchor' in node) || typeof node.anchor !== 'string') return undefined
  return { name: node.anchor, node: node as Node }
}

function describe(code: YAMLError['code']): { message: string; remedy: string } {
  switch (code) {
    case 'MULTIPLE_DOCS': return { message: 'the file holds more than one document', remedy: 'remove the line "---" and all that follows it' }
    case 'NON_STRING_KEY': return { message: 'a key is not a string', remedy: 'write the key as a plain word' }
    case 'TAB_AS_INDENT': return { message: 'a tab is used for indentation', remedy: 'indent with spaces' }
    case 'BAD_INDENT': return { message: 'the indentation is wrong', remedy: 'align the line with its neighbours' }
    case 'BAD_DQ_ESCAPE': return { message: 'an escape in double quotes is not known', remedy: 'double the backslash, or use single quotes' }
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS': return { message: 'a key does not end where it should', remedy: 'check the colons and the indentation of this line and the one before' }
    case 'MISSING_CHAR': return { message: 'a quote, bracket, comma, colon or space is missing', remedy: 'complete the value that begins here' }
    case 'DUPLICATE_KEY': return { message: 'the key stands twice', remedy: 'remove one of them' }
    case 'RESOURCE_EXHAUSTION': return { message: 'the file nests too deeply', remedy: 'write the registry as `init` does' }
    case 'ALIAS_PROPS':
    case 'BAD_ALIAS':
    case 'BAD_PROP_ORDER':
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS': return { message: 'an anchor, alias or tag is misplaced', remedy: 'write the value itself' }
    case 'BAD_COLLECTION_TYPE':
    case 'BAD_DIRECTIVE':
    case 'BAD_SCALAR_START':
    case 'BLOCK_IN_FLOW':
    case 'TAG_RESOLVE_FAILED':
    case 'UNEXPECTED_TOKEN':
    case 'IMPOSSIBLE': return { message: 'the text is not valid YAML here', remedy: 'check quotes, colons and indentation of this line and the one before' }
    default: {
      const unknown: never = code
      throw new Error(`unknown YAML error code ${String(unknown)}`)
    }
  }
}
