/** `init`: asks a server what it is, and writes a target file and a CI workflow that run at once. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { redactText } from '../evidence/redact.ts'
import { createSecretRegistry } from '../evidence/secrets.ts'
import { visibleText } from '../evidence/visible.ts'
import type { TokenSource } from '../fixture/token-source.ts'
import { askServer, type ServerAnswers, type WalledServer } from '../init/ask-server.ts'
import { clientSecret } from '../init/oauth-text.ts'
import { shownName } from '../init/plain-text.ts'
import { targetText } from '../init/target-text.ts'
import { walledText } from '../init/walled-text.ts'
import { workflowText } from '../init/workflow-text.ts'
import { requireAbsent, writeNew } from '../init/write-new.ts'
import { plural } from '../reporters/text.ts'
import { channelName } from '../target/profile.ts'
import { parseTargetFile } from '../target/target-file.ts'
import { watchInterrupts } from './interrupt.ts'
import type { TargetOptions, TargetUnderTest } from './target.ts'
import { quoted } from './target-words.ts'
import type { Terminal } from './terminal.ts'

export interface InitParts {
  readonly terminal: Terminal
  /** Of the package, which the workflow pins. */
  readonly version: string
  openTarget(): Promise<TargetUnderTest>
}

export interface InitOptions extends Pick<TargetOptions, 'url' | 'command' | 'tokens' | 'allowRemote' | 'rate'> {
  /** Default `handoff-target.yaml`. */
  readonly file?: string
  readonly force?: boolean
  /** Default true. */
  readonly workflow?: boolean
}

const workflowFile = '.github/workflows/mcp-conformance.yml'

/** @throws HarnessError for everything that keeps the files from being written. */
export async function initCommand(parts: InitParts, options: InitOptions): Promise<ExitCode> {
  const { terminal } = parts
  const file = options.file ?? 'handoff-target.yaml'
  const workflow = options.workflow === false ? undefined : workflowFile
  checkOptions(options, file)
  if (options.force !== true) for (const each of [file, ...(workflow === undefined ? [] : [workflow])]) requireAbsent(each)
  const secrets = createSecretRegistry()
  const { driver, target } = await parts.openTarget()
  const interrupt = watchInterrupts({ first: () => { terminal.err('interrupted\n') }, second: () => undefined })
  let answers: ServerAnswers | WalledServer | undefined
  try {
    answers = await unlessInterrupted(askServer({ driver, target, secrets: (secret) => { secrets.add(secret) } }), interrupt.signal)
  } finally {
    interrupt.dispose()
  }
  if (answers === undefined) return exitCodes.interrupted

  const folder = dirname(resolve(file))
  const fromFile = options.tokens.map((token): TokenSource => (token.kind === 'env' ? token : { kind: 'file', path: relativePath(folder, token.path) }))
  const fromHere = options.tokens.map((token): TokenSource => (token.kind === 'env' ? token : { kind: 'file', path: relativePath(process.cwd(), token.path) }))
  const allowRemote = options.allowRemote === true && !answers.local
  const command = options.command?.map((word, index) => fromFolder(word, index, folder))
  const rate = options.rate === undefined ? {} : { rate: options.rate }
  const connection = command === undefined ? { kind: 'url', url: options.url ?? '' } as const : { kind: 'command', command } as const
  const text = answers.kind === 'walled' ? walledText(answers, { connection, allowRemote, ...rate }) : targetText(answers, { connection, tokens: fromFile, allowRemote, ...rate })
  const texts = [
    { file, text },
    ...(workflow === undefined ? [] : [{ file: workflow, text: workflowText({ version: parts.version, targetFile: relativePath(process.cwd(), file), tokens: answers.kind === 'walled' ? [clientSecret] : fromHere, allowRemote, runsAlready: command === undefined }) }]),
  ]
  for (const { text } of texts) requireNoSecret(text, (bytes) => secrets.find(bytes).length > 0)
  requireReadable(texts[0]?.text ?? '', file)
  for (const each of texts) writeNew(each.file, each.text, { force: options.force ?? false })
  terminal.out(visibleText(redactText(answers.kind === 'walled' ? walledSummary(answers, { file, workflow, options, allowRemote }) : summary(answers, { file, workflow, options, allowRemote }), secrets)))
  return exitCodes.ok
}

function checkOptions({ url, command, tokens }: InitOptions, file: string): void {
  if (url === undefined && command === undefined) throw new HarnessError('usage', 'init needs a server to ask', { remedy: 'Name it: init --url http://127.0.0.1:8080/mcp, or init -- node server.js' })
  if (file === '') throw new HarnessError('usage', 'the name after --file is empty')
  for (const token of tokens) {
    if (token.kind === 'env' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(token.name)) throw new HarnessError('usage', `${JSON.stringify(token.name)} is no name of an environment variable that a target file can hold`)
  }
  for (const word of [file, ...tokens.flatMap((token) => (token.kind === 'file' ? [token.path] : []))]) {
    if (word.includes('${{')) throw new HarnessError('usage', `${JSON.stringify(word)} would be an expression in a workflow`, { remedy: 'Choose a name without ${{.' })
  }
  const words = [url ?? '', ...(command ?? [])]
  for (const [index, word] of words.entries()) {
    const named = secretWithName.test(word) || (secretName.test(word) && index + 1 < words.length)
    if (named || redactText(word, createSecretRegistry()) !== word) throw new HarnessError('usage', 'what looks like a token stands in the address or the command, and would get into the file', { remedy: 'Give the server its secrets by the environment, and the harness its token by --token-env NAME or --token-file FILE.' })
  }
}

/** An option or a parameter of a query by whose name a secret is given, with it or before it. */
const secretName = /^--?[\w-]*(?:token|secret|password|api[-_]?key)$/i
const secretWithName = /(?:token|secret|password|api[-_]?key)=./i

/** Undefined where an interrupt came first; what was started for the questions ends with the process. */
async function unlessInterrupted<Answer>(asking: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  const first = await Promise.race([asking, new Promise<undefined>((resolve) => { signal.addEventListener('abort', () => { resolve(undefined) }, { once: true }) })])
  if (first === undefined) asking.catch(() => undefined)
  return first
}

/** With forward slashes, and never like an option. */
function relativePath(folder: string, path: string): string {
  const way = relative(folder, resolve(path)).split(sep).join('/')
  return isAbsolute(way) || way.startsWith('.') ? way : `./${way}`
}

/** A word of a command that names a file, as it must be written in the folder of the target file; the others as they are. */
function fromFolder(word: string, index: number, folder: string): string {
  if (isAbsolute(word) || folder === process.cwd()) return word
  const isPath = index === 0 ? word.includes('/') : existsSync(word)
  return isPath ? relativePath(folder, word) : word
}

function requireNoSecret(text: string, hasSecret: (bytes: Buffer) => boolean): void {
  if (hasSecret(Buffer.from(text))) throw new HarnessError('usage', 'the token itself stands in the address, the command or the name of a file, or the server calls something by it; nothing was written', { remedy: 'Give the token by --token-env NAME or --token-file FILE only.' })
}

/** What is written is what `run` will read. */
function requireReadable(text: string, file: string): void {
  try {
    parseTargetFile(text, file)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw new HarnessError('usage', `a target file cannot say this: ${error.message}`, { cause: error, remedy: 'Words in braces are placeholders in a target file; put the command into a script of its own and name that.' })
  }
}

function walledSummary({ issuer }: WalledServer, { file, workflow, options, allowRemote }: { file: string; workflow: string | undefined; options: InitOptions; allowRemote: boolean }): string {
  return [
    `The server lets nobody in without a token, and names the authorization server ${shownName(issuer)}; what else it is can only be told with a token`,
    '',
    `written: ${file}`,
    ...(workflow === undefined ? [] : [`written: ${workflow}`]),
    '',
    'next:',
    `  check that this authorization server is the one that knows your client, and then take the # from the line "issuer:" in ${file}`,
    `  write the name of a client that this authorization server knows under client_id in ${file}, and put its secret into the environment variable ${clientSecret.name}`,
    `  handoff-conformance run --target ${quoted(file)}${allowRemote ? ' --allow-remote' : ''}`,
    '  or, with a token of your own: init again, with --force and --token-env NAME',
    ...connectionSteps(file, workflow, options),
    ...(workflow === undefined ? [] : [`  make the secret ${clientSecret.name} in the settings of the repository`]),
    '',
  ].join('\n')
}

/** What has to be done before another machine can run by these files. */
function connectionSteps(file: string, workflow: string | undefined, { url, command = [] }: InitOptions): string[] {
  const isAbsolutePath = command.some((word) => isAbsolute(word))
  return [
    ...(isAbsolutePath ? [`  write the paths in the line "command:" of ${file} so that they hold on another machine: they are absolute`] : []),
    ...(workflow === undefined ? [] : [`  ${url === undefined ? 'say in the workflow what the command needs to be installed and built' : 'say in the workflow how your server is started'}, where it has a comment for that${url === undefined ? '' : ', or let the target file start it'}; then look through both files, and commit them`]),
  ]
}

function summary({ profile, adapter, acceptance, local }: ServerAnswers, { file, workflow, options, allowRemote }: { file: string; workflow: string | undefined; options: InitOptions; allowRemote: boolean }): string {
  const { serverInfo, channels, tools } = profile
  const reading = tools.filter(({ readOnly }) => readOnly).length
  const run = `handoff-conformance run --target ${quoted(file)}${allowRemote ? ' --allow-remote' : ''}`
  const handoff = adapter === undefined ? 'no tools for handoffs that this version knows' : `handoffs as the adapter ${adapter} maps them`
  return [
    `${serverInfo === undefined ? 'The server' : `${shownName(serverInfo.name)} ${shownName(serverInfo.version)}`} speaks ${channels.map(channelName).join(', ')}`,
    `${options.tokens.length === 0 ? 'no credentials' : profile.demandsCredentials ? 'demands a bearer token' : 'a bearer token was given, and it serves without one too'}; ${plural(tools.length, 'tool')}, ${reading} read-only; ${handoff}${acceptance === undefined ? '' : '; accept_handoff'}`,
    '',
    `written: ${file}`,
    ...(workflow === undefined ? [] : [`written: ${workflow}`]),
    '',
    'next:',
    ...(adapter !== undefined && local ? [`  read the line "handoff:" in ${file}: with it a run writes handoffs into the server`] : []),
    ...(adapter !== undefined && !local ? [`  take the # from the line "handoff:" in ${file}, if a run may write handoffs into the server`] : []),
    `  ${run}`,
    ...connectionSteps(file, workflow, options),
    ...(workflow === undefined ? [] : options.tokens.map((token, index) => `  make the secret ${token.kind === 'env' ? token.name : index === 0 ? 'ALPHA_TOKEN' : 'BETA_TOKEN'} in the settings of the repository`)),
    '',
  ].join('\n')
}
