/** What no keyword demands of a server over HTTP, and what a release should not ship without; each with our reason. */
import type { Requirement } from '../../harness/run/requirement.ts'

function hardening(name: string, rows: readonly string[], statement: string, reason: string): Requirement {
  return {
    id: `hardening.${name}`, level: 'hardening', source: 'handoff-conformance', section: 'HTTP',
    url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/cases.md', statement, reason, rows,
  }
}

export const hardeningHttp: readonly Requirement[] = [
  hardening('host-validated', ['HTTP-06'],
    'A server on the loopback interface refuses requests that name a foreign host, in the Host field or in the request target.',
    'The security guidance of MCP asks for it without a keyword: after DNS rebinding a web page reaches a local server under the name of the page, and sends no Origin with some requests.'),
  hardening('single-message-body', ['HTTP-12'],
    'A body that is an array is refused, and nothing in it takes effect.',
    'The revision has no batches, but binds clients only; a server that runs them checks the fields against none of the messages.'),
  hardening('no-response-bodies', ['HTTP-13'],
    'A body that is a JSON-RPC response is refused.',
    'The revision forbids clients to send one; a server that takes it waits for an answer to a question that it never asked.'),
  hardening('refusal-is-json', ['HTTP-14'],
    'A body that is no JSON is refused with 400 and a JSON-RPC error, not with a page for people.',
    'A client that reads JSON cannot tell such a page from the answer of a proxy; JSON-RPC names the error (-32700), and MCP names no status.'),
  hardening('no-event-ids', ['HTTP-21'],
    'The events of a response stream carry no id.',
    'Streams of this revision cannot be resumed; an id tells a client that it may try, and then wait for a replay that never comes.'),
  hardening('json-content-type', ['HTTP-29'],
    'A body under another media type than application/json is refused and takes no effect.',
    'A web page may send text and forms to any server without asking (CORS), so that the media type is a guard of its own.'),
  hardening('repeated-mirrored-fields', ['HTTP-31'],
    'A request that repeats a mirrored field with two values is refused, whichever of them is right.',
    'RFC 9110 §5.2 reads repeated lines as one value, which then matches nothing; a proxy that takes the first and a server that takes the last can be played against each other.'),
  hardening('accept-respected', ['HTTP-32'],
    'Whatever a client says to accept is no fault of the server: the request is served or refused, and a list is never streamed to a client that accepts JSON only.',
    'Clients must accept both media types; one that does not should get an answer that it can read, or a clear refusal.'),
  hardening('served-versions-true', ['VER-08'],
    'Every revision that server/discover lists is really served.',
    'No keyword says so, but a client chooses from that list, and finds out only afterwards.'),
  hardening('unknown-param-fields-ignored', ['HDR-23'],
    'An Mcp-Param field that no parameter of the tool declares is ignored.',
    'The keyword binds intermediaries; but fields that proxies add must not break calls.'),
]
