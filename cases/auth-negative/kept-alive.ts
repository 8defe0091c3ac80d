/** Exchanges on one connection that stays open: what was true of an earlier request must not be taken for granted. */
import type { CaseContext } from '../../harness/run/case.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import type { RawConnection } from '../../harness/wire/wire.ts'

/** How long a case waits for an answer on a connection of its own, in ms. */
export const answerMs = 10_000

/** One exchange on the connection; a connection that the peer has closed gives a reaction of that kind. */
export async function exchange(connection: RawConnection, request: HttpRequest): Promise<Reaction> {
  if (connection.closed) return { kind: 'closed', received: 0, detail: 'the connection was closed before the request' }
  await connection.send(request)
  return connection.read({ method: request.method, timeoutMs: answerMs })
}

/** Opens a connection, uses it, and closes it whatever happens. */
export async function onConnection<Result>(context: CaseContext, use: (connection: RawConnection) => Promise<Result>): Promise<Result> {
  const connection = await context.openConnection()
  try {
    return await use(connection)
  } finally {
    connection.close()
  }
}
