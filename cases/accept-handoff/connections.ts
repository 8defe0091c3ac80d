/**
 * Connections that are kept open from call to call: hundreds of vectors need not connect anew for each. Nothing is sent
 * twice, since a call whose answer was lost may have consumed its token.
 */
import type { CaseContext } from '../../harness/run/case.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import type { RawConnection } from '../../harness/wire/wire.ts'

export interface Connections {
  /** One exchange, on a connection on which no other one is under way. */
  send(request: HttpRequest): Promise<Reaction>
  close(): void
}

export function createConnections(context: CaseContext): Connections {
  const idle: RawConnection[] = []
  const open = new Set<RawConnection>()
  return {
    async send(request) {
      let connection = idle.pop()
      while (connection?.closed === true) {
        open.delete(connection)
        connection = idle.pop()
      }
      connection ??= await context.openConnection()
      open.add(connection)
      // Not awaited: a server may answer, and close, before it has read everything.
      void connection.send(request)
      const reaction = await connection.read({ method: request.method })
      if (reaction.kind === 'response' && !connection.closed) {
        idle.push(connection)
      } else {
        open.delete(connection)
        connection.close()
      }
      return reaction
    },
    close() {
      for (const connection of open) connection.close()
    },
  }
}
