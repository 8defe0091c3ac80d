/** Reads typed values out of the YAML nodes; each mismatch becomes a problem with its place, and reading goes on. */
import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml'
import type { RegistryDocument } from './document.ts'
import { shownKey, type RegistryProblem, type RegistryProblemCode } from './problem.ts'

export interface Field {
  /** The value, aliases resolved. */
  readonly node: Node
  /** Where the value is written (for an alias: the alias). */
  readonly offset: number
  readonly path: string
}

export interface KeyRules {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

export class Reader {
  readonly problems: RegistryProblem[] = []
  readonly #document: RegistryDocument

  constructor(document: RegistryDocument) {
    this.#document = document
  }

  report(field: Field, code: RegistryProblemCode, message: string, remedy: string): void {
    this.problems.push({ code, ...this.#document.place(field.offset), path: field.path, message, remedy })
  }

  /** `12:7`, for a message that points to a second place. */
  placeOf(field: Field): string {
    const { line, column } = this.#document.place(field.offset)
    return `${line}:${column}`
  }

  field(node: unknown, path: string, fallbackOffset: number): Field | undefined {
    if (node === null || node === undefined) return undefined
    const written = node as Node
    const resolved = this.#document.resolve(written)
    if (resolved === undefined) return undefined
    return { node: resolved, offset: written.range?.[0] ?? fallbackOffset, path }
  }

  /** The values by key; unknown, repeated and missing keys are reported. Undefined if the field is no map. */
  map(field: Field, rules: KeyRules): Map<string, Field> | undefined {
    const { node, path } = field
    if (!isMap(node)) {
      this.report(field, 'wrong_type', 'this must be a map', `write the keys ${rules.required.join(', ')}`)
      return undefined
    }
    const known = new Set([...rules.required, ...rules.optional])
    const seen = new Map<string, number>()
    const values = new Map<string, Field>()
    for (const pair of node.items) {
      const keyNode = pair.key
      if (!isScalar(keyNode) || typeof keyNode.value !== 'string') continue
      const key = keyNode.value
      const keyOffset = keyNode.range?.[0] ?? field.offset
      const keyField = { node: keyNode, offset: keyOffset, path: join(path, shownKey(key)) }
      const first = seen.get(key)
      if (first !== undefined) {
        this.report(keyField, 'duplicate_key', `the key stands twice, first at line ${this.#document.place(first).line}`, 'remove one of them')
        continue
      }
      seen.set(key, keyOffset)
      if (!known.has(key)) {
        this.report(keyField, 'unknown_key', 'this key is not known', `remove it; allowed are ${[...known].join(', ')}`)
        continue
      }
      const value = this.field(pair.value, join(path, key), keyOffset)
      if (value !== undefined) values.set(key, value)
      else if (pair.value === null) this.report(keyField, 'wrong_type', 'the key has no value', 'give it a value, or remove the key if it is optional')
    }
    for (const key of rules.required) {
      if (!seen.has(key)) this.report({ ...field, path: join(path, key) }, 'missing_key', 'the key is missing', 'add it; there is no default')
    }
    return values
  }

  /** The entries of a list of at most `max`. Undefined if the field is no list. */
  list(field: Field, max: number): Field[] | undefined {
    const { node, path } = field
    if (!isSeq(node)) {
      this.report(field, 'wrong_type', 'this must be a list', 'write it as a list, [] if it is empty')
      return undefined
    }
    if (node.items.length > max) this.report(field, 'too_many', `the list has more than ${max} entries`, 'shorten it')
    return node.items.flatMap((item, index) => this.field(item, `${path}[${index}]`, field.offset) ?? [])
  }

  string(field: Field): string | undefined {
    const value = isScalar(field.node) ? field.node.value : undefined
    if (typeof value === 'string') return value
    const scalar = isScalar(field.node) && value !== null
    this.report(field, 'wrong_type', 'this must be a string', scalar ? 'put the value in quotes' : 'write one string')
    return undefined
  }

  boolean(field: Field): boolean | undefined {
    const value = isScalar(field.node) ? field.node.value : undefined
    if (typeof value === 'boolean') return value
    this.report(field, 'wrong_type', 'this must be true or false', 'write true or false, without quotes')
    return undefined
  }

  /** Text for people: 1 to `max` code points, no control characters, no lone surrogates, no blanks at the ends. */
  text(field: Field, max: number): string | undefined {
    const value = this.string(field)
    if (value === undefined) return undefined
    const length = Array.from(value).length
    if (length < 1 || length > max) {
      this.report(field, 'bad_length', `this must have 1 to ${max} characters`, 'change its length')
      return undefined
    }
    if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
      this.report(field, 'bad_characters', 'this holds a control character or half of a surrogate pair', 'remove it')
      return undefined
    }
    if (value.trim() !== value) {
      this.report(field, 'bad_characters', 'this begins or ends with white space', 'remove the white space')
      return undefined
    }
    return value
  }

  /** Whether the scalar is written exactly so, without quotes. */
  isPlain(field: Field, source: string): boolean {
    const scalar: Scalar | undefined = isScalar(field.node) ? field.node : undefined
    return scalar?.type === 'PLAIN' && scalar.source === source
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
