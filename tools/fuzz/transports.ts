/** The transports of the reference server, each as a way to make a tool call. */
import { Pool } from 'undici'
import type { Fixture, Identity } from '../../harness/fixture/driver.ts'
import { createTurns } from '../../harness/fixture/turns.ts'
import { acceptancePath } from '../../harness/target/acceptance.ts'
import type { StdioProcess } from '../../harness/wire/stdio.ts'
import { dataAnswer, legacyCall, legacyVersion, modernCall, modernVersion, toolAnswer } from './mcp-messages.ts'
import type { ToolCall } from './mcp-messages.ts'
import { isObject } from './question.ts'
import type { Answer } from './question.ts'

export interface Transport {
  /** @throws Error where there is nobody to answer. */
  call(call: ToolCall): Promise<Answer>
  close(): Promise<void>
}

type Fields = Readonly<Record<string, string>>
interface Reply {
  readonly status: number
  readonly fields: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

interface Poster {
  readonly post: (path: string, fields: Fields, body: string) => Promise<Reply>
  readonly close: () => Promise<void>
}

function poster(origin: URL, { token }: Identity): Poster {
  const pool = new Pool(origin.origin, { connections: 4 })
  return {
    post: async (path, fields, body) => {
      const { statusCode, headers, body: reply } = await pool.request({ method: 'POST', path, headers: { ...fields, 'content-type': 'application/json', authorization: `Bearer ${token}` }, body })
      return { status: statusCode, fields: headers, text: await reply.text() }
    },
    close: async () => pool.close(),
  }
}

const bothKinds = 'application/json, text/event-stream'

/** Streamable HTTP of the current revision. */
export function modernHttp(url: URL, identity: Identity): Transport {
  const { post, close } = poster(url, identity)
  return {
    call: async (call) => {
      const fields = { accept: bothKinds, 'mcp-protocol-version': modernVersion, 'mcp-method': 'tools/call', 'mcp-name': call.tool }
      return toolAnswer(messageIn(await post(url.pathname, fields, JSON.stringify(modernCall(1, call)))))
    },
    close,
  }
}

/** Streamable HTTP of the newest earlier revision, which the reference server answers without a session. */
export function legacyHttp(url: URL, identity: Identity): Transport {
  const { post, close } = poster(url, identity)
  const fields = { accept: bothKinds, 'mcp-protocol-version': legacyVersion }
  return {
    call: async (call) => toolAnswer(messageIn(await post(url.pathname, fields, JSON.stringify(legacyCall(1, call))))),
    close,
  }
}

/** The endpoint where its path can name the project and the tool is its own; the tools over MCP for the rest. */
export function plainHttp(url: URL, identity: Identity, mcp: Transport): Transport {
  const { post, close } = poster(url, identity)
  return {
    call: async (call) => {
      const path = plainPath(call)
      if (path === undefined) return mcp.call(call)
      const { project_id: _, ...rest } = call.input as Readonly<Record<string, unknown>>
      const { status, text } = await post(path, { accept: 'application/json' }, JSON.stringify(rest))
      const value = JSON.parse(text) as unknown
      if (!isObject(value)) return { other: `status ${status} without an object` }
      const answer = dataAnswer(value, status !== 200)
      const { code } = isObject(answer['error']) ? answer['error'] : {}
      const expected = code === undefined ? 200 : code === 'invalid_input' ? 400 : code === 'payload_too_large' ? 413 : code === 'busy' ? 503 : undefined
      return status === expected ? answer : { other: `status ${status}` }
    },
    close,
  }
}

export function plainPath({ tool, input }: ToolCall): string | undefined {
  const { project_id: project } = isObject(input) ? input : {}
  if (tool !== 'accept_handoff' || typeof project !== 'string') return undefined
  return acceptancePath('/projects/{project_id}/handoff/accept', project)
}

/** More messages than that one process is not asked, since what it says is kept account of. */
const callsOfProcess = 50_000
/** A deadline for a busy machine, in ms. */
const answerWithinMs = 60_000

/** A process of its own on the same store; another one after very many calls. Calls wait for one another. */
export function stdio(fixture: Fixture, identity: Identity): Transport {
  let running: { readonly process: StdioProcess; calls: number } | undefined
  let heard: (message: unknown) => void = () => undefined
  let failed: (error: Error) => void = () => undefined
  const inTurn = createTurns()
  const start = async (): Promise<{ readonly process: StdioProcess; calls: number }> => {
    await running?.process.close()
    const process = await fixture.openStdio(identity)
    void process.ended.then(({ how }) => failed(new Error(`the server over stdio ${how}`)))
    // The answer to a line that cannot be read has no id.
    process.listen((line) => {
      if (line.kind === 'message' && !Object.hasOwn(line.message, 'method')) heard(line.message)
    })
    return { process, calls: 0 }
  }
  return {
    call: async (call) => inTurn(async () => {
      if (running === undefined || running.calls >= callsOfProcess) running = await start()
      const { process } = running
      running.calls += 1
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      heard = resolve
      failed = reject
      // It can end before anybody waits for what it says.
      promise.catch(() => undefined)
      const late = setTimeout(() => reject(new Error('the server over stdio does not answer')), answerWithinMs)
      try {
        if (!(await process.write([`${JSON.stringify(modernCall(running.calls, call))}\n`]))) throw new Error('the server over stdio takes no more')
        return toolAnswer(await promise)
      } finally {
        clearTimeout(late)
      }
    }),
    close: async () => running?.process.close(),
  }
}

/** The message of a reply, whether it is one text or a stream of events. */
function messageIn({ fields, text, status }: Reply): unknown {
  if (!String(fields['content-type']).startsWith('text/event-stream')) return text === '' ? { error: { code: `status ${status}` } } : (JSON.parse(text) as unknown)
  const events = text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart()).join('\n'))
  return events.filter((data) => data !== '').map((data) => JSON.parse(data) as unknown).find((message) => isObject(message) && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')))
}
