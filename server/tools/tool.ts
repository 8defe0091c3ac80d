/** What a tool is: described once, with its JSON Schemas, and called with input that has passed them or that it reads itself. */
import type { Caller } from '../handoff/types.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface ToolAnnotations {
  readonly title: string
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema 2020-12, `type: object`, `additionalProperties: false`. */
  readonly inputSchema: JsonSchema
  /** `type: object`, `anyOf` the result and `{ error }`. */
  readonly outputSchema: JsonSchema
  readonly annotations: ToolAnnotations
  /**
   * `run` gets the arguments as they came and checks all of them itself: nothing is trimmed, and the limit of the
   * canonical input does not hold (default false).
   */
  readonly readsInput?: boolean
  /** @throws HandoffError */
  run(input: Readonly<Record<string, unknown>>, caller: Caller): Promise<Readonly<Record<string, unknown>>>
}

/** A tool result as MCP knows it (server/tools, Structured Content). */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** The tools of one server, described once at start. */
export interface ToolTable {
  readonly tools: readonly Tool[]
  /** Undefined for a name that is not in the table (own property or not: `toString` is no tool). */
  find(name: string): Tool | undefined
  /** Checks the input, runs, checks the output; every `HandoffError` becomes an `isError` result. Never rejects. */
  call(tool: Tool, input: unknown, caller: Caller): Promise<ToolResult>
}
