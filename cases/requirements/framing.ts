/** HTTP/1.1 framing: RFC 9112 and RFC 9110 where they bind a server, and what robustness asks beyond them. */
import type { Requirement } from '../../harness/run/requirement.ts'

const rfc9112 = (section: string) => ({ level: 'must', source: 'RFC 9112', section: `§${section}`, url: `https://www.rfc-editor.org/rfc/rfc9112.html#section-${section}` } as const)
const ours = { level: 'hardening', source: 'handoff-conformance', section: 'HTTP framing', url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/cases.md' } as const

export const framingRequirements: readonly Requirement[] = [
  { ...rfc9112('6.3'), id: 'rfc9112.content-length-invalid', statement: 'A Content-Length that is invalid, or several that differ, are refused with 400 and the connection is closed.', rows: ['HTTP-31'] },
  { ...rfc9112('5.1'), id: 'rfc9112.no-space-before-colon', statement: 'White space between a field name and its colon is refused with 400.' },
  { ...rfc9112('3.2'), id: 'rfc9112.host-required', statement: 'A request without Host, with more than one, or with an invalid one is refused with 400.' },
  { ...rfc9112('3.2.2'), id: 'rfc9112.absolute-form', statement: 'A request with the absolute form of its target is accepted.' },
  { ...rfc9112('7.1'), id: 'rfc9112.chunked-served', statement: 'A body in the chunked coding is decoded.' },
  { ...rfc9112('7.1.1'), id: 'rfc9112.chunk-extensions-ignored', statement: 'Chunk extensions that are not known are ignored.' },
  { ...rfc9112('9.3.2'), id: 'rfc9112.pipelined-in-order', statement: 'Pipelined requests are answered in the order in which they came.' },
  {
    id: 'rfc9110.expect-continue', level: 'must', source: 'RFC 9110', section: '§10.1.1', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.1',
    statement: 'A request that expects 100-continue is answered with 100 or with a final status.',
  },
  { ...ours, id: 'hardening.framing-both-lengths', statement: 'A request with Content-Length and Transfer-Encoding is refused, or read by its chunks alone; no reading of it lets a second request take effect.', reason: 'RFC 9112 §6.1 lets a server refuse or process it; what is between the two readings is how requests are smuggled.', rows: ['HTTP-31'] },
  { ...ours, id: 'hardening.framing-length-repeated', statement: 'The same Content-Length twice is read once or refused.', reason: 'RFC 9112 §6.3 allows both, and nothing else makes sense of it.' },
  { ...ours, id: 'hardening.framing-chunks', statement: 'Chunks whose sizes or ends are wrong are refused.', reason: 'RFC 9112 §7.1 asks for care with sizes but fixes no answer; a lenient reading moves the end of the body.' },
  { ...ours, id: 'hardening.framing-incomplete', statement: 'A request whose body did not arrive in full is not carried out.', reason: 'RFC 9112 §8 calls it incomplete without fixing what is done; acting on half of a request is never right.' },
  { ...ours, id: 'hardening.framing-excess', statement: 'A body ends where it is declared to end, whatever follows.', reason: 'Reading past the declared end takes the bytes of another message.' },
  { ...ours, id: 'hardening.framing-lines', statement: 'Line ends and white space that HTTP does not have are refused, or read as RFC 9112 §2.2 allows.', reason: 'The RFC has a MAY for each; every other reading splits or joins messages.', rows: ['HTTP-31'] },
  { ...ours, id: 'hardening.framing-fields', statement: 'A line of the head section that is no field is refused.', reason: 'The grammar of RFC 9112 §5 does not have it, and skipping it hides it from whoever reads it otherwise.' },
  { ...ours, id: 'hardening.framing-targets', statement: 'A request line whose target does not fit the method or the grammar is refused.', reason: 'RFC 9112 §3 only says SHOULD for an invalid request line; guessing where the target ends is how filters are passed by.' },
  { ...ours, id: 'hardening.framing-versions', statement: 'Another minor version of HTTP/1 is served or refused; another major version or spelling is refused.', reason: 'RFC 9110 §2.5 has only a SHOULD; a server that ignores the version misreads what the sender means.' },
  { ...ours, id: 'hardening.framing-methods', statement: 'A method that the server does not know is refused.', reason: 'RFC 9110 §9.1 says SHOULD for the status; carrying the request out as another method is never right.' },
  { ...ours, id: 'hardening.framing-sizes', statement: 'Long request lines and head sections are served or refused.', reason: 'RFC 9110 §5.4 and RFC 9112 §3 leave the limits open; what matters is that a limit is met with an answer.' },
  { ...ours, id: 'hardening.framing-repeated-fields', statement: 'A field that is no list and comes twice is read in one way, or the request is refused.', reason: 'RFC 9110 §5.3 binds the sender, and lets a recipient read the lines as one list; a fault of the server is no reading.', rows: ['HTTP-31'] },
  { ...ours, id: 'hardening.framing-content-coding', statement: 'A body in a content coding is decoded, or refused where the coding is not known or the body is not in it.', reason: 'RFC 9110 §15.5.16 names the status without a keyword; reading coded bytes as plain ones is a misreading.' },
  { ...ours, id: 'hardening.framing-pieces', statement: 'How a request is cut into writes changes nothing.', reason: 'TCP has no messages, so that the text takes it for granted.' },
  { ...ours, id: 'hardening.framing-half-close', statement: 'A client that ends its side after a complete request is answered, or the connection is closed.', reason: 'Neither RFC fixes it; it must not show as a fault of the server.' },
  { ...ours, id: 'hardening.framing-expect', statement: 'An expectation is met, ignored or refused, and the exchange ends.', reason: 'RFC 9110 §10.1.1 has a MAY for 417.' },
  { ...ours, id: 'hardening.framing-others-served', statement: 'Clients that stall or vanish keep nobody else from being served.', reason: 'No text says it, and a server that one idle client can stop is out of service.' },
]
