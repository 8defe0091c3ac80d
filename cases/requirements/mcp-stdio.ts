/** MCP over stdio: 2026-07-28 basic/transports/stdio, and what 2025-11-25 basic/transports says of it. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification'

function modern(name: string, level: Level, section: string, anchor: string, statement: string): Requirement {
  return { id: `mcp-2026-07-28.stdio-${name}`, level, source: 'MCP 2026-07-28', section, url: `${site}/2026-07-28/${anchor}`, statement }
}

function legacy(name: string, level: Level, section: string, anchor: string, statement: string): Requirement {
  return { id: `mcp-2025-11-25.stdio-${name}`, level, source: 'MCP 2025-11-25', section, url: `${site}/2025-11-25/${anchor}`, statement }
}

function hardening(name: string, statement: string, reason: string): Requirement {
  return { id: `hardening.stdio-${name}`, level: 'hardening', source: 'handoff-conformance', section: 'stdio', url: 'https://github.com/handoff-conformance/handoff-conformance#stdio', statement, reason }
}

export const mcpStdio: readonly Requirement[] = [
  modern('stdout', 'must', 'basic/transports/stdio', 'basic/transports/stdio', 'Nothing stands on stdout but MCP messages: no banner, no log and no blank line.'),
  legacy('stdout', 'must', 'basic/transports, stdio', 'basic/transports#stdio', 'Nothing stands on stdout but MCP messages: no banner, no log and no blank line. An array of messages is one in 2025-03-26 alone.'),
  modern('one-a-line', 'must', 'basic/transports/stdio', 'basic/transports/stdio', 'A message takes one line, and a line end follows it.'),
  legacy('one-a-line', 'must', 'basic/transports, stdio', 'basic/transports#stdio', 'A message takes one line, and a line end follows it.'),
  { id: 'mcp-2025-11-25.answers-utf-8', level: 'must', source: 'MCP 2025-11-25', section: 'basic/transports', url: `${site}/2025-11-25/basic/transports`, statement: 'The messages of a server are encoded in UTF-8.' },
  modern('no-requests', 'must', 'basic/transports/stdio, Receiving Messages', 'basic/transports/stdio#receiving-messages', 'The server writes no JSON-RPC request to stdout.'),
  modern('delimited', 'must', 'basic/transports/stdio', 'basic/transports/stdio', 'A message on stdin ends at the end of its line and nowhere else, however its bytes arrive.'),
  legacy('delimited', 'must', 'basic/transports, stdio', 'basic/transports#stdio', 'A message on stdin ends at the end of its line and nowhere else, however its bytes arrive.'),
  modern('any-request-first', 'must', 'basic/index, Statelessness', 'basic#statelessness', 'The first message of a process may be any request: nothing has to come before it.'),
  modern('cancelled-silent', 'must', 'basic/transports/stdio, Cancellation', 'basic/transports/stdio#cancellation', 'For a request that it has cancelled, the server sends no further message. That one which it could not cancel is answered after all is accepted, since basic/patterns/cancellation allows it.'),
  modern('cancelled-stops', 'should', 'basic/transports/stdio, Cancellation', 'basic/transports/stdio#cancellation', 'The server stops work on a request that its client cancels.'),
  modern('exits', 'should', 'basic/transports/stdio, Shutdown', 'basic/transports/stdio#shutdown', 'The server exits promptly when its stdin ends.'),
  {
    id: 'jsonrpc.answered-once', level: 'must', source: 'JSON-RPC 2.0', section: '§5', url: 'https://www.jsonrpc.org/specification#response_object',
    statement: 'Every request of one connection is answered once, with its own id of its own type, however many are open at the same time.',
  },
  hardening('exits', 'A server of an earlier revision exits promptly when its stdin ends.', 'Before 2026-07-28 the text only tells the client to close stdin and wait. A server that stays has to be killed, and loses what it had not written.'),
  hardening('exit-code', 'A server that exits because its stdin has ended does so with code 0.', 'The end of input is the ordinary end. Another code makes whoever starts the server report a crash.'),
  hardening('terminates', 'The server ends when it gets SIGTERM.', 'Clients fall back to it where a server does not exit by itself; one that stays is killed in the middle of whatever it does.'),
  hardening('no-orphans', 'No process is left that the server started.', 'The client knows of one process and ends that one; what is left keeps files, ports and memory for good.'),
  hardening('bad-lines', 'A line that is no message costs itself only: it is answered with an error or not at all, and the next message is served.', 'The text forbids clients to write such a line, and does not say what a server does with it. A server that ends takes every open request with it.'),
  hardening('long-lines', 'A very long line is served, refused or passed over, and the next message is served.', 'No limit is named. A server needs one, but one line must not end the conversation.'),
  hardening('white-space', 'White space around a message, and CR before the line end, change nothing.', 'It belongs to the JSON text (RFC 8259, section 2), and clients on Windows write CR LF.'),
  hardening('line-ends', 'Lines on stdout end in a line feed alone.', 'JSON parsers pass over CR, but a client that splits lines and compares or logs them does not; the text speaks of newlines only.'),
  hardening('slow-reader', 'A client that does not read for a while loses nothing.', 'Answers wait in the pipe and then in the server; one that writes without waiting for the pipe, or gives up, loses messages without anybody noticing.'),
  hardening('bounded-memory', 'A server whose answers are not read stops to read requests before it owes very much.', 'Otherwise a client that is slow, or stopped in a debugger, makes the server grow until it is killed.'),
  hardening('stderr-secrets', 'No credential that the run knows stands on stderr.', 'Clients keep stderr in log files, which more people read than may use the credential.'),
  hardening('keeps-running', 'The process runs until its client ends it.', 'A server may end the conversation itself (2026-07-28, Shutdown), but one that does so while requests are open has crashed.'),
  hardening('probe-first', 'A server of an earlier revision that is first asked something else still answers initialize.', 'Clients of both eras ask server/discover first and then fall back (2026-07-28, basic/transports/stdio, Backward Compatibility); no keyword of the earlier revisions binds the server to survive it.'),
  hardening('shared-store', 'What is handed over by one process of the server is seen by another one on the same store.', 'Agents that share an inbox each start a server of their own; nothing in MCP speaks of stores.'),
]
