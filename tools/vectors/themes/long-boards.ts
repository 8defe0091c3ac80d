/** Boards of some hundred items, which an implementation may sort in another way than short ones. */
import type { Vector } from '../format.ts'

interface LongItem {
  readonly item: { readonly id: string; readonly status?: string }
  /** Its triple as it stands in the preimage. */
  readonly triple: string
}

type Is = (id: string, wrong: string, preimage: string, items: readonly unknown[]) => Vector

/** Numbers as texts of three digits, in order. */
const numbers = Array.from({ length: 210 }, (_, index) => String(index).padStart(3, '0'))

/** The items in the order that the contract wants. */
function inOrder(is: Is, id: string, wrong: string, items: readonly LongItem[]): Vector {
  return is(id, wrong, `[${items.map(({ triple }) => triple).join(',')}]`, shuffled(items).map(({ item }) => item))
}

/** Every item once, neighbours far apart: the step shares no factor with the counts used here. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items.map((_, index) => items[(index * 101 + 57) % items.length]).filter((item) => item !== undefined)
}

function ascii(id: string): LongItem {
  return { item: { id }, triple: `["${id}","",""]` }
}

/** First characters in the order of their code points, each with its escape. */
const letters = [
  ['~', '~'], ['\u00ff', '\\u00ff'], ['\u0100', '\\u0100'], ['\u01fd', '\\u01fd'], ['\u01fe', '\\u01fe'], ['\u01ff', '\\u01ff'], ['\u0200', '\\u0200'], ['\u4e00', '\\u4e00'], ['\uffee', '\\uffee'],
] as const
const astral = ['\u{10000}', '\\ud800\\udc00'] as const

function beginningWith(all: readonly (readonly [letter: string, escape: string])[], each: number): LongItem[] {
  return all.flatMap(([letter, escape]) => numbers.slice(0, each).map((number) => ({ item: { id: letter + number }, triple: `["${escape}${number}","",""]` })))
}

export function longBoards(is: Is): readonly Vector[] {
  return [
    inOrder(is, 'board-long', 'Sorts long boards in another way than short ones.', numbers.map((number) => ascii(`item-${number}`))),
    inOrder(is, 'board-long-alike', 'Compares only the beginnings of ids in long boards.', ['a', 'b', 'c'].flatMap((letter) => numbers.slice(0, 70).map((number) => ascii(`${letter}-the-same-for-many-${number}`)))),
    inOrder(is, 'board-long-prefixes', 'Takes an id for the one that goes on, in long boards.', numbers.slice(0, 105).flatMap((number) => [ascii(number), ascii(`${number} `)])),
    inOrder(is, 'board-long-status', 'Leaves equal ids in the order in which they came, in long boards.', numbers.map((number) => ({ item: { id: 'i1', status: number }, triple: `["i1","${number}",""]` }))),
    inOrder(is, 'board-long-letters', 'Sorts letters outside ASCII by a part of their code point, in long boards.', beginningWith(letters, 23)),
    inOrder(is, 'board-long-astral', 'Sorts long boards by UTF-16 units.', beginningWith([...letters, astral], 21)),
  ]
}
