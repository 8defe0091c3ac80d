/**
 * The contract's reading of the `project_start_config` tag: the first one only, double-quoted attributes only, names
 * as written. It has known holes, which are kept; strict-reading.ts looks at them. One pass, whatever the body holds.
 */
import { isWordAt, wordStart } from './words.ts'

/** Where a tag stands in its body, in UTF-16 units, and what was read of it. */
export interface StartConfig {
  readonly start: number
  readonly end: number
  /** At least one; the last of equal names wins. */
  readonly attributes: ReadonlyMap<string, string>
}

/** Where the name of a tag stands, `<` included. */
export interface TagName {
  readonly start: number
  readonly end: number
}

const tagName = 'project_start_config'

/** The first tag that is followed by a word boundary. @param from where to begin, in UTF-16 units */
export function findTagName(body: string, from = 0): TagName | undefined {
  for (let start = body.indexOf('<', from); start !== -1; start = body.indexOf('<', start + 1)) {
    const end = start + 1 + tagName.length
    if (isTagNameAt(body, start + 1) && !isWordAt(body, end)) return { start, end }
  }
  return undefined
}

/** Without regard to case in ASCII alone: a long s or a dotless i is no letter of the name. */
function isTagNameAt(body: string, index: number): boolean {
  for (let offset = 0; offset < tagName.length; offset += 1) {
    const unit = body.charCodeAt(index + offset)
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit
    if (lower !== tagName.charCodeAt(offset)) return false
  }
  return true
}

/** Undefined where there is no tag, or none of whose attributes can be read. */
export function readStartConfig(body: string): StartConfig | undefined {
  return readTag(body, findTagName(body))
}

/** The same, for whoever has found the name already. */
export function readTag(body: string, name: TagName | undefined): StartConfig | undefined {
  if (name === undefined) return undefined
  const close = body.indexOf('>', name.end)
  if (close === -1) return undefined
  const attributes = readAttributes(body.slice(name.end, close))
  return attributes.size === 0 ? undefined : { start: name.start, end: close + 1, attributes }
}

/** Every `word="value"`, from left to right; whatever stands between them is passed over. */
function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let free = 0
  let equals = text.indexOf('="')
  while (equals !== -1) {
    const start = wordStart(text, equals, free)
    if (start === equals) {
      equals = text.indexOf('="', equals + 2)
      continue
    }
    const close = text.indexOf('"', equals + 2)
    if (close === -1) break
    attributes.set(text.slice(start, equals), text.slice(equals + 2, close))
    free = close + 1
    equals = text.indexOf('="', free)
  }
  return attributes
}
