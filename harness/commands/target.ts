/** From the command line to what is under test: a target file, a URL, or the bundled reference server. */
import { basename, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { Driver } from '../fixture/driver.ts'
import { createReferenceDriver, type ReferenceDriverOptions } from '../fixture/reference.ts'
import type { TokenSource } from '../fixture/token-source.ts'
import { createStdioDriver } from '../fixture/stdio-command.ts'
import { createUrlDriver } from '../fixture/url.ts'
import { commandValidator, type ValidatorCommand } from '../registry/validator.ts'
import { referenceAdapter } from '../target/adapter.ts'
import { targetDriver } from '../target/target-driver.ts'
import { readTargetFile, type TargetFile } from '../target/target-file.ts'
import type { TargetInput } from '../target/target-input.ts'
import { referenceName } from './reference-name.ts'

export interface TargetOptions {
  readonly target?: string
  /** The same, where it has been read already. */
  readonly read?: TargetFile
  readonly url?: string
  /** What stands behind `--`: it speaks on stdin and stdout. */
  readonly command?: readonly string[]
  /** In the order of the command line: the first identity, the second. */
  readonly tokens: readonly TokenSource[]
  readonly revision?: string
  readonly allowRemote?: boolean
  readonly allowDestructive?: boolean
  /** The `server.json` of the target. */
  readonly manifest?: string
  /** Requests a second, at most. */
  readonly rate?: number
}

/** How to start the reference server; handed in by the composition root. */
export type ReferenceServerParts = Pick<ReferenceDriverOptions, 'start' | 'command' | 'stdio'> & {
  /** What checks registries as it does. */
  readonly validate?: ValidatorCommand
}

export interface TargetParts {
  /** The `server.json` of the reference server. */
  readonly manifest: string
  readonly reference: ReferenceServerParts
  /** Where tokens may come from. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface TargetUnderTest {
  readonly driver: Driver
  readonly target: TargetInput
  /** The file of expected failures that the target file names. */
  readonly expected?: string
}

/** @throws HarnessError for a wrong URL or target file, and for options that contradict each other. */
export async function targetUnderTest(options: TargetOptions, parts: TargetParts): Promise<TargetUnderTest> {
  const { target, ...rest } = await named(options, parts)
  const { manifest } = options
  return { ...rest, target: manifest === undefined ? target : { ...target, claims: { ...target.claims, manifest: resolve(manifest) } } }
}

async function named(options: TargetOptions, { reference, environment, manifest }: TargetParts): Promise<TargetUnderTest> {
  const given = givenFor(options)
  if (options.url !== undefined) return urlTarget(options.url, { ...options, environment }, given)
  if (options.tokens.length > 0) {
    throw new HarnessError('usage', '--token-env and --token-file go with --url', {
      remedy: options.target === undefined ? 'Name the server with --url; the bundled reference server makes its own tokens.' : 'Name tokens under auth.identities of the target file.',
    })
  }
  if (options.command !== undefined) return commandTarget(options.command, given)
  if (options.target !== undefined) return fileTarget(options.read ?? await readTargetFile(options.target), given, environment)
  return {
    driver: createReferenceDriver(reference),
    target: { ...given, name: referenceName, claims: { auth: 'static-bearer', adapter: referenceAdapter, manifest, registry: { format: 'agents-yaml', ...(reference.validate === undefined ? {} : { validator: commandValidator(reference.validate) }) } } },
  }
}

/** What the command line says of any target, over what a target file says. */
type Given = Pick<TargetInput, 'allowRemote' | 'allowDestructive' | 'ratePerSecond' | 'revision'>

function givenFor({ allowRemote, allowDestructive, rate, revision }: TargetOptions): Given {
  return {
    ...(allowRemote === undefined ? {} : { allowRemote }),
    ...(allowDestructive === undefined ? {} : { allowDestructive }),
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(revision === undefined ? {} : { revision }),
  }
}

function urlTarget(text: string, { tokens, allowRemote, environment }: TargetOptions & Pick<TargetParts, 'environment'>, given: Given): TargetUnderTest {
  if (!URL.canParse(text)) throw new HarnessError('url_invalid', `${JSON.stringify(text)} is no URL`)
  const [alpha, beta, ...more] = tokens
  if (more.length > 0) throw new HarnessError('usage', `${tokens.length} tokens are given and at most two are used`, { remedy: 'Give the token of one identity, or of two that may hand work to each other.' })
  const url = new URL(text)
  const identities = { ...(alpha === undefined ? {} : { alpha }), ...(beta === undefined ? {} : { beta }) }
  return {
    driver: createUrlDriver({ url, identities, environment, ...(allowRemote === undefined ? {} : { allowRemote }) }),
    target: { ...given, name: url.host, claims: {} },
  }
}

function commandTarget(command: readonly string[], given: Given): TargetUnderTest {
  const name = commandName(command)
  return { driver: createStdioDriver({ name, command, literal: true, identities: {} }), target: { ...given, name, claims: {} } }
}

/** What the command is called, without its arguments, among which there may be a secret. */
function commandName(command: readonly string[]): string {
  const script = command.find((part) => /\.(?:[cm]?[jt]s|py|rb|jar)$/.test(part))
  return basename(script ?? command[0] ?? 'server')
}

function fileTarget(file: TargetFile, given: Given, environment: TargetParts['environment']): TargetUnderTest {
  const { allowRemote } = given
  return { driver: targetDriver(withEnvironment(file, environment), allowRemote === undefined ? {} : { allowRemote }), target: { ...file.target, ...given }, ...(file.expected === undefined ? {} : { expected: file.expected }) }
}

function withEnvironment(file: TargetFile, environment: TargetParts['environment']): TargetFile {
  const { connection } = file
  return {
    ...file,
    connection: withVariables(connection, environment),
  }
}

function withVariables(connection: TargetFile['connection'], environment: TargetParts['environment']): TargetFile['connection'] {
  switch (connection.kind) {
    case 'url':
      return { kind: 'url', options: { ...connection.options, environment } }
    case 'start':
      return { kind: 'start', options: { ...connection.options, environment } }
    case 'stdio':
      return { kind: 'stdio', options: { ...connection.options, environment } }
    case 'driver':
      return connection
  }
}
