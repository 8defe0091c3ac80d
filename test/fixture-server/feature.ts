/** What the features of the fixture server are: tools, resources and prompts, each described and answered in a file of its own. */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../server/handoff/types.ts'
import type { Fixture } from './fixture.ts'
import type { RunTask } from './tasks/task.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export type Era = 'modern' | 'legacy'

/** One request that a feature answers. */
export interface FeatureCall {
  readonly fixture: Fixture
  readonly era: Era
  readonly request: ServerContext
  readonly caller: () => Caller
  /** Capabilities that the client declared: on the request (2026) or when it opened the connection (2025). */
  readonly clientCapabilities: JsonObject
  /** Logs where the client asked for that level. */
  readonly log: (level: LogLevel, data: unknown) => Promise<void>
  /** What came back in `requestState`, verified, and made for this very request; undefined where none came. */
  readonly state: JsonObject | undefined
  /** Seals what is to come back in `requestState`. */
  readonly seal: (state: JsonObject) => Promise<string>
  /** Makes the call a task; undefined where its client did not say on it that it knows tasks. */
  readonly startTask: ((run: RunTask) => TaskHandle) | undefined
}

/** What is answered in place of a result that is still to come. */
export interface TaskHandle {
  readonly resultType: 'task'
  readonly [member: string]: unknown
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** A tool result, or what is needed before there can be one. */
export type ToolAnswer = { readonly content: readonly JsonObject[]; readonly structuredContent?: unknown; readonly isError?: boolean } | InputRequiredResult | TaskHandle

export interface FixtureTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  /** JSON Schema 2020-12; the arguments are validated against it before `run`. */
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations?: JsonObject
  /** The one era that has what the tool shows (default: both). */
  readonly era?: Era
  /** Whether `run` validates the arguments itself, `arguments` as they came. */
  readonly judgesInput?: boolean
  run(input: JsonObject, call: FeatureCall): ToolAnswer | Promise<ToolAnswer>
}

export interface FixtureResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** The members of its contents beside `uri` and `mimeType`: `text` or `blob`. */
  read(call: FeatureCall): JsonObject | InputRequiredResult
}

export interface FixtureTemplate {
  /** RFC 6570 with simple expressions only. */
  readonly uriTemplate: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** Values to complete each variable with. */
  readonly variables: Readonly<Record<string, readonly string[]>>
  /** Undefined where nothing has that name. */
  read(variables: Readonly<Record<string, string>>): JsonObject | undefined
}

export interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** Values to complete it with. */
  readonly values?: readonly string[]
}

export interface FixturePrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments?: readonly PromptArgument[]
  get(args: Readonly<Record<string, string>>, call: FeatureCall): { readonly messages: readonly JsonObject[] } | InputRequiredResult
}

/** Annotations of what only shows behaviour and changes nothing. */
export const readOnly: JsonObject = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** No arguments. */
export const noInput: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

export function text(value: string): { content: readonly JsonObject[] } {
  return { content: [{ type: 'text', text: value }] }
}

/** Structured content, and its copy as text for clients that know no other (2025-11-25 and 2026-07-28, server/tools, Structured Content). */
export function structured(value: unknown): { content: readonly JsonObject[]; structuredContent: unknown } {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
