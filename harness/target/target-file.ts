/** The target file, version 1: what is under test, as its owner writes it down. Strict: every mistake is named. */
import { dirname, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { type FileReading, readRegularFile } from '../files/read-regular-file.ts'
import { compileSchema, mistakesText, readStrictYaml } from '../files/strict-yaml.ts'
import type { CommandDriverOptions } from '../fixture/command.ts'
import { defaultReadyMs } from '../fixture/command.ts'
import type { LinesDriverOptions } from '../fixture/lines/driver.ts'
import type { StdioDriverOptions } from '../fixture/stdio-command.ts'
import type { TokenSource } from '../fixture/token-source.ts'
import type { UrlDriverOptions } from '../fixture/url.ts'
import type { OAuthClaim, OAuthClient } from '../oauth/claim.ts'
import { commandValidator } from '../registry/validator.ts'
import type { AcceptanceMapping } from './acceptance.ts'
import { adapterNamed } from './adapter.ts'
import type { Adapter } from './adapter.ts'
import { isAdapterPath, readAdapterFile } from './adapter-file.ts'
import { contradictions } from './contradictions.ts'
import { folderNameOf } from './folder-name.ts'
import type { Mistake } from './placeholder-rules.ts'
import type { TargetClaims, TargetInput } from './target-input.ts'
import type { ClientText, FileText, TargetText, TokenText } from './target-text.ts'
import schema from './target.schema.json' with { type: 'json' }

export interface TargetFile {
  readonly target: TargetInput
  readonly connection:
    | { readonly kind: 'url'; readonly options: UrlDriverOptions }
    | { readonly kind: 'start'; readonly options: CommandDriverOptions }
    | { readonly kind: 'stdio'; readonly options: StdioDriverOptions }
    | { readonly kind: 'driver'; readonly options: LinesDriverOptions }
  /** The file of expected failures, as an absolute path. */
  readonly expected?: string
}

const maxBytes = 256 * 1024
const validate = compileSchema(schema)

/** A file that holds one target, or a list of them. */
export interface TargetList {
  /** Whether it is a list, of however many. */
  readonly list: boolean
  readonly targets: readonly TargetFile[]
}

/**
 * One target. `FILE#NAME` is that target of a list, where no file is called so.
 * @throws HarnessError `target_file_unreadable` or `target_file_invalid`, also for a list without the name of one
 */
export async function readTargetFile(path: string): Promise<TargetFile> {
  const { targets: [first, ...more], list } = await readTargets(path)
  if (first === undefined || more.length > 0 || list) {
    throw new HarnessError('target_file_invalid', `${path} holds a list of targets, and one is wanted`, { remedy: `Name one of them behind the file, such as ${path}#${first?.target.name ?? 'NAME'}.` })
  }
  return first
}

/** Every target of a file, or with `FILE#NAME` that one. @throws HarnessError `target_file_unreadable` or `target_file_invalid` */
export async function readTargets(path: string): Promise<TargetList> {
  const at = path.lastIndexOf('#')
  const whole = readRegularFile(path, maxBytes)
  if (at <= 0 || whole.ok) return parseTargets(textOf(whole, path), path)
  const [file, name] = [path.slice(0, at), path.slice(at + 1)]
  const { list, targets } = parseTargets(textOf(readRegularFile(file, maxBytes), file), file)
  const named = targets.filter(({ target }) => target.name === name)
  if (named.length === 0) throw new HarnessError('target_file_invalid', `${file} holds no target ${JSON.stringify(name)}; there are ${targets.slice(0, 20).map(({ target }) => target.name).join(', ')}`)
  return { list: list && named.length > 1, targets: named }
}

function textOf(file: FileReading, path: string): string {
  if (file.ok) return file.bytes.toString('utf8')
  throw new HarnessError('target_file_unreadable', `the target file ${path} cannot be read: ${file.why}`, { cause: file.cause })
}

/** @throws HarnessError `target_file_invalid`, as `parseTargets`, and for a list. */
export function parseTargetFile(text: string, path: string): TargetFile {
  const { list, targets: [first] } = parseTargets(text, path)
  if (list || first === undefined) throw new HarnessError('target_file_invalid', `${path} holds a list of targets, and one is wanted`)
  return first
}

/**
 * @param path Where the text comes from: for messages, and what relative paths in it start from.
 * @throws HarnessError `target_file_invalid`, with every mistake up to a screenful, each with line and column;
 * `adapter_invalid` for the file of an adapter.
 */
export function parseTargets(text: string, path: string): TargetList {
  const reading = readStrictYaml(text, validate)
  if (!reading.ok) throw new HarnessError('target_file_invalid', mistakesText(path, reading.problems))
  const file = reading.value as FileText
  const mistakes = (file.targets === undefined ? contradictions(file) : listMistakes(file, file.targets)).map(({ at, message }) => ({ ...reading.position(at), message }))
  if (mistakes.length > 0) throw new HarnessError('target_file_invalid', mistakesText(path, mistakes))
  return { list: file.targets !== undefined, targets: (file.targets ?? [file]).map((target) => targetFrom(target, path)) }
}

/** The keys of a target stand within the list; names become folders. */
function listMistakes(file: FileText, targets: readonly TargetText[]): Mistake[] {
  const beside = Object.keys(file).filter((key) => key !== 'version' && key !== 'targets').map((key): Mistake => ({ at: [key], message: `"${key}" stands beside "targets"; it belongs into each of them` }))
  const names = new Set<string>()
  const within = targets.flatMap((target, index) => {
    const name = folderNameOf(target.name ?? '').toLowerCase()
    const twice: Mistake[] = names.has(name) ? [{ at: ['targets', index, 'name'], message: 'another target has this name, or one whose folder would be the same' }] : []
    names.add(name)
    if (target.name?.includes('#') === true) twice.push({ at: ['targets', index, 'name'], message: 'a name in a list must not hold #, which stands between a file and a name' })
    return [...twice, ...contradictions(target).map(({ at, message }) => ({ at: ['targets', index, ...at], message }))]
  })
  return [...beside, ...within]
}

function targetFrom(file: TargetText, path: string): TargetFile {
  const folder = dirname(resolve(path))
  return {
    target: { name: file.name ?? hostOf(file), claims: { ...claimsOf(file, folder), ...inFolder(file, folder) }, ...rate(file), allowDestructive: file.limits?.allow_destructive ?? false },
    connection: connectionOf(file, folder),
    ...(file.expected === undefined ? {} : { expected: resolve(folder, file.expected) }),
  }
}

function adapterOf({ handoff }: TargetText, folder: string): Adapter | undefined {
  if (handoff === undefined) return undefined
  return isAdapterPath(handoff.adapter) ? readAdapterFile(resolve(folder, handoff.adapter), handoff.adapter) : adapterNamed(handoff.adapter)
}

function claimsOf(file: TargetText, folder: string): TargetClaims {
  const adapter = adapterOf(file, folder)
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
  if (file.driver !== undefined) {
    const { command, env, timeout_ms: timeoutMs } = file.driver
    return {
      kind: 'driver',
      options: {
        name: file.name ?? hostOf(file), command, cwd: folder, transport: file.transport ?? 'http',
        ...(env === undefined ? {} : { env }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
    }
  }
  const identities = {
    ...named('alpha', file.auth?.identities?.alpha, folder),
    ...named('beta', file.auth?.identities?.beta, folder),
  }
  const oauth = file.auth?.oauth === undefined ? {} : { oauth: oauthFrom(file.auth.oauth) }
  if (file.start === undefined) return { kind: 'url', options: { url: new URL(file.url ?? ''), identities, ...oauth } }
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
      command, url, identities, cwd: folder, ...oauth,
      ...(env === undefined ? {} : { env }),
      ...(stdio === undefined ? {} : { stdio: { ...stdio, cwd: folder } }),
      ...(ready === undefined ? {} : { ready: { url: ready.url, timeoutMs: ready.timeout_ms ?? defaultReadyMs } }),
      ...(file.registry === undefined ? {} : { registry: file.registry }),
    },
  }
}

function oauthFrom({ issuer, resource, beta, ...alpha }: NonNullable<NonNullable<TargetText['auth']>['oauth']>): OAuthClaim {
  const clientFrom = ({ client_id: clientId, client_secret_env: secretEnv, scopes = alpha.scopes }: ClientText): OAuthClient => ({ clientId, secretEnv, ...(scopes === undefined ? {} : { scopes }) })
  return {
    ...(issuer === undefined ? {} : { issuer }),
    ...(resource === undefined ? {} : { resource }),
    alpha: clientFrom(alpha),
    ...(beta === undefined ? {} : { beta: clientFrom(beta) }),
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
  return file.url === undefined ? (file.driver ?? file.start)?.command[0] ?? 'target' : new URL(file.url).host
}
