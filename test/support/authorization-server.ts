/**
 * A small authorization server on the loopback interface that gives tokens by the client-credentials grant (RFC 6749
 * section 4.4) and says so in its metadata (RFC 8414). A test spoils it by a flaw: a function that sees each request first.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Granted {
  readonly token: string
  /** In seconds; absent: the answer does not say. */
  readonly expiresIn?: number
}

export interface AuthorizationServerOptions {
  /** Secrets by client. */
  readonly clients: Readonly<Record<string, string>>
  readonly issue: (client: string, form: URLSearchParams) => Granted | Promise<Granted>
  /** Of the issuer, without a final slash (default none). */
  readonly path?: string
  /** Where the metadata stand (default that of RFC 8414). */
  readonly metadataAt?: string
  /** Over what the metadata say otherwise; a function is given the issuer. */
  readonly metadata?: object | ((issuer: string) => object)
  /** The only way in which a client may say who it is (default client_secret_basic, which the metadata then leave out). */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post'
  /** Over what the answer with a token says otherwise. */
  readonly answer?: object
  readonly flaw?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
}

export interface TestAuthorizationServer {
  readonly issuer: string
  /** What was asked for, in order. */
  readonly paths: readonly string[]
  /** The forms of the token requests, in order, without secrets. */
  readonly forms: readonly Readonly<Record<string, string>>[]
  close(): Promise<void>
}

export async function startAuthorizationServer(options: AuthorizationServerOptions): Promise<TestAuthorizationServer> {
  const { path = '', authentication = 'client_secret_basic' } = options
  const paths: string[] = []
  const forms: Record<string, string>[] = []
  let issuer = ''
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    paths.push(request.url ?? '')
    const answer = (status: number, value: object): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify(value))
    }
    if (options.flaw?.(request, response) === true) return
    if (request.method === 'GET' && request.url === (options.metadataAt ?? `/.well-known/oauth-authorization-server${path}`)) {
      const said = typeof options.metadata === 'function' ? options.metadata(issuer) : options.metadata
      return answer(200, { issuer, token_endpoint: `${issuer}/token`, ...(authentication === 'client_secret_basic' ? {} : { token_endpoint_auth_methods_supported: [authentication] }), ...said })
    }
    if (request.method !== 'POST' || request.url !== `${path}/token`) return answer(404, {})
    const form = new URLSearchParams(await bodyOf(request))
    const client = authentication === 'client_secret_basic' ? basic(request.headers.authorization) : { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
    forms.push(Object.fromEntries([...form].filter(([name]) => name !== 'client_secret')))
    if (client === undefined || !Object.hasOwn(options.clients, client.id) || options.clients[client.id] !== client.secret) return answer(401, { error: 'invalid_client' })
    if (form.get('grant_type') !== 'client_credentials') return answer(400, { error: 'unsupported_grant_type' })
    const { token, expiresIn } = await options.issue(client.id, form)
    answer(200, { access_token: token, token_type: 'Bearer', ...(expiresIn === undefined ? {} : { expires_in: expiresIn }), ...options.answer })
  }
  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => { response.destroy() })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    issuer, paths, forms,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    },
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

/** Both parts are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function basic(field: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const coded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(field ?? '')?.[1]
  const [id, secret] = Buffer.from(coded ?? '', 'base64').toString('latin1').split(':').map((part) => new URLSearchParams(`v=${part}`).get('v') ?? '')
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
