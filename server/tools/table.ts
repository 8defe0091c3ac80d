/** The tools of the server, described once, and the one way to call them: check, run, check again, answer. */
import type { AcceptanceService } from '../goal-tokens/service.ts'
import { HandoffError } from '../handoff/errors.ts'
import type { HandoffService } from '../handoff/service.ts'
import type { Caller } from '../handoff/types.ts'
import { noMetrics } from '../metrics/metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { acceptHandoff } from './accept-handoff.ts'
import { faultLine } from './fault.ts'
import { handoffAcknowledge } from './handoff-acknowledge.ts'
import { handoffGet } from './handoff-get.ts'
import { handoffInbox } from './handoff-inbox.ts'
import { handoffSend } from './handoff-send.ts'
import { handoffUpdateStatus } from './handoff-update-status.ts'
import { handoffWhoami } from './handoff-whoami.ts'
import { checkInput } from './input.ts'
import type { Arguments } from './input.ts'
import { issueHandoffToken } from './issue-handoff-token.ts'
import type { Tool, ToolResult, ToolTable } from './tool.ts'
import { validatorOf } from './validation.ts'
import { verifyHandoffToken } from './verify-handoff-token.ts'

export interface ToolTableOptions {
  readonly service: HandoffService
  readonly acceptance: AcceptanceService
  /** Bounds the canonical input of a call, in bytes of UTF-8. */
  readonly maxMessageBytes: number
  /** Receives one line a fault of the server: never what a caller sent. Default: stderr. */
  readonly log?: (line: string) => void
  readonly metrics?: Metrics
}

export function createToolTable(options: ToolTableOptions): ToolTable {
  const { service, acceptance } = options
  const tools = [
    handoffWhoami(service),
    handoffSend(service),
    handoffInbox(service),
    handoffGet(service),
    handoffAcknowledge(service),
    handoffUpdateStatus(service),
    issueHandoffToken(acceptance),
    verifyHandoffToken(acceptance),
    acceptHandoff(acceptance),
  ]
  return tableOf(tools, options)
}

/** A table of any tools, under the same checks. */
export function tableOf(tools: readonly Tool[], options: Omit<ToolTableOptions, 'service' | 'acceptance'>): ToolTable {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`))
  const metrics = options.metrics ?? noMetrics
  const byName = new Map(tools.map((tool) => [tool.name, tool]))

  async function answer(name: string, given: unknown, caller: Caller): Promise<Readonly<Record<string, unknown>>> {
    const tool = byName.get(name)
    if (tool === undefined) throw new Error('the tool is not of this table')
    const input = tool.readsInput === true ? (given as Arguments) : checkInput(tool, given, options.maxMessageBytes)
    const output = await tool.run(input, caller)
    const isAnswer = validatorOf(tool.outputSchema)
    if (!isAnswer(output)) {
      const [error] = isAnswer.errors ?? []
      throw new Error('the output does not match its schema', { cause: `${error?.instancePath} ${error?.keyword}` })
    }
    return output
  }

  function refusalOf(name: string, error: unknown): HandoffError {
    if (error instanceof HandoffError) return error
    log(faultLine(name, error))
    return new HandoffError('internal', 'The server failed; nothing was acknowledged.', { cause: error })
  }

  return {
    tools,
    find: (name) => byName.get(name),
    call: async (tool, given, caller) => {
      const begin = performance.now()
      try {
        return resultOf(await answer(tool.name, given, caller))
      } catch (error) {
        const refusal = refusalOf(tool.name, error)
        metrics.denied(refusal.code)
        return errorResult(refusal)
      } finally {
        metrics.toolAnswered(tool.name, (performance.now() - begin) / 1000)
      }
    },
  }
}

function resultOf(structuredContent: Readonly<Record<string, unknown>>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

/** A refusal as a tool result: the code to act on, the message for people. */
export function errorResult(error: HandoffError): ToolResult {
  const { code, message, retryable, field } = error
  const structuredContent = { error: { code, message, retryable, ...(field === undefined ? {} : { field }) } }
  return { ...resultOf(structuredContent), isError: true }
}
