/** Puts policy, store, service and tools together, as both transports need them. */
import { CommandError } from './errors.ts'
import { createAcceptanceService } from './goal-tokens/service.ts'
import { createHandoffService } from './handoff/service.ts'
import type { Clock } from './handoff/types.ts'
import type { HttpStackOptions, McpFactory } from './http/stack.ts'
import { createMcpFactory } from './mcp/factory.ts'
import { jsonLine } from './metrics/json-log.ts'
import { createMeter } from './metrics/meter.ts'
import { noMetrics } from './metrics/metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import { Reporter } from './metrics/reporter.ts'
import type { PolicySource } from './registry/policy.ts'
import { openPolicy } from './registry/source.ts'
import { makeFolderOf } from './store/folder.ts'
import { openStore } from './store/open.ts'
import { createToolTable } from './tools/table.ts'
import type { Tool, ToolTable } from './tools/tool.ts'
import { serverName, serverVersion } from './version.ts'

export interface DomainOptions {
  /** Path of the SQLite file; its folder is made where it is missing. */
  readonly db: string
  /** Path of `agents.yaml`. */
  readonly registry: string
  /** Bytes of the canonical input of a handoff tool. */
  readonly maxMessageBytes: number
  readonly maxHandoffDepth: number
  /** Seconds a degraded policy may be used; undefined: for ever. */
  readonly policyMaxStaleS: number | undefined
  /** Count what happens, tell it to `log`, and make every line of the log JSON. */
  readonly metrics?: boolean
  /** How often, in ms (default a minute). */
  readonly metricsIntervalMs?: number | undefined
  readonly clock: Clock
  readonly log: (line: string) => void
}

export interface OpenedDomain {
  readonly policy: PolicySource
  readonly table: ToolTable
  readonly mcp: McpFactory
  /** The tool `accept_handoff`, for the endpoint that is no MCP. */
  readonly acceptHandoff: NonNullable<HttpStackOptions['acceptHandoff']>
  /** Whether the database is still the file that was opened. */
  readonly isStoreUsable: () => boolean
  readonly metrics: Metrics
  /** For everybody who logs: the log that was given, as JSON where metrics are told. */
  readonly log: (line: string) => void
  /** Tells metrics from now on, where they are wanted, until `close`. */
  reportMetrics(): Promise<void>
  /** Waits for what is being written, and checkpoints. */
  close(): Promise<void>
}

/**
 * @throws CommandError where the registry cannot be used: a server that would let nobody in is not started.
 * @throws StoreError
 */
export async function openDomain(options: DomainOptions): Promise<OpenedDomain> {
  const { clock } = options
  const log = options.metrics === true ? (line: string): void => options.log(jsonLine(line, clock)) : options.log
  const meter = options.metrics === true ? createMeter() : undefined
  const metrics = meter ?? noMetrics
  const policy = openPolicy({ path: options.registry, clock, maxStaleS: options.policyMaxStaleS, log })
  if (policy.state() === 'unavailable') throw registryUnusable(options.registry, policy.problem())
  makeFolderOf(options.db)
  const store = await openStore({ path: options.db, clock, metrics })
  const reporter = meter && new Reporter({ meter, store, clock, intervalMs: options.metricsIntervalMs, write: options.log })
  const service = createHandoffService({ store, clock, maxDepth: options.maxHandoffDepth })
  const acceptance = createAcceptanceService({ store, clock, log })
  const table = createToolTable({ service, acceptance, maxMessageBytes: options.maxMessageBytes, log, metrics })
  const mcp = createMcpFactory({ table, name: serverName, version: serverVersion, log })
  return {
    policy,
    table,
    mcp,
    acceptHandoff: async (given, caller) => table.call(toolOf(table, 'accept_handoff'), given, caller),
    isStoreUsable: () => store.isUsable(),
    metrics,
    log,
    reportMetrics: async () => reporter?.start(),
    close: async () => {
      await reporter?.stop()
      await store.close()
    },
  }
}

function toolOf(table: ToolTable, name: string): Tool {
  const tool = table.find(name)
  if (tool === undefined) throw new Error(`the table has no tool ${name}`)
  return tool
}

function registryUnusable(path: string, problem: string | undefined): CommandError {
  const remedy = 'create it with `handoff-server init`, or see what is wrong with `handoff-server validate`'
  return new CommandError('registry_unreadable', `the registry ${path} cannot be used: ${problem ?? 'unknown'}`, remedy)
}
