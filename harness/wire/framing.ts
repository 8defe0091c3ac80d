/** The pure half of reading a response: its status line, its fields, and how its body is delimited (RFC 9112 §6.3). */
import { fieldValues } from './message.ts'
import type { HeaderField } from './message.ts'

export interface StatusLine {
  readonly minorVersion: number
  readonly status: number
}

/** `problem` says why the bytes are no HTTP response. */
export type Parsed<T> = T | { readonly problem: string }

/** How the end of a body is found. */
export type BodyFraming = { readonly by: 'none' } | { readonly by: 'length'; readonly bytes: number } | { readonly by: 'chunks' } | { readonly by: 'close' }

const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** RFC 9112 §4. A missing reason phrase is tolerated together with the space before it. */
export function parseStatusLine(line: string): Parsed<StatusLine> {
  const match = /^HTTP\/1\.([0-9]) ([1-9][0-9]{2})(?: [^\0\r]*)?$/.exec(line)
  if (match === null) return { problem: 'the first line is no HTTP/1 status line' }
  return { minorVersion: Number(match[1]), status: Number(match[2]) }
}

/**
 * Field lines, each as a latin1 string without its line end. A folded line is read as a space (RFC 9112 §5.2), space
 * before the colon is dropped (§5.1); what could be read in two ways is a problem.
 */
export function parseFields(lines: readonly string[]): Parsed<{ readonly fields: HeaderField[] }> {
  const fields: HeaderField[] = []
  for (const line of lines) {
    if (/[\0\r]/.test(line)) return { problem: 'a header field holds a NUL or a bare CR' }
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last === undefined) return { problem: 'the first header line begins with white space' }
      fields[fields.length - 1] = [last[0], trim(`${last[1]} ${trim(line)}`)]
      continue
    }
    const colon = line.indexOf(':')
    if (colon === -1) return { problem: 'a header line has no colon' }
    const name = line.slice(0, colon).replace(/[ \t]+$/, '')
    if (!tokenPattern.test(name)) return { problem: 'the name of a header field is no token' }
    fields.push([name, trim(line.slice(colon + 1))])
  }
  return { fields }
}

/** How the body of a response ends; `method` is what it answers. */
export function bodyFraming(method: string, line: StatusLine, headers: readonly HeaderField[]): Parsed<BodyFraming> {
  const { status } = line
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { by: 'none' }
  if (method === 'CONNECT' && status < 300) return { by: 'none' }
  const codings = fieldValues({ headers }, 'transfer-encoding').join(',')
  const lengths = fieldValues({ headers }, 'content-length').join(',')
  if (codings !== '') {
    if (lengths !== '') return { problem: 'both Transfer-Encoding and Content-Length are given' }
    if (line.minorVersion === 0) return { problem: 'Transfer-Encoding is given in an HTTP/1.0 response' }
    return transferFraming(codings)
  }
  return lengths === '' ? { by: 'close' } : lengthFraming(lengths)
}

function transferFraming(codings: string): Parsed<BodyFraming> {
  const names = codings.split(',').map((coding) => trim(coding).toLowerCase()).filter((coding) => coding !== '')
  if (names.length === 1 && names[0] === 'chunked') return { by: 'chunks' }
  return { problem: 'the transfer coding is not chunked alone' }
}

/** Equal repeated lengths are one length (RFC 9112 §6.3, item 5). */
function lengthFraming(lengths: string): Parsed<BodyFraming> {
  const values = new Set(lengths.split(',').map(trim))
  const [value] = values
  if (values.size !== 1 || value === undefined || !/^[0-9]+$/.test(value)) return { problem: 'Content-Length is no single number' }
  const bytes = Number(value)
  return Number.isSafeInteger(bytes) ? { by: 'length', bytes } : { problem: 'Content-Length is beyond any message' }
}

function trim(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '')
}
