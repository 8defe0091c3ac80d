/** Faults in where the guard stands, and in what one caller can do to the others. */
import type { Patch, ServerMutant } from '../mutant.ts'
import { withSmallBody } from './small-body.ts'

const app = 'server/http/app.ts'
const intake = 'server/http/intake.ts'
const guard = 'server/http/guards/credentials.ts'
const wrongMethod = 'if (wrongMethod !== undefined) return refuse(response, wrongMethod)'
const judged = 'const judgement = this.#options.judgeCredentials(request)'

/** Lets in as the first agent of the registry who meets a condition over `request`. */
function admitting(condition: string): Patch {
  const find = 'const credentials = readCredentials(request.rawHeaders, request.url ??'
  return {
    file: guard,
    find,
    replace: `if (${condition}) {
      const agentId = [...policy.current().agents.keys()][0] ?? ''
      return { kind: 'admitted', admission: { caller: { agentId, policy: policy.current() }, holder: { agentId, stillAllowed: () => true } } }
    }
    ${find}`,
  }
}

export const surface: readonly ServerMutant[] = [
  {
    id: 'identity-kept-on-the-connection',
    title: 'A request without credentials acts as whoever was let in before it on the connection.',
    target: 'reference',
    patch: {
      file: intake,
      find: judged,
      replace: `const own = this.#options.judgeCredentials(request)
    const judgement = request.headers.authorization === undefined ? ((request.socket as any).before ?? own) : own
    if (own.kind === 'admitted') (request.socket as any).before = own`,
    },
    kills: ['auth.each-request'],
  },
  {
    id: 'continue-before-credentials',
    title: 'Expect: 100-continue is answered before the credentials are looked at.',
    target: 'reference',
    patch: { file: intake, find: judged, replace: `if (exchange.expectsContinue) response.writeContinue()\n    ${judged}` },
    kills: ['auth.before-body'],
  },
  {
    id: 'body-before-refusal',
    title: 'A short body is waited for before a request without credentials is refused.',
    target: 'reference',
    patch: {
      file: intake,
      find: "if (judgement.kind === 'refused') return refuse(response, judgement.refusal)",
      replace: `if (judgement.kind === 'refused') {
      if (request.headers.authorization === undefined && Number(request.headers['content-length'] ?? 8192) < 8192 && !exchange.expectsContinue) await readBody(request, 8192)
      return refuse(response, judgement.refusal)
    }`,
    },
    kills: ['auth.before-body'],
  },
  {
    id: 'head-succeeds',
    title: 'HEAD of the endpoint succeeds for everybody.',
    target: 'reference',
    patch: { file: app, find: wrongMethod, replace: `if (request.method === 'HEAD' && target.path === '/mcp') return sendJson(response, 200, {})\n    ${wrongMethod}` },
    kills: ['auth.every-method'],
  },
  {
    id: 'put-is-served',
    title: 'PUT is served like POST, and nobody looks at its credentials.',
    target: 'reference',
    patch: {
      file: app,
      find: wrongMethod,
      replace: `if (request.method === 'PUT' && target.path === '/mcp') {
      request.method = 'POST'
      const agentId = [...options.policy.current().agents.keys()][0] ?? ''
      const judged = { kind: 'admitted', admission: { caller: { agentId, policy: options.policy.current() }, holder: { agentId, stillAllowed: () => true } } } as const
      return await new McpRoute({ ...options, endpoint, intake: new Intake({ ...options, judgeCredentials: () => judged }) }).handle({ request, response, expectsContinue })
    }
    ${wrongMethod}`,
    },
    kills: ['auth.every-method'],
  },
  {
    id: 'ping-unguarded',
    title: 'ping is answered before the credentials are looked at.',
    target: 'reference',
    patch: withSmallBody("if (message?.method === 'ping') return sendRpcFault(response, { status: 200, code: -32_601, message: 'pong' }, message.id)"),
    kills: ['auth.every-rpc'],
  },
  {
    id: 'discover-unguarded',
    title: 'server/discover is answered before the credentials are looked at.',
    target: 'reference',
    patch: withSmallBody("if (message?.method === 'server/discover') return sendRpcFault(response, { status: 200, code: -32_601, message: 'here' }, message.id)"),
    kills: ['auth.every-rpc'],
  },
  {
    id: 'absolute-form-unguarded',
    title: 'The absolute form of the request target leads around the guard.',
    target: 'reference',
    patch: admitting("request.url?.startsWith('http://') === true"),
    kills: ['auth.path-variants'],
  },
  {
    id: 'trailing-slash-unguarded',
    title: 'The endpoint with a slash after it is routed to the endpoint and exempt from the guard.',
    target: 'reference',
    patch: {
      file: app,
      find: 'const route = routes.get(target.path)',
      replace: `if (target.path === '/mcp/' && request.method === 'POST') {
      const agentId = [...options.policy.current().agents.keys()][0] ?? ''
      const judged = { kind: 'admitted', admission: { caller: { agentId, policy: options.policy.current() }, holder: { agentId, stillAllowed: () => true } } } as const
      return await new McpRoute({ ...options, endpoint, intake: new Intake({ ...options, judgeCredentials: () => judged }) }).handle({ request, response, expectsContinue })
    }
    const route = routes.get(target.path)`,
    },
    kills: ['auth.path-variants'],
  },
  {
    id: 'method-override-believed',
    title: 'A POST that claims to be OPTIONS is spared by the guard.',
    target: 'reference',
    patch: admitting("request.headers['x-http-method-override'] === 'OPTIONS'"),
    kills: ['auth.method-override'],
  },
  {
    id: 'limit-before-credentials',
    title: 'The budget of an address is checked before the credentials, good ones included.',
    target: 'reference',
    patch: {
      file: guard,
      find: 'const credentials = readCredentials(request.rawHeaders, request.url ??',
      replace: `const spent = refusals.exhausted(address)
    if (spent !== undefined) return { kind: 'refused', refusal: tooManyRefusals(spent) }
    const credentials = readCredentials(request.rawHeaders, request.url ??`,
    },
    kills: ['auth.flood'],
  },
  {
    id: 'no-retry-after',
    title: 'Refusals for a spent budget do not say when to try again.',
    target: 'reference',
    patch: {
      file: guard,
      find: "    headers: { 'retry-after': String(seconds) },\n",
      replace: '',
    },
    kills: ['auth.flood'],
  },
  {
    id: 'delete-ends-everybody',
    title: 'DELETE with good credentials closes what serves everybody.',
    target: 'reference',
    patch: {
      file: app,
      find: wrongMethod,
      replace: `if (request.method === 'DELETE' && target.path === '/mcp' && judgeCredentials(request).kind === 'admitted') void server.close()\n    ${wrongMethod}`,
    },
    kills: ['auth.delete-endpoint'],
  },
  {
    id: 'no-guard',
    title: 'Requests without an Authorization field are let in as the first agent.',
    target: 'reference',
    clouds: true,
    patch: admitting('request.headers.authorization === undefined'),
    kills: [
      'auth.argument-token', 'auth.before-body', 'auth.challenge-grammar', 'auth.challenge-present', 'auth.challenge-reason',
      'auth.cookie-token', 'auth.custom-header-token', 'auth.each-request', 'auth.every-rpc', 'auth.health-leak',
      'auth.meta-token', 'auth.method-override', 'auth.no-credentials', 'auth.no-echo', 'auth.path-variants',
      'auth.proxy-authorization', 'auth.query-token',
    ],
  },
]
