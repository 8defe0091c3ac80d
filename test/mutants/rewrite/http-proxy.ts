/**
 * A proxy between the harness and a clean server, in the process of both, that applies one rewrite. It is no HTTP
 * library: what a rewrite leaves alone passes byte by byte, so that cases about bytes meet the server itself.
 */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { readBeforeWriteFails } from '../../../harness/wire/linger.ts'
import { withFields } from './build.ts'
import { writeRequest, writeResponse } from './http-bytes.ts'
import { RequestSide } from './request-side.ts'
import type { PassingRequest } from './request-side.ts'
import { exchangeFor } from './rewrite-answer.ts'
import type { Setting } from './rewrite-answer.ts'
import { ResponseSide } from './response-side.ts'
import type { ExpectedAnswer } from './response-side.ts'
import { messagesIn } from './rewrite.ts'
import type { Rewrite } from './rewrite.ts'

export interface RunningProxy {
  readonly port: number
  close(): Promise<void>
}

/** @param target The port of the server, on this machine. */
export async function startRewriting(target: number, rewrite: Rewrite): Promise<RunningProxy> {
  const setting: Setting = { rewrite, memory: new Map() }
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    readBeforeWriteFails(upstream)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    join(client, upstream, setting)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

function join(client: Socket, upstream: Socket, setting: Setting): void {
  const expected: ExpectedAnswer[] = []
  const answers = new ResponseSide({
    write(bytes) {
      if (bytes.length > 0 && client.writable) client.write(bytes)
    },
    end(how) {
      if (how === 'orderly') client.end()
      else client.destroy()
    },
  }, setting, expected)
  // A server that takes no more is not pressed: whoever writes on into a connection that is refused loses the answer.
  const send = (bytes: Buffer): void => {
    if (!upstream.writable || upstream.write(bytes)) return
    client.pause()
    upstream.once('drain', () => client.resume())
  }
  const { request: rule } = setting.rewrite
  // One after the other, as they came, also where a rewrite takes its time.
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => void | Promise<void>): void => {
    turn = turn.then(work).catch(() => { client.destroy() })
  }
  const decide = async (request: PassingRequest, bytes: Buffer): Promise<void> => {
    const [message] = messagesIn(request.body ?? '')
    const fate = message === undefined ? undefined : await rule?.(message, exchangeFor(setting, request))
    if (fate === undefined || request.head === undefined) {
      expected.push({ request, discard: false })
      send(bytes)
    } else if (fate === 'swallow') {
      return
    } else if ('answer' in fate) {
      const [only] = fate.answer
      const { status = 200, headers = [['content-type', 'application/json']], body = fate.answer.length === 0 ? '' : JSON.stringify(fate.answer.length === 1 ? only : fate.answer) } = fate.http ?? {}
      client.write(writeResponse({ status, headers }, body, request.head.method))
    } else {
      for (const [index, each] of fate.forward.entries()) {
        const head = { ...request.head, headers: withFields(request.head.headers, fate.fields ?? {}) }
        expected.push({ request, discard: index > 0 })
        send(writeRequest(head, JSON.stringify(each)))
      }
    }
  }
  const requests = new RequestSide({
    pass: rule === undefined ? send : (bytes) => { inTurn(() => { send(bytes) }) },
    begun(request) {
      if (rule === undefined) expected.push({ request, discard: false })
      else inTurn(() => void expected.push({ request, discard: false }))
    },
    whole: (request, bytes) => { inTurn(async () => decide(request, bytes)) },
  }, rule !== undefined)

  client.on('data', (bytes: Buffer) => { requests.take(bytes) })
  client.on('end', () => {
    requests.flush()
    if (rule === undefined) upstream.end()
    else inTurn(() => void upstream.end())
  })
  client.on('close', () => upstream.destroy())
  upstream.on('data', (bytes: Buffer) => { answers.take(bytes) })
  // Also after an error: what the server said before it cut the connection is passed on first.
  upstream.on('close', () => {
    answers.finish()
    client.resume()
  })
  upstream.on('end', () => { answers.finish() })
}
