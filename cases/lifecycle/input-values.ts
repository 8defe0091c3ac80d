/** Values of arguments at the limits of the contract: those that must be taken and those that must be refused. */
import { randomBytes, randomInt } from 'node:crypto'

/** What an argument may be; lengths in Unicode code points. */
export type Shape =
  /** `fresh`: one that nobody has given before. */
  | { readonly kind: 'text'; readonly min: number; readonly max: number; readonly fresh?: true }
  /** A text whose length the contract leaves open. */
  | { readonly kind: 'id' }
  | { readonly kind: 'texts'; readonly most: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  /** Without `min` and `max` the contract leaves the bounds open. */
  | { readonly kind: 'whole'; readonly min?: number; readonly max?: number }

export interface Argument {
  readonly name: string
  readonly required: boolean
  readonly shape: Shape
  /** Whether every control character and every other type is tried, or one for all (default). */
  readonly thorough?: boolean
}

export interface Value {
  /** In words, unique for an argument. */
  readonly name: string
  readonly value: unknown
  /** Half of a surrogate pair: a reader of JSON may refuse the message as a whole. */
  readonly unreadable?: true
}

/** One code point, two UTF-16 units, four bytes of UTF-8. */
const astral = '\u{1f9ea}'

/** The first and last of each range, and those that terminals act on. */
const controls = ['\u0000', '\u0007', '\u0008', '\u000b', '\u000c', '\r', '\u001b', '\u001f', '\u007f', '\u0080', '\u0085', '\u009b', '\u009f'] as const

/** Text beyond this length is made of one-byte characters only, so that the whole stays below the limit of a message. */
const astralMost = 2000

export function goodValues({ required, shape, thorough = false }: Argument): readonly Value[] {
  return [...(required ? [] : [{ name: 'null, which is absent', value: null }]), ...goodOf(shape, thorough)]
}

function goodOf(shape: Shape, thorough: boolean): readonly Value[] {
  switch (shape.kind) {
    case 'id': return []
    case 'text': {
      const { min, max, fresh = false } = shape
      const letters = (count: number): string => (fresh ? randomBytes(count).toString('hex').slice(0, count) : 'a'.repeat(count))
      return [
        { name: `${min} characters`, value: letters(min) },
        { name: `${max} characters`, value: letters(max) },
        ...(max <= astralMost ? [{ name: `${max} characters of two UTF-16 units`, value: fresh ? Array.from({ length: max }, () => String.fromCodePoint(0x1_f400 + randomInt(128))).join('') : astral.repeat(max) }] : []),
        { name: `${max} characters between white space`, value: ` \n\t${letters(max)}\n ` },
        ...(thorough ? [{ name: 'line feeds and tabs within', value: `one${'\n\t'.repeat(Math.ceil(min / 2) + 1)}two` }] : []),
      ]
    }
    case 'texts': {
      const { most, max } = shape
      return [
        { name: 'no items', value: [] },
        { name: `${most} items`, value: Array.from({ length: most }, (_, index) => `item ${index}`) },
        { name: `an item of ${max} characters`, value: ['d'.repeat(max)] },
        { name: `an item of ${max} characters of two UTF-16 units, between white space`, value: ['first', ` ${astral.repeat(max)} `] },
      ]
    }
    case 'choice': return shape.values.map((value) => ({ name: value, value }))
    case 'choices': return [{ name: 'one of them', value: shape.values.slice(0, 1) }, { name: 'all of them', value: shape.values }]
    case 'whole': return [shape.min, shape.max].flatMap((value) => (value === undefined ? [] : [{ name: String(value), value }]))
  }
}

export function badValues({ required, shape, thorough = false }: Argument): readonly Value[] {
  return [...(required ? [{ name: 'null', value: null }] : []), ...badOf(shape, thorough)]
}

function badOf(shape: Shape, thorough: boolean): readonly Value[] {
  switch (shape.kind) {
    case 'id': return [...wrongTypes('text', thorough), ...unfitTexts('agent-or-handoff', false).map(({ name, text, ...rest }) => ({ name, value: text, ...rest }))]
    case 'text': {
      const { min, max } = shape
      return [
        ...wrongTypes('text', thorough),
        { name: 'an empty text', value: '' },
        { name: 'white space alone', value: ' \t\n '.repeat(min) },
        ...(min > 1 ? [{ name: `${min - 1} characters between white space`, value: `  ${'e'.repeat(min - 1)}  ` }] : []),
        { name: `${max + 1} characters`, value: 'f'.repeat(max + 1) },
        ...(max <= astralMost ? [{ name: `${max + 1} characters of two UTF-16 units`, value: astral.repeat(max + 1) }] : []),
        ...unfitTexts('g'.repeat(min), thorough).map(({ name, text, ...rest }) => ({ name, value: text, ...rest })),
      ]
    }
    case 'texts': {
      const { most, max } = shape
      return [
        ...wrongTypes('list', thorough),
        { name: `${most + 1} items`, value: Array.from({ length: most + 1 }, (_, index) => `item ${index}`) },
        { name: `an item of ${max + 1} characters`, value: ['h'.repeat(max + 1)] },
        { name: 'an empty item', value: ['first', ''] },
        { name: 'an item of white space', value: [' \n '] },
        { name: 'an item that is a number', value: ['first', 1] },
        { name: 'an item that is null', value: [null] },
        ...unfitTexts('item', thorough).map(({ name, text, ...rest }) => ({ name: `an item with ${name}`, value: ['first', text], ...rest })),
      ]
    }
    case 'choice': {
      const [first = ''] = shape.values
      return [...wrongTypes('text', thorough), { name: 'another word', value: 'something-else' }, { name: 'an empty text', value: '' }, { name: 'capitals', value: first.toUpperCase() }, { name: 'a list of one', value: [first] }]
    }
    case 'choices': return [...wrongTypes('list', true), { name: 'another word in the list', value: [...shape.values.slice(0, 1), 'something-else'] }, { name: 'a number in the list', value: [0] }]
    case 'whole': return [
      ...wrongTypes('number', thorough),
      { name: 'a fraction', value: 1.5 },
      ...(shape.min === undefined ? [] : [{ name: String(shape.min - 1), value: shape.min - 1 }, { name: 'a negative number', value: -1 }]),
      ...(shape.max === undefined ? [] : [{ name: String(shape.max + 1), value: shape.max + 1 }, { name: 'a number beyond all', value: 1e21 }]),
    ]
  }
}

function wrongTypes(right: 'text' | 'list' | 'number', thorough: boolean): readonly Value[] {
  const all: readonly Value[] = [
    right === 'number' ? { name: 'a number in a text', value: '5' } : { name: 'a number', value: 5 },
    ...(right === 'list' ? [{ name: 'a text in place of a list', value: 'item' }, { name: 'an object in place of a list', value: { 0: 'item', length: 1 } }] : [{ name: 'a list', value: ['item'] }]),
    ...(right === 'text' ? [{ name: 'an object', value: { text: 'item' } }] : []),
    { name: 'a boolean', value: true },
  ]
  return thorough ? all : all.slice(0, 1)
}

/** @param fit A text that is right but for what is put into it. */
function unfitTexts(fit: string, thorough: boolean): readonly { readonly name: string; readonly text: string; readonly unreadable?: true }[] {
  const within = (thorough ? controls : (['\u001b'] as const)).map((control) => ({ name: `U+${control.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''} within`, text: `${fit}${control}${fit}` }))
  return [
    ...within,
    // Whoever trims first, and looks then, does not see it.
    { name: 'U+000d at the end', text: `${fit}\r` },
    ...(thorough ? [{ name: 'half a pair', text: `${fit}\ud83e${fit}`, unreadable: true as const }, { name: 'a pair turned round', text: `${fit}\udded\ud83e`, unreadable: true as const }] : []),
  ]
}
