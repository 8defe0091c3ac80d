/** RFC 9110: field values, authentication, statelessness, and what a server tells about itself. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'RFC 9110'
const link = (section: string) => `https://www.rfc-editor.org/rfc/rfc9110.html#section-${section}`

export const rfc9110: readonly Requirement[] = [
  {
    id: 'rfc9110.scheme-case',
    level: 'must',
    source,
    section: '§11.1, §2.4',
    url: link('11.1'),
    statement: 'An authentication scheme is recognised whatever the case of its letters.',
  },
  {
    id: 'rfc9110.field-whitespace',
    level: 'must',
    source,
    section: '§5.5',
    url: link('5.5'),
    statement: 'White space around a field value is left out before the value is evaluated.',
  },
  {
    id: 'rfc9110.field-control-bytes',
    level: 'must',
    source,
    section: '§5.5',
    url: link('5.5'),
    statement: 'A CR, LF or NUL inside a field value makes the server reject the message, or each of them is read as a space.',
  },
  {
    id: 'rfc9110.oversized-field',
    level: 'must',
    source,
    section: '§5.4',
    url: link('5.4'),
    statement: 'A field larger than the server wants to process is answered with a 4xx status.',
  },
  {
    id: 'rfc9110.requests-stand-alone',
    level: 'must',
    source,
    section: '§3.3',
    url: link('3.3'),
    statement: 'A server does not take two requests on one connection to come from the same user agent.',
  },
  {
    id: 'rfc9110.challenge-on-401',
    level: 'must',
    source,
    section: '§11.6.1, §15.5.2',
    url: link('11.6.1'),
    statement: 'A 401 response carries a WWW-Authenticate field with at least one challenge.',
  },
  {
    id: 'rfc9110.challenge-grammar',
    level: 'must',
    source,
    section: '§11.3, §11.6.1, §2.2',
    url: link('11.6.1'),
    statement: 'WWW-Authenticate is a list of challenges that matches the grammar; a realm is written as a quoted string (§11.5).',
  },
  {
    id: 'rfc9110.parameter-once',
    level: 'must',
    source,
    section: '§11.2',
    url: link('11.2'),
    statement: 'No parameter name occurs twice within one challenge, whatever its case.',
  },
  {
    id: 'rfc9110.server-detail',
    level: 'should',
    source,
    section: '§10.2.4',
    url: link('10.2.4'),
    statement: 'The Server field tells no needlessly fine detail, such as the exact version of a component.',
  },
]
