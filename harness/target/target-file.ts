/** The target file, version 1: what is under test, as its owner writes it down. Strict: every mistake is named. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { CommandDriverOptions } from '../fixture/command.ts'
import { defaultReadyMs } from '../fixture/command.ts'
import type { StdioDriverOptions } from '../fixture/stdio-command.ts'
import type { TokenSource } from '../fixture/token-source.ts'
import type { UrlDriverOptions } from '../fixture/url.ts'
import { commandValidator } from '../registry/validator.ts'
import { isAcceptancePath } from './acceptance.ts'
import type { AcceptanceMapping } from './acceptance.ts'
import { adapterNamed, adapterNames } from './adapter.ts'
import { placeholderMistakes, validatorMistakes } from './placeholder-rules.ts'
import type { Mistake, StartText } from './placeholder-rules.ts'
import type { AuthKind } from './profile.ts'
import { compileSchema, readStrictYaml } from './strict-yaml.ts'
import type { TargetClaims, TargetInput } from './target-input.ts'
import schema from './target.schema.json' with { type: 'json' }

export interface TargetFile {
  readonly target: TargetInput
  readonly connection:
    | { readonly kind: 'url'; readonly options: UrlDriverOptions }
    | { readonly kind: 'start'; readonly options: CommandDriverOptions }
    | { readonly kind: 'stdio'; readonly options: StdioDriverOptions }
  /** The file of expected failures, as an absolute path. */
  readonly expected?: string
}

interface TokenText {
  readonly token_env?: string
  readonly token_file?: string
}

/** What the schema has let through. */
interface TargetText {
  readonly name?: string
  readonly targets?: unknown
  readonly transport?: 'http' | 'stdio'
  readonly url?: string
  readonly start?: StartText
  readonly revisions?: readonly string[]
  readonly auth?: { readonly kind: AuthKind; readonly identities?: { readonly alpha?: TokenText; readonly beta?: TokenText }; readonly oauth?: unknown }
  readonly registry?: { readonly format: 'agents-yaml' | 'agents-json'; readonly projects?: boolean; readonly validate?: { readonly command: readonly string[]; readonly many?: boolean } }
  readonly driver?: unknown
  readonly probes?: { readonly read_only_tools?: readonly string[]; readonly calls?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  readonly handoff?: { readonly adapter: string; readonly max_depth?: number }
  readonly accept_handoff?: { readonly tool: string; readonly issue_tool?: string; readonly verify_tool?: string; readonly path?: string }
  readonly limits?: { readonly rate_per_second?: number; readonly allow_destructive?: boolean }
  readonly expected?: string
  readonly manifest?: string
}

const maxBytes = 256 * 1024
/** What is no YAML at all can have a mistake for every character. */
const maxMistakes = 20
const validate = compileSchema(schema)

/** @throws HarnessError `target_file_unreadable` or `target_file_invalid` */
export async function readTargetFile(path: string): Promise<TargetFile> {
  return parseTargetFile(await readText(path), path)
}

async function readText(path: string): Promise<string> {
  try {
    // A pipe that nobody writes to must not hold the harness up.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = await file.stat()
      if (!stats.isFile()) throw new HarnessError('target_file_unreadable', `the target file ${path} is no regular file`)
      if (stats.size > maxBytes) throw new HarnessError('target_file_invalid', `${path} is longer than ${maxBytes} bytes`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('target_file_unreadable', `the target file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause: error })
  }
}

/**
 * @param path Where the text comes from: for messages, and what relative paths in it start from.
 * @throws HarnessError `target_file_invalid`, with every mistake up to a screenful, each with line and column.
 */
export function parseTargetFile(text: string, path: string): TargetFile {
  const reading = readStrictYaml(text, validate)
  if (!reading.ok) throw invalid(path, reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`))
  const file = reading.value as TargetText
  const mistakes = contradictions(file).map(({ at, message }) => {
    const { line, column } = reading.position(at)
    return `${line}:${column} ${message}`
  })
  if (mistakes.length > 0) throw invalid(path, mistakes)
  return {
    target: { name: file.name ?? hostOf(file), claims: { ...claimsOf(file), ...inFolder(file, dirname(resolve(path))) }, ...rate(file), allowDestructive: file.limits?.allow_destructive ?? false },
    connection: connectionOf(file, dirname(resolve(path))),
    ...(file.expected === undefined ? {} : { expected: resolve(dirname(path), file.expected) }),
  }
}

function invalid(path: string, mistakes: readonly string[]): HarnessError {
  const told = mistakes.slice(0, maxMistakes).map((mistake) => `${path}:${mistake}`)
  const rest = mistakes.length - told.length
  return new HarnessError('target_file_invalid', [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'))
}

/** What a schema cannot say clearly: keys that exclude or need one another, and what this version does not do yet. */
function contradictions(file: TargetText): Mistake[] {
  const found: Mistake[] = []
  const say = (at: readonly (string | number)[], message: string): void => { found.push({ at, message }) }
  const unsupported = (at: readonly string[], what: string): void => { say(at, `${what} is not supported by this version`) }
  if (file.targets !== undefined) unsupported(['targets'], 'a list of targets')
  if (file.driver !== undefined) unsupported(['driver'], 'a driver of your own')
  if (file.auth?.kind === 'oauth' || file.auth?.oauth !== undefined) unsupported(['auth', file.auth.oauth === undefined ? 'kind' : 'oauth'], 'OAuth')
  if (file.handoff !== undefined && file.handoff.adapter !== 'none' && adapterNamed(file.handoff.adapter) === undefined) {
    say(['handoff', 'adapter'], `there is no such adapter; there are none, ${adapterNames.join(', ')}`)
  }
  if (file.handoff?.adapter === 'none' && file.handoff.max_depth !== undefined) say(['handoff', 'max_depth'], '"max_depth" has no meaning with adapter: none')
  if (found.length > 0) return found

  if (file.accept_handoff?.path !== undefined && !isAcceptancePath(file.accept_handoff.path)) {
    say(['accept_handoff', 'path'], 'path must be an absolute path without query or fragment that holds {project_id} once')
  }
  if (file.accept_handoff?.path !== undefined && file.transport === 'stdio') say(['accept_handoff', 'path'], '"path" has no meaning with transport: stdio')
  if (file.transport === 'stdio') overStdio(file, say)
  else overHttp(file, say)
  if (file.registry !== undefined && file.start === undefined) say(['registry'], '"registry" needs "start": the harness writes the registry only of what it starts')
  if (file.auth?.kind === 'none' && Object.keys(file.auth.identities ?? {}).length > 0) say(['auth', 'identities'], 'identities contradict kind: none')
  if (file.auth?.identities?.beta !== undefined && file.auth.identities.alpha === undefined) say(['auth', 'identities'], 'beta needs alpha')
  for (const tool of Object.keys(file.probes?.calls ?? {})) {
    if (!(file.probes?.read_only_tools ?? []).includes(tool)) say(['probes', 'calls', tool], 'the tool is not among read_only_tools')
  }
  if (file.start !== undefined) {
    const identities = file.auth?.identities?.alpha !== undefined
    found.push(...validatorMistakes(file.registry?.validate?.command))
    found.push(...placeholderMistakes(file.start, { transport: file.transport ?? 'http', registry: file.registry !== undefined, identities }))
  }
  return found
}

type Say = (at: readonly (string | number)[], message: string) => void

function overHttp(file: TargetText, say: Say): void {
  if (file.url === undefined && file.start === undefined) say([], 'the file lacks "url" or "start"')
  if (file.url !== undefined && file.start !== undefined) say(['start'], '"url" and "start" exclude each other')
  if (file.url !== undefined && !isHttpUrl(file.url)) say(['url'], 'url must be an absolute http or https address without credentials')
  if (file.start !== undefined && file.start.url === undefined) say(['start'], 'start lacks "url"; a server that only speaks on stdin and stdout needs "transport: stdio"')
}

function overStdio({ url, start, auth }: TargetText, say: Say): void {
  if (url !== undefined) say(['url'], '"url" contradicts transport: stdio')
  if (start === undefined) say([], 'the file lacks "start"')
  for (const key of ['url', 'ready', 'stdio'] as const) {
    if (start?.[key] !== undefined) say(['start', key], `"${key}" has no meaning with transport: stdio, where the command itself is spoken to`)
  }
  if (auth?.identities?.alpha !== undefined && !Object.values(start?.env ?? {}).some((text) => text.includes('{token}'))) {
    say(['auth', 'identities'], 'no text of start.env holds {token}, so that the server would never learn who calls')
  }
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hash === ''
}

function claimsOf(file: TargetText): TargetClaims {
  const adapter = file.handoff === undefined ? undefined : adapterNamed(file.handoff.adapter)
  return {
    ...(file.auth === undefined ? {} : { auth: file.auth.kind }),
    ...(file.revisions === undefined ? {} : { revisions: file.revisions }),
    ...(adapter === undefined ? {} : { adapter }),
    ...(file.handoff?.max_depth === undefined ? {} : { maxDepth: file.handoff.max_depth }),
    ...(file.probes?.read_only_tools === undefined ? {} : { readOnlyTools: file.probes.read_only_tools }),
    ...(file.probes?.calls === undefined ? {} : { calls: file.probes.calls }),
    ...(file.accept_handoff === undefined ? {} : { acceptHandoff: acceptanceFrom(file.accept_handoff) }),
  }
}

/** Claims that name what lies in the folder of the file. */
function inFolder({ manifest, registry }: TargetText, folder: string): Pick<TargetClaims, 'manifest' | 'registry'> {
  return {
    ...(manifest === undefined ? {} : { manifest: resolve(folder, manifest) }),
    ...(registry === undefined ? {} : { registry: { format: registry.format, ...(registry.projects === undefined ? {} : { projects: registry.projects }), ...(registry.validate === undefined ? {} : { validator: commandValidator({ ...registry.validate, cwd: folder }) }) } }),
  }
}

function acceptanceFrom({ tool, issue_tool: issueTool, verify_tool: verifyTool, path }: NonNullable<TargetText['accept_handoff']>): AcceptanceMapping {
  return {
    tool,
    ...(issueTool === undefined ? {} : { issueTool }),
    ...(verifyTool === undefined ? {} : { verifyTool }),
    ...(path === undefined ? {} : { path }),
  }
}

function connectionOf(file: TargetText, folder: string): TargetFile['connection'] {
  const identities = {
    ...named('alpha', file.auth?.identities?.alpha, folder),
    ...named('beta', file.auth?.identities?.beta, folder),
  }
  if (file.start === undefined) return { kind: 'url', options: { url: new URL(file.url ?? ''), identities } }
  const { command, url = '', env, ready, stdio } = file.start
  if (file.transport === 'stdio') {
    return {
      kind: 'stdio',
      options: {
        name: file.name ?? hostOf(file), command, identities, cwd: folder,
        ...(env === undefined ? {} : { env }),
        ...(file.registry === undefined ? {} : { registry: file.registry }),
      },
    }
  }
  return {
    kind: 'start',
    options: {
      command, url, identities, cwd: folder,
      ...(env === undefined ? {} : { env }),
      ...(stdio === undefined ? {} : { stdio: { ...stdio, cwd: folder } }),
      ...(ready === undefined ? {} : { ready: { url: ready.url, timeoutMs: ready.timeout_ms ?? defaultReadyMs } }),
      ...(file.registry === undefined ? {} : { registry: file.registry }),
    },
  }
}

function named(name: 'alpha' | 'beta', text: TokenText | undefined, folder: string): Partial<Record<'alpha' | 'beta', TokenSource>> {
  if (text?.token_env !== undefined) return { [name]: { kind: 'env', name: text.token_env } }
  if (text?.token_file !== undefined) return { [name]: { kind: 'file', path: resolve(folder, text.token_file) } }
  return {}
}

function rate(file: TargetText): { ratePerSecond?: number } {
  return file.limits?.rate_per_second === undefined ? {} : { ratePerSecond: file.limits.rate_per_second }
}

function hostOf(file: TargetText): string {
  return file.url === undefined ? file.start?.command[0] ?? 'target' : new URL(file.url).host
}
