/**
 * Connections that are kept open from call to call: hundreds of calls need not connect anew for each. A server may
 * close one that is idle at any moment, so those are used only while they are warm; and nothing is sent twice, since a
 * call whose answer was lost may have taken effect.
 */
import { fieldValues } from '../wire/message.ts'
import type { HttpRequest, HttpResponse, Reaction } from '../wire/message.ts'
import type { RawConnection } from '../wire/wire.ts'

export interface Connections {
  /**
   * One exchange, on a connection on which no other one is under way.
   * @throws LostConnection where one that had been used before ended without a byte of an answer.
   */
  send(request: HttpRequest): Promise<Reaction>
  /** Opens as many as it takes to have so many that are idle: what is then sent at once leaves at once. */
  prepare(count: number): Promise<void>
  close(): void
}

/** Nothing can be told of the target: whatever was under way has to be begun anew. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
}

/** How long a connection may have been idle to be used again, in ms. */
const warmMs = 500

/** @param connect Opens a new one. */
export function createConnections(connect: () => Promise<RawConnection>): Connections {
  const idle: { readonly connection: RawConnection; readonly since: number }[] = []
  const open = new Set<RawConnection>()
  const drop = (connection: RawConnection): void => {
    open.delete(connection)
    connection.close()
  }
  const warm = (): RawConnection | undefined => {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      if (!kept.connection.closed && performance.now() - kept.since < warmMs) return kept.connection
      drop(kept.connection)
    }
    return undefined
  }
  return {
    async send(request) {
      const used = warm()
      const connection = used ?? await connect()
      open.add(connection)
      // Not awaited: a server may answer, and close, before it has read everything.
      void connection.send(request)
      const reaction = await connection.read({ method: request.method })
      if (reaction.kind === 'response' && !connection.closed && !endsWith(reaction.response)) {
        idle.push({ connection, since: performance.now() })
        return reaction
      }
      drop(connection)
      if (used === undefined || reaction.kind !== 'closed' || reaction.received > 0) return reaction
      // The others are as old.
      for (const { connection: other } of idle.splice(0)) drop(other)
      throw new LostConnection('a kept connection ended before the answer')
    },
    async prepare(count) {
      const alive = idle.splice(0).filter(({ connection, since }) => {
        const isWarm = !connection.closed && performance.now() - since < warmMs
        if (!isWarm) drop(connection)
        return isWarm
      })
      idle.push(...alive)
      const made = await Promise.all(Array.from({ length: Math.max(0, count - idle.length) }, async () => connect()))
      for (const connection of made) {
        open.add(connection)
        idle.push({ connection, since: performance.now() })
      }
    },
    close() {
      for (const connection of open) connection.close()
    },
  }
}

/** Whether the target says that this answer is the last on its connection (RFC 9112, section 9.6). */
function endsWith(response: HttpResponse): boolean {
  return fieldValues(response, 'connection').some((value) => value.toLowerCase().split(',').some((option) => option.trim() === 'close'))
}
