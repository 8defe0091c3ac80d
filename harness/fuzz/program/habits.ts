/**
 * What a program is mostly about. Each program has habits of its own: one that is about moves meets more of them than
 * one that is about everything, and together they meet more than programs that are all alike.
 */
import { weighted } from './choose.ts'
import type { Draw } from './choose.ts'
import type { Settings } from './settings.ts'

export interface Habits {
  /** How often each kind of step comes, once there is a handoff. */
  readonly weights: Readonly<Record<'send' | 'move' | 'again' | 'get' | 'inbox' | 'whoami' | 'edit' | 'clock' | 'restart', number>>
  /** Sends become rare once there are so many handoffs. */
  readonly handoffs: number
  /** Of a hundred sends, those with a parent. */
  readonly children: number
  /** Of a hundred steps that can have a key, those that have one. */
  readonly keys: number
  /** Of a hundred moves, those that expect a version, and those by somebody who may be no party. */
  readonly versions: number
  readonly outsiders: number
  /** Of a hundred moves, those that the contract has; the others are any, those first that were not tried yet. */
  readonly legal: number
  /** Of a hundred sends, those that expire. */
  readonly expiring: number
  /** The limit of the pages in which boxes are listed at the end. */
  readonly pages: number
}

const mixed: Habits = {
  weights: { send: 18, move: 38, again: 13, get: 9, inbox: 10, whoami: 1, edit: 0, clock: 0, restart: 0 },
  handoffs: 5, children: 35, keys: 35, versions: 40, outsiders: 12, legal: 50, expiring: 15, pages: 100,
}
const moves: Habits = { ...mixed, weights: { ...mixed.weights, send: 6, move: 80, again: 2, get: 2, inbox: 2 }, handoffs: 2, keys: 4, versions: 12, outsiders: 4, legal: 38 }
const children: Habits = { ...mixed, weights: { ...mixed.weights, send: 60, move: 12, again: 4, get: 4, inbox: 4 }, handoffs: 12, children: 88, keys: 8 }
const keys: Habits = { ...mixed, weights: { ...mixed.weights, send: 16, move: 38, again: 42, get: 2, inbox: 2 }, handoffs: 2, keys: 85, children: 15, legal: 85 }
const boxes: Habits = { ...mixed, weights: { ...mixed.weights, send: 45, move: 18, again: 2, get: 2, inbox: 40 }, handoffs: 8, children: 15, keys: 5, pages: 2 }

/** Right after an edit of the registry: what shows that it is in force. */
export function afterEdit(weights: Habits['weights']): Habits['weights'] {
  return { ...weights, edit: Math.ceil(weights.edit / 4), again: weights.again * 2, whoami: weights.whoami * 3 }
}

/** The habits of one program. */
export function habitsFor(draw: Draw, settings: Settings): Habits {
  const habits = weighted(draw, [[22, mixed], [28, moves], [12, children], [22, keys], [8, boxes], [8, { ...boxes, pages: 1 }]])
  const { weights } = habits
  return {
    ...habits,
    expiring: settings.clock ? 80 : habits.expiring,
    pages: settings.abilities.has('paging') ? habits.pages : 100,
    weights: {
      ...weights,
      ...(settings.policy ? { edit: 32, whoami: 5, again: weights.again + 6, send: weights.send + 14 } : {}),
      ...(settings.clock ? { clock: 20 } : {}),
      ...(settings.restart ? { restart: 2 } : {}),
    },
  }
}
