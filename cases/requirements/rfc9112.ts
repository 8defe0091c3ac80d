/** RFC 9112: how the lines of an HTTP/1.1 message are read. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'RFC 9112'

export const rfc9112: readonly Requirement[] = [
  {
    id: 'rfc9112.obs-fold',
    level: 'must',
    source,
    section: '§5.2',
    url: 'https://www.rfc-editor.org/rfc/rfc9112.html#section-5.2',
    statement: 'A folded field line in a request is refused with 400, or each fold is read as one or more spaces.',
  },
  {
    id: 'rfc9112.bare-cr',
    level: 'must',
    source,
    section: '§2.2',
    url: 'https://www.rfc-editor.org/rfc/rfc9112.html#section-2.2',
    statement: 'A CR without LF makes the element invalid, or is read as a space.',
  },
]
