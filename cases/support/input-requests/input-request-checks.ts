/** What is wrong with what a server asks its client for, in words that hold nothing of it. */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { inputRequestsOf } from './input-requests.ts'

const methods = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list'])

/** Requests of a known kind, each with the parameters that its kind requires. */
export function requestProblems(asked: JsonObject): string[] {
  const requests = ownMember(asked, 'inputRequests')
  if (requests !== undefined && !isJsonObject(requests)) return ['inputRequests is no object']
  return inputRequestsOf(asked).flatMap(([, request]) => {
    if (!isJsonObject(request)) return ['a request is no object']
    const method = ownMember(request, 'method')
    if (typeof method !== 'string' || !methods.has(method)) return ['a request is none of elicitation, sampling and roots']
    return paramProblems(method, objectOf(ownMember(request, 'params')))
  })
}

function paramProblems(method: string, params: JsonObject): string[] {
  if (method === 'roots/list') return []
  if (method === 'sampling/createMessage') {
    return [...(Array.isArray(params['messages']) ? [] : ['a sampled message has no messages']), ...(typeof params['maxTokens'] === 'number' ? [] : ['a sampled message has no maxTokens'])]
  }
  const message = typeof params['message'] === 'string' ? [] : ['an elicitation has no message']
  const { mode } = params
  if (mode !== undefined && mode !== 'form' && mode !== 'url') return [...message, 'an elicitation has an unknown mode']
  if (mode === 'url') return [...message, ...(typeof params['url'] === 'string' ? [] : ['an elicitation has no url'])]
  return [...message, ...(isJsonObject(params['requestedSchema']) ? [] : ['a form has no requestedSchema'])]
}

export interface Undeclared {
  readonly requests: number
  readonly modes: number
  readonly tools: number
  readonly context: number
}

/** How many of the requests need what these client capabilities do not declare. */
export function undeclared(asked: JsonObject, capabilities: JsonObject): Undeclared {
  const found = { requests: 0, modes: 0, tools: 0, context: 0 }
  for (const [, given] of inputRequestsOf(asked)) {
    const request = objectOf(given)
    const params = objectOf(request['params'])
    const { method } = request
    const capability = typeof method === 'string' ? method.split('/')[0] ?? '' : ''
    if (!Object.hasOwn(capabilities, capability)) {
      if (methods.has(String(method))) found.requests += 1
      continue
    }
    const declared = objectOf(capabilities[capability])
    if (method === 'elicitation/create' && !hasMode(declared, params['mode'] === 'url' ? 'url' : 'form')) found.modes += 1
    if (method === 'sampling/createMessage') {
      if ((Object.hasOwn(params, 'tools') || Object.hasOwn(params, 'toolChoice')) && !Object.hasOwn(declared, 'tools')) found.tools += 1
      if (['thisServer', 'allServers'].includes(String(params['includeContext'])) && !Object.hasOwn(declared, 'context')) found.context += 1
    }
  }
  return found
}

/** An empty capability declares forms (client/elicitation, Capabilities). */
function hasMode(elicitation: JsonObject, mode: 'form' | 'url'): boolean {
  return Object.hasOwn(elicitation, mode) || (mode === 'form' && !Object.hasOwn(elicitation, 'url'))
}

/** Elicitations, told apart by mode. */
export function elicitations(asked: JsonObject): { readonly forms: readonly JsonObject[]; readonly urls: readonly JsonObject[] } {
  const params = inputRequestsOf(asked).flatMap(([, request]) => (isJsonObject(request) && request['method'] === 'elicitation/create' ? [objectOf(request['params'])] : []))
  return { forms: params.filter(({ mode }) => mode !== 'url'), urls: params.filter(({ mode }) => mode === 'url') }
}

/** Properties of a form that are no string, number, boolean or enumeration. */
export function nestedFields(form: JsonObject): number {
  const schema = objectOf(form['requestedSchema'])
  if (schema['type'] !== 'object') return 1
  return Object.values(objectOf(schema['properties'])).filter((property) => !isPrimitive(property)).length
}

function isPrimitive(property: unknown): boolean {
  if (!isJsonObject(property)) return false
  const { type } = property
  if (type !== 'array') return ['string', 'number', 'integer', 'boolean'].includes(String(type)) && !Object.hasOwn(property, 'properties')
  const items = objectOf(property['items'])
  return Array.isArray(items['enum']) || Array.isArray(items['anyOf'])
}

/** Only names that leave no doubt: a token count or a key of a map is no secret. */
const secrets = new Set([
  'password', 'passwd', 'passphrase', 'passcode', 'apikey', 'apitoken', 'apisecret', 'accesstoken', 'refreshtoken', 'authtoken', 'bearertoken', 'secret', 'secretkey',
  'clientsecret', 'privatekey', 'sshkey', 'creditcard', 'creditcardnumber', 'cardnumber', 'cvv', 'cvc', 'cardcvv',
])

/** Properties of a form that ask for a secret, by their names. */
export function secretFields(form: JsonObject): number {
  return Object.keys(objectOf(objectOf(form['requestedSchema'])['properties'])).filter((name) => secrets.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''))).length
}

export type UrlVerdict = 'good' | 'invalid' | 'credentials' | 'insecure'

/** The URL of an elicitation. */
export function judgeUrl({ url }: JsonObject): UrlVerdict {
  if (typeof url !== 'string' || !URL.canParse(url)) return 'invalid'
  const { protocol, username, password, hostname } = new URL(url)
  if (username !== '' || password !== '') return 'credentials'
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'https:' || (protocol === 'http:' && local) ? 'good' : 'insecure'
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
