/** Runs the command line of MCP Inspector against a server, over HTTP or stdio, in one era. */
import { isJsonObject, ownMember } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { Era } from '../target/profile.ts'
import { binaryOf } from './packages.ts'
import type { FoundPackage } from './packages.ts'
import { runProgram } from './program.ts'

export interface InspectorOptions {
  readonly found: FoundPackage
  readonly era: Era
  /** An address, or a command that speaks on its stdin and stdout. */
  readonly server: URL | readonly string[]
  readonly method: 'tools/list' | 'tools/call'
  /** For `tools/call`; without arguments. */
  readonly tool?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type InspectorRun =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'failed'; readonly why: string }
  /** It could not be run to its end. */
  | { readonly kind: 'broken'; readonly why: string }

export async function runInspector(options: InspectorOptions): Promise<InspectorRun> {
  const { found, era, server, method, tool, timeoutMs, signal } = options
  const [transport, target] = server instanceof URL ? ['http', ['--server-url', server.href]] : ['stdio', [...server]]
  const end = await runProgram({
    command: [
      process.execPath, binaryOf(found, 'mcp-inspector'), '--cli', ...target, '--transport', transport, '--protocol-era', era,
      '--method', method, ...(tool === undefined ? [] : ['--tool-name', tool]), '--format', 'json', '--quiet', '--stored-auth-only',
      '--connect-timeout', String(timeoutMs),
    ],
    timeoutMs, signal,
  })
  if (end.kind === 'missing') return { kind: 'broken', why: 'its program could not be started' }
  if (end.kind === 'broken') return end
  if (end.code !== 0) return { kind: 'failed', why: `exit code ${end.code}` }
  const result = resultIn(end.stdout)
  return result === undefined ? { kind: 'failed', why: 'no result on its stdout' } : { kind: 'result', result }
}

/** With `--format json` there is one object with the result as a member. */
function resultIn(stdout: string): JsonObject | undefined {
  try {
    const said: unknown = JSON.parse(stdout)
    const result = isJsonObject(said) ? ownMember(said, 'result') : undefined
    return isJsonObject(result) ? result : undefined
  } catch {
    return undefined
  }
}
