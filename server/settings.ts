/** The settings of a running server, from the environment, an optional `.env` file, and options of the command line. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UsageError } from './errors.ts'
import { isHostName, isOrigin } from './http/host-names.ts'
import { isLoopback } from './http/loopback.ts'

export interface Settings {
  readonly host: string
  readonly port: number
  /** Path of the SQLite file. */
  readonly db: string
  /** Path of `agents.yaml`. */
  readonly registry: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** Bytes of the canonical input of a handoff tool. */
  readonly maxMessageBytes: number
  readonly maxHandoffDepth: number
  /** Calls a minute and identity. */
  readonly ratePerMinute: number
  /** Refused credentials a minute and address. */
  readonly refusalsPerMinute: number
  /** Seconds; undefined: a degraded policy may be used for ever. */
  readonly policyMaxStaleS: number | undefined
  readonly metrics: boolean
  /** Whom a stdio server acts for. */
  readonly agentId: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface SettingOptions {
  /** Path of a file with `NAME=value` lines; the environment goes before it. */
  readonly envFile?: string | undefined
  readonly registry?: string | undefined
  readonly db?: string | undefined
}

const defaults = { registry: './config/agents.yaml', db: './data/handoffs.sqlite' } as const

/** @throws UsageError with one line that names the variable, for the first value that is not good. */
export function readSettings(environment: Environment, options: SettingOptions = {}): Settings {
  const env = withEnvFile(environment, options.envFile)
  const host = text(env, 'HANDOFF_MCP_HOST') ?? '127.0.0.1'
  const allowedHosts = list(env, 'HANDOFF_MCP_ALLOWED_HOSTS', isHostName, 'host names or addresses, without scheme and port')
  if (/[\s/]/.test(host)) throw bad('HANDOFF_MCP_HOST', 'an address or host name')
  if (!isLoopback(host) && allowedHosts.length === 0) {
    throw new UsageError('HANDOFF_MCP_HOST is not a loopback address, so HANDOFF_MCP_ALLOWED_HOSTS must list the host names that clients use')
  }
  return {
    host,
    port: integer(env, 'HANDOFF_MCP_PORT', 0, 65_535) ?? 3220,
    db: options.db ?? text(env, 'HANDOFF_MCP_DB') ?? defaults.db,
    registry: options.registry ?? text(env, 'HANDOFF_MCP_REGISTRY') ?? defaults.registry,
    allowedHosts,
    allowedOrigins: list(env, 'HANDOFF_MCP_ALLOWED_ORIGINS', isOrigin, 'origins such as https://app.example:8443, or host names'),
    maxMessageBytes: integer(env, 'HANDOFF_MCP_MAX_MESSAGE_BYTES', 1, 8 * 1024 * 1024) ?? 32_768,
    maxHandoffDepth: integer(env, 'HANDOFF_MCP_MAX_HANDOFF_DEPTH', 0, 1_000_000) ?? 8,
    ratePerMinute: integer(env, 'HANDOFF_MCP_RATE_LIMIT', 1, 1_000_000_000) ?? 600,
    refusalsPerMinute: integer(env, 'HANDOFF_MCP_REFUSAL_LIMIT', 1, 1_000_000_000) ?? 60,
    policyMaxStaleS: integer(env, 'HANDOFF_MCP_POLICY_MAX_STALE_S', 0, 1_000_000_000),
    metrics: flag(env, 'HANDOFF_MCP_METRICS'),
    agentId: text(env, 'HANDOFF_AGENT_ID'),
  }
}

/** The path of the registry alone, for commands to which no other setting matters. @throws UsageError */
export function registryPath(environment: Environment, options: SettingOptions): string {
  const env = withEnvFile(environment, options.envFile)
  return options.registry ?? text(env, 'HANDOFF_MCP_REGISTRY') ?? defaults.registry
}

/** The path of the database alone, for commands to which no other setting matters. @throws UsageError */
export function databasePath(environment: Environment, options: SettingOptions): string {
  const env = withEnvFile(environment, options.envFile)
  return options.db ?? text(env, 'HANDOFF_MCP_DB') ?? defaults.db
}

/** Whether metrics are asked for; never throws, since errors of the other settings are told as JSON then, too. */
export function wantsMetrics(environment: Environment, envFile: string | undefined): boolean {
  try {
    return flag(withEnvFile(environment, envFile), 'HANDOFF_MCP_METRICS')
  } catch {
    return false
  }
}

function withEnvFile(environment: Environment, path: string | undefined): Environment {
  if (path === undefined) return environment
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`the file named by --env-file cannot be read: ${path}`, { cause: error })
  }
  return { ...parseEnv(content), ...environment }
}

/** A variable that is set to nothing counts as unset. */
function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function integer(env: Environment, name: string, min: number, max: number): number | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw bad(name, `a whole number from ${min} to ${max}`)
}

/** Entries separated by commas; one that no request could match would shut everybody out without a word. */
function list(env: Environment, name: string, isEntry: (entry: string) => boolean, expected: string): string[] {
  const value = text(env, name)
  if (value === undefined) return []
  const entries = value.split(',').map((entry) => entry.trim())
  if (!entries.every(isEntry)) throw bad(name, `a list separated by commas of ${expected}`)
  return entries
}

function flag(env: Environment, name: string): boolean {
  const value = text(env, name)
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw bad(name, '0 or 1')
}

/** The value is not repeated: it may be something else than was meant. */
function bad(name: string, expected: string): UsageError {
  return new UsageError(`${name} must be ${expected}`)
}
