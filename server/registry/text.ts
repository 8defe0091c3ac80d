/** From bytes to text: the size and the encoding of a registry file. */
import { isUtf8 } from 'node:buffer'
import type { RegistryProblem } from './problem.ts'
import { bounds } from './schema.ts'

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: RegistryProblem[] }

/** Decodes UTF-8, without a byte order mark; every line that is not UTF-8 is a problem of its own. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.byteLength > bounds.fileBytes) {
    return { ok: false, problems: [{
      code: 'too_large', line: 0, column: 0, path: '',
      message: `the file is larger than ${bounds.fileBytes} bytes`,
      remedy: 'split the agents over several servers, or remove what is not needed',
    }] }
  }
  if (isUtf8(bytes)) return { ok: true, text: new TextDecoder().decode(bytes) }
  return { ok: false, problems: invalidLines(bytes) }
}

function invalidLines(bytes: Uint8Array): RegistryProblem[] {
  const problems: RegistryProblem[] = []
  let start = 0
  for (let line = 1; start <= bytes.byteLength; line += 1) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline === -1 ? bytes.byteLength : newline
    const content = bytes.subarray(start, end)
    if (!isUtf8(content)) {
      problems.push({
        code: 'bad_encoding', line, column: Array.from(validPrefix(content, line === 1)).length + 1, path: '',
        message: 'the line is not valid UTF-8',
        remedy: 'save the file as UTF-8',
      })
    }
    start = end + 1
  }
  return problems
}

/** The longest prefix, in whole characters, that is valid UTF-8. @param first Whether a byte order mark may begin it. */
function validPrefix(content: Uint8Array, first: boolean): string {
  let low = 0
  let high = content.byteLength
  const decoder = new TextDecoder('utf-8', { ignoreBOM: !first })
  // A prefix that ends within a character is not valid by itself, so up to three bytes are taken off before the test.
  const validBytes = (length: number): number => {
    for (let cut = 0; cut < 4 && cut <= length; cut += 1) {
      if (isUtf8(content.subarray(0, length - cut))) return length - cut
    }
    return -1
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (validBytes(middle) === -1) high = middle - 1
    else low = middle
  }
  return decoder.decode(content.subarray(0, Math.max(0, validBytes(low))))
}
