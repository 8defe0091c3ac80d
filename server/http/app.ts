/**
 * The HTTP stack: which guard stands where. The order is part of the contract: Host, Origin, method, limit of the
 * address, credentials, limit of the identity, content type and size, parse, protocol; nothing of a later one is done
 * before an earlier one has agreed.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { HandoffError } from '../handoff/errors.ts'
import { AcceptRoute } from './accept-route.ts'
import { answerMalformed } from './client-error.ts'
import { Connections } from './connections.ts'
import { credentialsGuard } from './guards/credentials.ts'
import { hostGuard } from './guards/host.ts'
import { checkMethod } from './guards/method.ts'
import { originGuard } from './guards/origin.ts'
import { checkVersion } from './guards/version.ts'
import { liveness, readiness } from './health.ts'
import { Intake } from './intake.ts'
import type { Exchange } from './intake.ts'
import { McpRoute } from './mcp-route.ts'
import { ProtocolEndpoint } from './protocol-endpoint.ts'
import { RateLimit } from './rate-limit.ts'
import { refuse, sendJson } from './refusal.ts'
import { parseRequestTarget } from './request-target.ts'
import type { HttpStack, HttpStackOptions } from './stack.ts'

const defaultDrainMs = 5000
const defaultSweepMs = 250

const nodeOptions = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  insecureHTTPParser: false,
  // A missing or repeated Host is refused by our own guard, in plain JSON like the rest.
  requireHostHeader: false,
} as const

interface Route {
  readonly methods: readonly string[]
  readonly handle: (exchange: Exchange) => void | Promise<void>
}

export function createHttpStack(options: HttpStackOptions): HttpStack {
  const endpoint = new ProtocolEndpoint(options)
  const refusals = new RateLimit(options.limits.refusalsPerMinute, options.clock)
  const checkHost = hostGuard(options.allowedHosts)
  const checkOrigin = originGuard(options.allowedOrigins)
  const judgeCredentials = credentialsGuard({ policy: options.policy, clock: options.clock, refusals })
  const intake = new Intake({ ...options, judgeCredentials })
  const mcp = new McpRoute({ ...options, endpoint, intake })
  const { acceptHandoff } = options
  const accept = acceptHandoff === undefined ? undefined : new AcceptRoute({ intake, acceptHandoff })

  const health = (answer: (revision: string | undefined) => ReturnType<typeof liveness>) => (exchange: Exchange) => {
    const presented = exchange.request.headers.authorization !== undefined
    const judgement = presented ? judgeCredentials(exchange.request) : undefined
    if (judgement?.kind === 'refused' && judgement.refusal.status === 429) return refuse(exchange.response, judgement.refusal)
    const revision = judgement?.kind === 'admitted' ? judgement.admission.caller.policy.revision : undefined
    const { status, body } = answer(revision)
    return sendJson(exchange.response, status, body)
  }

  const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
    ['/healthz', { methods: ['GET', 'HEAD'], handle: health(liveness) }],
    ['/readyz', { methods: ['GET', 'HEAD'], handle: health((revision) => readiness(options.policy, options.isStoreUsable?.() ?? true, revision)) }],
    ['/mcp', { methods: options.sessions === true ? ['POST', 'GET', 'DELETE'] : ['POST'], handle: (exchange) => mcp.handle(exchange) }],
  ])

  async function serve(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Promise<void> {
    const foreignVersion = checkVersion(request.httpVersionMajor)
    if (foreignVersion !== undefined) return refuse(response, foreignVersion)
    const target = parseRequestTarget(request.url ?? '')
    if (target === undefined) {
      return refuse(response, { status: 400, error: 'invalid_target', description: 'The request target is malformed.' })
    }
    const foreign = checkHost(request, target) ?? checkOrigin(request)
    if (foreign !== undefined) return refuse(response, foreign)
    const route = routes.get(target.path) ?? accept?.find(target.path)
    if (route === undefined) {
      return refuse(response, { status: 404, error: 'not_found', description: 'There is nothing at this path.' })
    }
    const wrongMethod = checkMethod(request.method, route.methods)
    if (wrongMethod !== undefined) return refuse(response, wrongMethod)
    await route.handle({ request, response, expectsContinue })
  }

  const connections = new Connections()
  const server = createServer(nodeOptions)
  const onRequest = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(server, request, response)
    serve(request, response, expectsContinue).catch((error: unknown) => {
      options.log(`http: ${error instanceof HandoffError ? error.code : describe(error)}`)
      refuse(response, { status: 500, error: 'internal', description: 'A fault of the server.' })
    })
  }
  server.on('request', onRequest(false))
  server.on('checkContinue', onRequest(true))
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(server, request, response)
    refuse(response, { status: 417, error: 'expectation_failed', description: 'Expect may only name 100-continue.' })
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    answerMalformed(socket, { status: 405, headers: { allow: 'GET, POST' } })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (connections.isAnswering(socket)) socket.destroy()
    else answerMalformed(socket, error)
  })

  return { listen: async (where) => listen(server, endpoint, options, where), close: closeOnce(server, endpoint, connections) }
}

async function listen(
  server: Server,
  endpoint: ProtocolEndpoint,
  options: HttpStackOptions,
  where: { host: string; port: number },
): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    // It stays: where a connection cannot be accepted later on, the server goes on without it.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server.listening) options.log(`http: ${error.code ?? error.name}`)
      reject(describeListenError(error, where))
    })
    server.listen(where.port, where.host, resolve)
  })
  const sweeping = setInterval(() => endpoint.sweep(), options.sweepIntervalMs ?? defaultSweepMs)
  sweeping.unref()
  server.once('close', () => clearInterval(sweeping))
  const { address, port } = server.address() as AddressInfo
  return { host: address, port }
}

/** Says what is in the way; the address was given by whoever started the server, so naming it tells nobody anything. */
function describeListenError(error: NodeJS.ErrnoException, where: { host: string; port: number }): Error {
  const place = `${where.host}:${where.port}`
  if (error.code === 'EADDRINUSE') return new Error(`${place} is in use; stop what listens there or choose another port`, { cause: error })
  if (error.code === 'EACCES') return new Error(`not allowed to listen on ${place}; choose a port above 1023`, { cause: error })
  return new Error(`cannot listen on ${place} (${error.code ?? error.message})`, { cause: error })
}

function closeOnce(server: Server, endpoint: ProtocolEndpoint, connections: Connections): HttpStack['close'] {
  let closed: Promise<void> | undefined
  return async (options = {}) => {
    closed ??= close(server, endpoint, connections, options.drainMs ?? defaultDrainMs)
    await closed
  }
}

async function close(server: Server, endpoint: ProtocolEndpoint, connections: Connections, drainMs: number): Promise<void> {
  // Also where it never listened: then `close` says so, which is no news here.
  const ended = new Promise<void>((resolve) => void server.close(() => resolve()))
  await endpoint.endStreams()
  server.closeIdleConnections()
  await connections.drain(drainMs)
  await endpoint.close()
  server.closeIdleConnections()
  server.closeAllConnections()
  await ended
}

function describe(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
