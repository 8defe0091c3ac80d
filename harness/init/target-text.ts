/** The commented target file that `init` writes: what a server said of itself, in a form that runs at once. Pure. */
import { isAbsolute } from 'node:path'
import type { TokenSource } from '../fixture/token-source.ts'
import { sampleArguments } from '../peer/sample.ts'
import { isJsonObject } from '../wire/json.ts'
import { speaksHttp, type ToolSummary } from '../target/profile.ts'
import type { ServerAnswers } from './ask-server.ts'
import { oauthLines } from './oauth-text.ts'
import { comment, quotedScalar, shownName, shownNames } from './plain-text.ts'

export interface TargetTextOptions {
  /** A command is as the target file needs it: paths are from the folder of the file. */
  readonly connection: { readonly kind: 'url'; readonly url: string } | { readonly kind: 'command'; readonly command: readonly string[] }
  /** The first identity, the second; paths from the folder of the file. */
  readonly tokens: readonly TokenSource[]
  readonly allowRemote: boolean
  /** Requests a second, at most; absent: as fast as it answers. */
  readonly rate?: number
}

/** As the schema of target files wants it. */
const longestName = 100

/** @returns Text that `parseTargetFile` takes, in ASCII alone. */
export function targetText(answers: ServerAnswers, options: TargetTextOptions): string {
  const { profile } = answers
  const parts: string[][] = [
    [
      ...comment('What handoff-conformance tests here. Each key is explained in docs/target-file.md of the package.'),
      ...about(answers),
      'version: 1',
      `name: ${scalar(nameOf(answers))}`,
    ],
    connectionLines(options),
    [
      ...comment('What it spoke when it was asked. Kept here, so that a release which drops one of them fails; without the key, whatever it speaks is tested.'),
      `revisions: [${[...new Set(profile.channels.map(({ revision }) => revision))].join(', ')}]`,
    ],
    authLines(answers, options.tokens),
    toolLines(profile.tools),
    handoffLines(answers),
    [
      ...comment('Requests a second, at most; lower it for a server that answers 429.'),
      options.rate === undefined ? '# limits: { rate_per_second: 50 }' : `limits: { rate_per_second: ${options.rate} }`,
    ],
  ]
  return `${parts.filter((part) => part.length > 0).map((part) => part.join('\n')).join('\n\n')}\n`
}

function about({ profile }: ServerAnswers): string[] {
  const { serverInfo } = profile
  return serverInfo === undefined ? [] : comment(`The server calls itself ${shownName(serverInfo.name)}, version ${shownName(serverInfo.version)}.`)
}

/** What the server calls itself, where that is a name that can stand in reports; else how it was reached. */
function nameOf({ profile }: ServerAnswers): string {
  const own = profile.serverInfo?.name ?? ''
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(own) && own.length <= longestName ? own : profile.name.slice(0, longestName)
}

/** What came from the command line of this machine is well-formed. */
export function scalar(text: string): string {
  return quotedScalar(text.toWellFormed()) ?? '""'
}

export function connectionLines({ connection, allowRemote }: Pick<TargetTextOptions, 'connection' | 'allowRemote'>): string[] {
  if (connection.kind === 'command') {
    return [
      ...comment('It is started from the folder of this file, without a shell, for every conversation anew. What it needs of the environment it has; more goes under env.'),
      ...(connection.command.some((word) => isAbsolute(word)) ? comment('An absolute path holds on this machine alone: write it from the folder of this file, or as the name of a program, before another one reads this.') : []),
      'transport: stdio',
      'start:',
      `  command: [${connection.command.map(scalar).join(', ')}]`,
      '  # env: { DATABASE: "{workdir}/store.sqlite" }',
    ]
  }
  return [
    ...comment(allowRemote ? 'The server must run already, and a run needs --allow-remote: attack only what you may attack.' : 'The server must run already.'),
    `url: ${scalar(connection.url)}`,
    ...comment('Or the harness starts it, each time on a free port: then "start" replaces "url". The program and its arguments are an example.'),
    '# start:',
    '#   command: [node, server.js, --port, "{port}"]',
    '#   url: "http://127.0.0.1:{port}/mcp"',
  ]
}

function authLines({ profile, pointsAtOAuth, issuer }: ServerAnswers, tokens: readonly TokenSource[]): string[] {
  const [alpha, beta] = tokens
  if (alpha === undefined) return speaksHttp(profile) ? [...comment('It served a request without credentials.'), 'auth: { kind: none }'] : []
  return [
    ...comment(profile.demandsCredentials ? 'It refused a request without credentials.' : 'It served a request without credentials too, though a token was given for it: what demands credentials will fail here.'),
    ...(pointsAtOAuth ? comment('Its refusal points at OAuth metadata. The token is sent as it is, and nobody signs in.') : []),
    ...comment('Here stands where a token comes from, never the token.'),
    'auth:',
    '  kind: static-bearer',
    '  identities:',
    `    alpha: ${tokenText(alpha)}`,
    beta === undefined ? '    # beta: { token_env: BETA_TOKEN }   # a second identity, for what two must not see of each other' : `    beta: ${tokenText(beta)}`,
    ...(pointsAtOAuth ? ['', ...comment('Or, instead, for a client that its authorization server knows, the harness gets tokens itself, by the client-credentials grant:'), ...oauthLines(issuer).map((line) => `# ${line}`)] : []),
  ]
}

function tokenText(token: TokenSource): string {
  return token.kind === 'env' ? `{ token_env: ${token.name} }` : `{ token_file: ${scalar(token.path)} }`
}

function toolLines(tools: readonly ToolSummary[]): string[] {
  if (tools.length === 0) return comment('It listed no tools.')
  const names = (list: readonly ToolSummary[]): string[] => list.map(({ name }) => name)
  const reading = tools.filter(({ readOnly }) => readOnly)
  const others = names(tools.filter(({ readOnly }) => !readOnly))
  const [example] = [...reading.filter(({ needsNothing }) => !needsNothing), ...tools.filter(({ readOnly }) => !readOnly)]
  const lines = comment(`Tools: ${tools.length} listed, ${reading.length} annotated as read-only${reading.length === 0 ? '' : `: ${shownNames(names(reading))}`}.`)
  if (others.length > 0) lines.push(...comment(`Never called unless they are named here: ${shownNames(others)}.`))
  const text = example === undefined || example.name.length > longestName ? undefined : quotedScalar(example.name)
  if (example !== undefined && text !== undefined) {
    lines.push(...comment('Name a tool that only reads, with good arguments, and it becomes the request that every negative case spoils:'))
    lines.push('# probes:', `#   read_only_tools: [${text}]`, `#   calls: { ${text}: ${exampleArguments(example)} }`)
  }
  return lines
}

/** Longer ones say no more to whoever replaces them. In UTF-16 code units. */
const longestArguments = 300

/** What the schema of a tool asks for, made by it where something simple fulfils it. In JSON, of which YAML is a superset, and in ASCII. */
function exampleArguments({ needsNothing, inputSchema }: ToolSummary): string {
  if (needsNothing) return '{}'
  const made = sampleArguments(inputSchema) ?? Object.fromEntries(requiredNames(inputSchema).map((name) => [name, 'value']))
  const text = flowText(made)
  return text === undefined || text.length > longestArguments ? '{}' : text
}

/** Of what nothing simple fulfils. */
function requiredNames(schema: unknown): string[] {
  const required = isJsonObject(schema) ? schema['required'] : undefined
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** @returns Undefined for what no file in UTF-8 can hold. */
function flowText(value: unknown): string | undefined {
  if (typeof value === 'string') return quotedScalar(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Array.isArray(value) ? value.map((item: unknown) => flowText(item)) : Object.entries(value).map(([key, member]) => {
    const [name, text] = [quotedScalar(key), flowText(member)]
    return name === undefined || text === undefined ? undefined : `${name}: ${text}`
  })
  if (members.includes(undefined)) return undefined
  const text = members.join(', ')
  return Array.isArray(value) ? `[${text}]` : text === '' ? '{}' : `{ ${text} }`
}

/** Naming an adapter lets a run call tools that write, so for a server elsewhere its owner has to do it. */
function handoffLines({ adapter, acceptance, local }: ServerAnswers): string[] {
  const active = local ? '' : '# '
  const lines: string[] = []
  if (adapter !== undefined) {
    lines.push(
      ...comment(`It has the tools of the adapter ${adapter}. With it a run sends handoffs between alpha and beta and changes them; with none, or without the line, nothing is written.`),
      `${active}handoff: { adapter: ${adapter} }`,
    )
  }
  if (acceptance !== undefined && adapter !== 'reference') {
    const { tool, issueTool, verifyTool } = acceptance
    const keys = [`tool: ${tool}`, ...(issueTool === undefined ? [] : [`issue_tool: ${issueTool}`]), ...(verifyTool === undefined ? [] : [`verify_tool: ${verifyTool}`])]
    lines.push(...comment('It has a tool that checks handoff envelopes.'), `${active}accept_handoff: { ${keys.join(', ')} }`)
  }
  return lines.length > 0 ? lines : comment('It has no tools by which agents hand work over that this version knows; see handoff.adapter in docs/target-file.md.')
}
