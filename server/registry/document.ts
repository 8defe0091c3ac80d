/**
 * YAML in its strictest form: version 1.2, one document, no tags, no directives, string keys, aliases up to a cap.
 * The messages are our own, since those of the parser may quote the file.
 */
import { isAlias, isCollection, isPair, parseDocument, type Alias, type Document, type Node, type YAMLError } from 'yaml'
import { checkLexemes, type Report } from './lexemes.ts'
import { placesIn, type Place } from './places.ts'
import type { RegistryProblem, RegistryProblemCode } from './problem.ts'
import { bounds } from './schema.ts'

export interface RegistryDocument {
  readonly root: Node | null
  readonly problems: RegistryProblem[]
  /** Whether the text was understood well enough for its content to be checked too. */
  readonly readable: boolean
  /** The node itself, or what an alias stands for; undefined where the alias stands for nothing. */
  resolve(node: Node): Node | undefined
  place(offset: number): Place
}

/** Faults after which the rest of the document can still be trusted to mean what it says. */
const harmless: ReadonlySet<YAMLError['code']> = new Set(['BAD_DQ_ESCAPE', 'NON_STRING_KEY', 'TAG_RESOLVE_FAILED', 'BAD_DIRECTIVE'])

export function readDocument(text: string): RegistryDocument {
  const places = placesIn(text)
  const place = (offset: number): Place => places.at(offset)
  const problems: RegistryProblem[] = []
  const report: Report = (offset, code, message, remedy) => {
    problems.push({ code, ...place(offset), path: '', message, remedy })
  }

  const first = checkLexemes(text, report)
  // Whatever was found before is a part of too much, and would only hide that.
  if (first === 'too much') problems.splice(0, problems.length - 1)
  if (first !== 'go on') return { root: null, problems, readable: false, resolve: (node) => node, place }

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
    const { code = 'bad_yaml', message, remedy } = describe(error.code)
    report(error.pos[0], code, message, remedy)
  }
  const targets = resolveAliases(document, report)
  return {
    root: document.contents, problems, readable, place,
    resolve: (node) => (isAlias(node) ? targets.get(node) : node),
  }
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
        report(offset, 'bad_alias', 'an alias stands for nothing that was written before it', 'write the value itself instead of the alias')
        return 0
      }
      const before = aliased
      aliased += anchor.size
      if (before <= bounds.aliasedNodes && aliased > bounds.aliasedNodes) {
        report(offset, 'alias_expansion', `aliases expand to more than ${bounds.aliasedNodes} nodes`, 'write the values themselves instead of aliases')
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

function describe(code: YAMLError['code']): { code?: RegistryProblemCode; message: string; remedy: string } {
  switch (code) {
    case 'MULTIPLE_DOCS': return { code: 'multiple_documents', message: 'the file holds more than one document', remedy: 'remove the line "---" and all that follows it' }
    case 'NON_STRING_KEY': return { code: 'wrong_type', message: 'a key is not a string', remedy: 'write the key as a plain word' }
    case 'TAB_AS_INDENT': return { message: 'a tab is used for indentation', remedy: 'indent with spaces' }
    case 'BAD_INDENT': return { message: 'the indentation is wrong', remedy: 'align the line with its neighbours' }
    case 'BAD_DQ_ESCAPE': return { message: 'an escape in double quotes is not known', remedy: 'double the backslash, or use single quotes' }
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS': return { message: 'a key does not end where it should', remedy: 'check the colons and the indentation of this line and the one before' }
    case 'MISSING_CHAR': return { message: 'a quote, bracket, comma, colon or space is missing', remedy: 'complete the value that begins here' }
    case 'DUPLICATE_KEY': return { code: 'duplicate_key', message: 'the key stands twice', remedy: 'remove one of them' }
    case 'RESOURCE_EXHAUSTION': return { code: 'too_complex', message: 'the file nests too deeply', remedy: 'write the registry as `init` does' }
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
