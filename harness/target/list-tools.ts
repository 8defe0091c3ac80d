/** Reads a target's list of tools, page by page, and keeps of each what planning and probing need. */
import { randomUUID } from 'node:crypto'
import type { Identity } from '../fixture/driver.ts'
import { valueAt } from './adapter.ts'
import type { Caller } from './caller.ts'
import type { ToolSummary } from './profile.ts'

const maxPages = 20
/** More than any server has a reason to offer; what comes after them is not looked at. */
const maxTools = 1_000
/** Of all the pages together, as JSON. */
const maxChars = 8 * 1024 * 1024

/** The tools that an identity sees, up to a cap; none where the target lists none. */
export async function listTools(caller: Caller, identity: Identity | undefined): Promise<ToolSummary[]> {
  const tools: ToolSummary[] = []
  let cursor: string | undefined
  let chars = 0
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await caller.call({ method: 'tools/list', params: cursor === undefined ? {} : { cursor }, id: `tools-${randomUUID()}` }, identity)
    const listed = answer.ok ? answer.result['tools'] : undefined
    if (!answer.ok || !Array.isArray(listed)) return tools
    tools.push(...listed.slice(0, maxTools - tools.length).flatMap(summarise))
    chars += JSON.stringify(listed).length
    if (tools.length >= maxTools || chars >= maxChars) return tools
    const next = answer.result['nextCursor']
    if (typeof next !== 'string' || next === cursor) return tools
    cursor = next
  }
  return tools
}

/** What planning needs of a tool as it was listed; nothing where it is none. */
export function summarise(tool: unknown): ToolSummary[] {
  const name = valueAt(tool, 'name')
  const inputSchema = valueAt(tool, 'inputSchema')
  if (typeof name !== 'string' || typeof inputSchema !== 'object' || inputSchema === null) return []
  const required = valueAt(inputSchema, 'required')
  return [{
    name, needsNothing: required === undefined || (Array.isArray(required) && required.length === 0),
    readOnly: valueAt(tool, 'annotations.readOnlyHint') === true, inputSchema, outputSchema: valueAt(tool, 'outputSchema'),
  }]
}
