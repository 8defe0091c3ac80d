/**
 * Reads the first start-config tag as markup is read: quotes of either kind hold their value, white space may stand
 * around `=`, and the tag ends at the first `>` outside a value. One pass.
 */
import type { TagName } from './start-config.ts'

export interface StrictAttribute {
  readonly name: string
  readonly value: string
  /** Empty for a value without quotes. */
  readonly quote: '"' | "'" | ''
  readonly isSpaced: boolean
}

export interface StrictTag {
  /** Behind the `>`, in UTF-16 units; undefined where there is none. */
  readonly end: number | undefined
  readonly attributes: readonly StrictAttribute[]
  /** Something that is no attribute: a word alone, a quote without a name. */
  readonly hasStray: boolean
  /** Not read to its end, for being longer than anybody writes. */
  readonly isCut: boolean
}

const space = /[ \t\r\n\f]*/y
const attributeName = /[^ \t\r\n\f=>/"']+/y
const bareValue = /[^ \t\r\n\f>"']*/y

/** More parts than anybody writes; what stands behind them is not looked at. */
const mostParts = 10_000

/** @param tag Where the name of the tag stands. */
export function readStrictTag(body: string, tag: TagName): StrictTag {
  const attributes: StrictAttribute[] = []
  let hasStray = false
  let at = tag.end
  let parts = 0
  const read = (end: number | undefined): StrictTag => ({ end, attributes, hasStray, isCut: parts > mostParts })
  while (at < body.length) {
    parts += 1
    if (parts > mostParts) break
    at = behind(space, body, at)
    const char = body.charAt(at)
    if (char === '>') return read(at + 1)
    const nameEnd = behind(attributeName, body, at)
    if (nameEnd === at) {
      hasStray ||= !(char === '/' && body.charAt(at + 1) === '>')
      at += 1
      continue
    }
    const equals = behind(space, body, nameEnd)
    if (body.charAt(equals) !== '=') {
      hasStray = true
      at = equals
      continue
    }
    const valueStart = behind(space, body, equals + 1)
    const isSpaced = equals !== nameEnd || valueStart !== equals + 1
    const { value, quote, end } = readValue(body, valueStart)
    if (end === undefined) break
    attributes.push({ name: body.slice(at, nameEnd), value, quote, isSpaced })
    at = end
  }
  return read(undefined)
}

function readValue(body: string, start: number): { readonly value: string; readonly quote: StrictAttribute['quote']; readonly end: number | undefined } {
  const quote = body.charAt(start)
  if (quote !== '"' && quote !== "'") {
    const end = behind(bareValue, body, start)
    return { value: body.slice(start, end), quote: '', end }
  }
  const close = body.indexOf(quote, start + 1)
  if (close === -1) return { value: '', quote, end: undefined }
  return { value: body.slice(start + 1, close), quote, end: close + 1 }
}

/** Where the match of a sticky pattern that may be empty ends. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
