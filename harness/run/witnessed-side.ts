/**
 * The bytes and lines that a case writes to a stdio process of its own, noted as exchanges: what was written, and what
 * has come for it by the time that somebody looks.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { collectInput } from '../evidence/shown/stdin.ts'
import type { JsonObject } from '../peer/peer.ts'
import type { StdioReply, StdioSide } from '../peer/stdio-conversation.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { lastFew } from './last-few.ts'
import { remember } from './seen-exchange.ts'

/** Where what is written goes, while an exchange writes. */
const taking = new AsyncLocalStorage<{ add(bytes: Uint8Array): void }>()

export function witnessedSide(side: StdioSide, log: Pick<ExchangeLog, 'note'>): StdioSide {
  const nothing = (): string => (side.process.end === undefined ? 'nothing so far' : `nothing: the process ended (${side.process.end.how})`)
  const write: StdioProcess['write'] = async (parts, options) => {
    const taken = taking.getStore()
    const input = collectInput()
    for (const part of parts) (taken ?? input).add(Buffer.from(part as string))
    if (taken === undefined) log.note({ kind: 'stdio', sent: input.written, received: [], missing: nothing })
    return side.process.write(parts, options)
  }
  const process = new Proxy(side.process, {
    // Whatever else a process has, it has it as before.
    get: (target, name) => (name === 'write' ? write : Reflect.get(target, name, target) as unknown),
  })
  return {
    process,
    strays: side.strays,
    watch: (listener) => side.watch(listener),
    async exchange(ids, start, options) {
      const input = collectInput()
      const texts: Uint8Array[] = []
      let size = 0
      const take = (bytes: Uint8Array): void => {
        input.add(bytes)
        size += bytes.length
        if (size <= maxSplit) texts.push(bytes)
      }
      const messages = lastFew<JsonObject>()
      const seen = (message: JsonObject): void => {
        messages.add(message)
        options?.seen?.(message)
      }
      log.note({ kind: 'stdio', sent: input.written, received: messages.all, missing: nothing })
      const replies = await side.exchange(ids, async () => taking.run({ add: take }, start), { ...options, seen })
      const lineOf = linesById(size <= maxSplit ? Buffer.concat(texts).toString('utf8') : '')
      for (const reply of replies) remember({ kind: 'stdio', sent: lineOf(reply) ?? input.written, received: reply.messages, ...(reply.missing === undefined ? {} : { missing: reply.missing }) }, reply, ...reply.messages)
      return replies
    },
  }
}

/** In bytes: of more than that the lines are not told apart. */
const maxSplit = 1024 * 1024

/** For each reply the line that names its id, where there is one. */
function linesById(written: string): (reply: StdioReply) => string | undefined {
  const named = new Map(written.split('\n').flatMap((line) => (/"id":("(?:[^"\\]|\\.)*"|-?[\d.]+)/.exec(line) ?? []).slice(1).map((id) => [id, line] as const)))
  return ({ id }) => named.get(JSON.stringify(id))
}
