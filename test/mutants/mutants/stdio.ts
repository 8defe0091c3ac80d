/** Faults of lines, bytes and processes over stdio. */
import type { Rewrite, StdioFate } from '../rewrite/rewrite.ts'
import type { Patch, RewriteMutant, ServerMutant } from '../mutant.ts'

const transport = 'server/stdio/transport.ts'

function surrounded(id: string, title: string, stdio: StdioFate, ...kills: string[]): RewriteMutant {
  return { id: `stdio-${id}`, title, target: 'reference-stdio', rewrite: { stdio }, kills }
}

function rewritten(id: string, title: string, rewrite: Rewrite, ...kills: string[]): RewriteMutant {
  return { id: `stdio-${id}`, title, target: 'reference-stdio', rewrite, kills }
}

function patched(id: string, title: string, patch: Patch, ...kills: string[]): ServerMutant {
  return { id: `stdio-${id}`, title, target: 'reference-stdio', patch, kills }
}

const error = (id: unknown, code: number, message: string): Readonly<Record<string, unknown>> => ({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } })

/** Serves nothing before it has been asked what it is. */
const askedFirst: Rewrite = {
  request({ method, id }, { memory }) {
    if (method === 'server/discover' || method === 'initialize') memory.set('asked', true)
    return memory.has('asked') || id === undefined ? undefined : { answer: [error(id, -32_600, 'Not initialized.')] }
  },
}

/** Serves only those who begin with initialize. */
const initializeFirst: Rewrite = {
  request({ method, id }, { memory }) {
    if (method === 'initialize' && !memory.has('spoiled')) memory.set('open', true)
    if (memory.has('open') || id === undefined) return undefined
    memory.set('spoiled', true)
    return { answer: [error(id, -32_600, 'Expected initialize.')] }
  },
}

export const stdioMutants: readonly (ServerMutant | RewriteMutant)[] = [
  surrounded('banner', 'It greets on stdout.', { banner: 'handoff-server is ready\n' }, 'stdio.stdout-only-messages'),
  surrounded('log-on-stdout', 'It logs on stdout.', { line: (line) => `[info] sending ${line.length} characters\n${line}` }, 'stdio.stdout-only-messages'),
  surrounded('blank-lines', 'It writes an empty line behind each message.', { line: (line) => `${line}\n` }, 'stdio.stdout-only-messages'),
  surrounded('carriage-returns', 'It ends lines in CR LF.', { line: (line) => line.replace(/\n$/, '\r\n') }, 'stdio.stdout-only-messages'),
  surrounded('secret-on-stderr', 'It logs its environment.', { stderr: (env) => `starting with ${JSON.stringify(env)}\n` }, 'stdio.stderr-without-secrets'),
  surrounded('stays', 'It stays when its input ends.', { atEnd: 'stays' }, 'stdio.end-of-input'),
  surrounded('exit-code', 'It exits with code 3 when its input ends.', { atEnd: 3 }, 'stdio.end-of-input'),
  surrounded('ignores-sigterm', 'It ignores SIGTERM.', { onTerminate: 'ignored' }, 'stdio.terminated'),
  surrounded('orphan', 'It leaves a process behind.', { leaves: true }, 'stdio.end-of-input', 'stdio.terminated'),
  rewritten('asks-client', 'It asks its client for roots when tools are listed.', {
    response: (message, { method, revision }) => (method === 'tools/list' && revision === '2026-07-28' ? [{ jsonrpc: '2.0', id: 'server-1', method: 'roots/list' }, message] : undefined),
  }, 'stdio.no-requests'),
  rewritten('ids-as-numbers', 'Ids that look like numbers come back as numbers.', {
    response: (message) => (typeof message['id'] === 'string' && /^\d{1,3}$/.test(message['id']) ? { ...message, id: Number(message['id']) } : undefined),
  }, 'stdio.interleaved'),
  rewritten('answers-twice', 'Some of many responses are sent twice.', {
    response: (message) => (typeof message['id'] === 'string' && /^request 3\d$/.test(message['id']) ? [message, message] : undefined),
  }, 'stdio.interleaved'),
  rewritten('answers-notifications', 'A notification that it does not know is answered with an error.', {
    request: ({ id, method }) => (id === undefined && typeof method === 'string' && !method.startsWith('notifications/') ? { answer: [error(undefined, -32_601, 'Unknown method.')] } : undefined),
  }, 'stdio.notifications-unanswered'),
  rewritten('asked-first', 'Nothing is served before server/discover or initialize.', askedFirst, 'stdio.any-request-first'),
  {
    ...rewritten('initialize-first', 'It speaks earlier revisions alone, and never to whoever began with something else.', initializeFirst, 'stdio.probe-then-initialize'),
    target: 'fixture-stdio-legacy',
  },
  patched('decodes-pieces', 'Each piece that is read is decoded by itself.', { file: transport, find: 'this.#lines.push(Buffer.from(chunk))', replace: "this.#lines.push(Buffer.from(Buffer.from(chunk).toString('utf8')))" }, 'stdio.split-and-joined'),
  patched('ten-lines', 'Of one read, ten lines are taken at most.', { file: transport, find: 'this.#lines.push(Buffer.from(chunk))', replace: 'this.#lines.push(Buffer.from(chunk)).slice(0, 10)' }, 'stdio.interleaved', 'stdio.slow-reader', 'stdio.split-and-joined'),
  patched('no-white-space', 'A line has to begin with a brace.', { file: transport, find: 'message = parseStrictJson(line.bytes)', replace: "if (line.bytes[0] === 0x20) return this.#refuse(-32_700, 'No brace.')\n      message = parseStrictJson(line.bytes)" }, 'stdio.white-space'),
  patched('ends-at-bad-line', 'A line of NUL bytes ends the process.', { file: transport, find: 'if (!(error instanceof StrictJsonError)) throw error', replace: 'if (line.bytes.every((byte) => byte === 0)) process.exit(1)\n      if (!(error instanceof StrictJsonError)) throw error' }, 'stdio.bad-lines', 'stdio.keeps-running'),
  patched('deaf-after-long-line', 'A line over the limit closes the transport.', { file: transport, find: "return this.#refuse(-32_600, 'The line is longer than the server reads.')", replace: 'return void this.close()' }, 'stdio.long-lines'),
  patched('drops-answers', 'Answers that find the pipe full are dropped.', { file: transport, find: 'if (!this.#options.output.write(', replace: 'if (this.#options.output.writableLength > 0) return\n    if (!this.#options.output.write(' }, 'stdio.slow-reader'),
  patched('reads-on', 'It reads on while its answers are not read.', { file: transport, find: '`)) this.#options.input.pause()', replace: '`)) return' }, 'stdio.slow-reader'),
  patched('store-of-its-own', 'Each process has a store of its own.', { file: 'server/commands/stdio.ts', find: '        agentId,\n', replace: '        agentId,\n        db: `${settings.db}.${process.pid}`,\n' }, 'stdio.shared-store'),
  {
    id: 'stdio-ignores-cancellation', title: 'notifications/cancelled is ignored.', target: 'fixture-stdio',
    rewrite: { request: ({ method }) => (method === 'notifications/cancelled' ? 'swallow' : undefined) },
    kills: ['stdio.cancelled-silent'],
  },
]
