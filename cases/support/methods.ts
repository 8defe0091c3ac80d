/** Well-formed calls of every method that a target shows, for checks that hold of each of them. */
import type { CaseContext } from '../../harness/run/case.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import type { Survey } from '../../harness/peer/survey.ts'
import { oncePerRun } from './once.ts'
import { plainCalls } from './showing.ts'

/** How many calls of one method are tried before it is left out. */
const maxTries = 5

/**
 * One call of each method that the target declares and that it has answered with a result: `server/discover`, the
 * lists, a callable tool, a resource, a prompt, a completion. Streams are not among them.
 */
export const servedCalls: (context: CaseContext, peer: Peer) => Promise<readonly PeerCall[]> = oncePerRun(async (context, peer) => {
  const survey = await peer.survey()
  const candidates: readonly (readonly PeerCall[])[] = [
    ...listCalls(survey).map((call) => [call]),
    peer.channel.era === 'modern' ? [{ method: 'server/discover' }] : [],
    await plainCalls(context, peer),
    resourceReads(survey),
    promptGets(survey),
    completions(survey),
  ]
  const served: PeerCall[] = []
  for (const calls of candidates) {
    for (const call of calls.slice(0, maxTries)) {
      const { answer } = await peer.call(call)
      if (answer.kind !== 'result' || (answer.result['resultType'] ?? 'complete') !== 'complete') continue
      served.push(call)
      break
    }
  }
  return served
})

/** The list methods that the capabilities announce. */
export function listCalls({ capabilities }: Pick<Survey, 'capabilities'>): readonly PeerCall[] {
  const has = (capability: string): boolean => Object.hasOwn(capabilities, capability)
  return [
    ...(has('tools') ? ['tools/list'] : []),
    ...(has('resources') ? ['resources/list', 'resources/templates/list'] : []),
    ...(has('prompts') ? ['prompts/list'] : []),
  ].map((method) => ({ method }))
}

/** A read of each listed resource. */
export function resourceReads({ resources }: Pick<Survey, 'resources'>): readonly PeerCall[] {
  return resources.items.flatMap(({ uri }) => (typeof uri === 'string' ? [{ method: 'resources/read', params: { uri } }] : []))
}

/** A get of each listed prompt; a required argument gets a letter. */
export function promptGets({ prompts }: Pick<Survey, 'prompts'>): readonly PeerCall[] {
  return prompts.items.flatMap((prompt) => {
    const { name } = prompt
    if (typeof name !== 'string') return []
    const required = argumentsOf(prompt).filter((argument) => argument['required'] === true)
    const args = Object.fromEntries(required.map((argument) => [String(argument['name']), 'a']))
    return [{ method: 'prompts/get', params: { name, ...(required.length === 0 ? {} : { arguments: args }) } }]
  })
}

/** A completion of the first argument of each prompt, and of the first variable of each template. */
export function completions({ capabilities, prompts, templates }: Pick<Survey, 'capabilities' | 'prompts' | 'templates'>): readonly PeerCall[] {
  if (!Object.hasOwn(capabilities, 'completions')) return []
  const ofPrompts = prompts.items.flatMap((prompt) => {
    const [argument] = argumentsOf(prompt)
    return typeof prompt['name'] === 'string' && argument !== undefined ? [completion({ type: 'ref/prompt', name: prompt['name'] }, String(argument['name']))] : []
  })
  const ofTemplates = templates.items.flatMap(({ uriTemplate }) => {
    const variable = typeof uriTemplate === 'string' ? /\{[+#./;?&]?([\w%.]+)/.exec(uriTemplate)?.[1] : undefined
    return variable === undefined ? [] : [completion({ type: 'ref/resource', uri: uriTemplate }, variable)]
  })
  return [...ofPrompts, ...ofTemplates]
}

function completion(ref: JsonObject, name: string): PeerCall {
  return { method: 'completion/complete', params: { ref, argument: { name, value: '' } } }
}

function argumentsOf(prompt: JsonObject): JsonObject[] {
  return Array.isArray(prompt['arguments']) ? prompt['arguments'].filter(isJsonObject).filter(({ name }) => typeof name === 'string') : []
}
