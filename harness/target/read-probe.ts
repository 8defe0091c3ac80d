/** Probes that only read: the list of tools, or a call of a tool that may be called. */
import { randomUUID } from 'node:crypto'
import type { Probe } from '../run/probe.ts'
import type { Call, Caller } from './caller.ts'
import type { ToolSummary } from './profile.ts'
import type { TargetClaims } from './target-input.ts'

/** Lists the tools; every MCP server with tools answers it. */
export function toolsListProbe(caller: Caller): Probe {
  return readProbe(caller, 'tools/list', { method: 'tools/list', params: {} }, (result) => (Array.isArray(result['tools']) ? undefined : 'the result lists no tools'))
}

/** Calls a tool that reads. */
export function readToolProbe(caller: Caller, tool: string, args: Readonly<Record<string, unknown>>): Probe {
  return readProbe(caller, `tools/call ${tool}`, { method: 'tools/call', params: { name: tool, arguments: args } }, (result) =>
    Array.isArray(result['content']) ? undefined : 'the tool result has no content')
}

/**
 * The read probes to try, best first: a tool that the target file names, one annotated as read-only that needs no
 * arguments, the list of tools. A named tool is not silently replaced by another.
 */
export function readProbes(caller: Caller, tools: readonly ToolSummary[], claims: TargetClaims): Probe[] {
  const [named] = claims.readOnlyTools ?? []
  if (named !== undefined) return [readToolProbe(caller, named, claims.calls?.[named] ?? {})]
  const annotated = tools.find((tool) => tool.readOnly && tool.needsNothing)
  return [...(annotated === undefined ? [] : [readToolProbe(caller, annotated.name, {})]), toolsListProbe(caller)]
}

type Shape = (result: Readonly<Record<string, unknown>>) => string | undefined

function readProbe(caller: Caller, name: string, what: Omit<Call, 'id'>, shape: Shape): Probe {
  const call: Call = { ...what, id: `probe-${randomUUID()}` }
  return {
    name,
    fresh: () => readProbe(caller, name, what, shape),
    request: (identity) => caller.request(call, identity),
    failure(reaction) {
      const answer = caller.read(call, reaction)
      return answer.ok ? shape(answer.result) : answer.why
    },
  }
}
