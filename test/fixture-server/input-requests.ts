/**
 * Asking the client for something in the middle of a request, and reading what came back: a missing answer is asked for
 * again, a malformed one is an error, what was not asked for is not looked at (2026-07-28 basic/patterns/mrtr, Error Handling).
 */
import { inputRequired, inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { InputRequest, InputRequests, InputRequiredResult } from '@modelcontextprotocol/server'
import { isObject } from './feature.ts'
import type { FeatureCall, JsonObject } from './feature.ts'
import { problemOf } from './validate.ts'

export interface Question {
  readonly key: string
  readonly request: InputRequest
}

/** A form with these flat properties, all of them required. */
export function form(key: string, message: string, properties: JsonObject, required: readonly string[] = Object.keys(properties)): Question {
  const requestedSchema = { type: 'object', properties, required }
  return { key, request: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } as unknown as InputRequest }
}

/** A page that the user is sent to. */
export function page(key: string, message: string, url: string): Question {
  return { key, request: inputRequired.elicitUrl({ message, url }) }
}

export function sampling(key: string, prompt: string, maxTokens = 100, more: JsonObject = {}): Question {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }]
  return { key, request: inputRequired.createMessage({ messages, maxTokens, ...more }) }
}

export function roots(key: string): Question {
  return { key, request: inputRequired.listRoots() }
}

/** The result that asks. */
export async function ask(call: FeatureCall, questions: readonly Question[], state?: JsonObject): Promise<InputRequiredResult> {
  const inputRequests: InputRequests = Object.fromEntries(questions.map(({ key, request }) => [key, request]))
  return inputRequired({ inputRequests, ...(state !== undefined && { requestState: await call.seal(state) }) })
}

export type Answer =
  | { readonly kind: 'missing' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'form'; readonly content: JsonObject }
  | { readonly kind: 'sampling'; readonly text: string }
  | { readonly kind: 'roots'; readonly uris: readonly string[] }

/** @throws ProtocolError -32602 where what came is no answer to that question */
export function answerTo(call: FeatureCall, question: Question): Answer {
  const { inputResponses, droppedInputResponseKeys } = call.request.mcpReq
  return readAnswer(question, inputResponses ?? {}, droppedInputResponseKeys ?? [])
}

/**
 * @param dropped Keys whose answers the SDK could not read.
 * @throws ProtocolError -32602 where what came is no answer to that question
 */
export function readAnswer({ key, request }: Question, inputResponses: JsonObject, dropped: readonly string[]): Answer {
  if (dropped.includes(key)) throw malformed()
  if (!Object.hasOwn(inputResponses, key)) return { kind: 'missing' }
  const view = inputResponse(inputResponses, key)
  if (view.kind === 'elicit' && request.method === 'elicitation/create') {
    if (view.action !== 'accept') return { kind: 'declined' }
    const schema: unknown = (request.params as JsonObject)['requestedSchema']
    const content = view.content ?? {}
    if (isObject(schema) && problemOf(schema, content) !== undefined) throw malformed()
    return { kind: 'form', content }
  }
  if (view.kind === 'sampling' && request.method === 'sampling/createMessage') {
    const content: unknown = view.result.content
    return { kind: 'sampling', text: isObject(content) && typeof content['text'] === 'string' ? content['text'] : '' }
  }
  if (view.kind === 'roots' && request.method === 'roots/list') return { kind: 'roots', uris: view.roots.map(({ uri }) => uri) }
  throw malformed()
}

function malformed(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'An answer in inputResponses is malformed.')
}
