/**
 * Builds the patch for faults that need the body of a request before its credentials: a body that is short and
 * announced is read, and everything else goes the way of the clean server.
 */
import type { Patch } from '../mutant.ts'

/**
 * @param then Statements over `message` (the parsed body, of any shape) and `exchange`; what they do not answer goes
 * on as it would have. `admit(token, other)` serves the message, or another one, for that token where it is good, and tells
 * whether it did.
 */
export function withSmallBody(then: string): Patch {
  return {
    file: 'server/http/intake.ts',
    find: 'const judgement = this.#options.judgeCredentials(request)',
    replace: `const judgement = this.#options.judgeCredentials(request)
    if (request.headers.authorization === undefined && Number(request.headers['content-length'] ?? 4096) < 4096) {
      const early = await readBody(request, 4096)
      const bytes = early.kind === 'whole' ? early.bytes : new Uint8Array()
      let message: any
      try { message = JSON.parse(Buffer.from(bytes).toString()) } catch {}
      const admit = async (token: unknown, served: unknown = message): Promise<boolean> => {
        if (typeof token !== 'string') return false
        const other = this.#options.judgeCredentials({ rawHeaders: ['authorization', 'Bearer ' + token], url: '/mcp', socket: request.socket } as never)
        if (other.kind === 'refused') return false
        await serve(other.admission, Buffer.from(JSON.stringify(served)))
        return true
      }
      ${then}
    }`,
  }
}
