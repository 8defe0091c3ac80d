/** server/discover: what a server says of itself, and whether it is so. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import type { JsonObject, Peer, PeerAnswer } from '../../harness/peer/peer.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { eachChannel } from '../support/channels.ts'
import { completions } from '../support/methods.ts'
import { extensionIdProblem } from '../support/formats/meta-keys.ts'
import { modernCase } from './define.ts'

const serverInfoKey = 'io.modelcontextprotocol/serverInfo'
const notFound = -32_601

interface Feature {
  readonly capability: string
  readonly method: string
  readonly member: string
}

const features: readonly Feature[] = [
  { capability: 'tools', method: 'tools/list', member: 'tools' },
  { capability: 'prompts', method: 'prompts/list', member: 'prompts' },
  { capability: 'resources', method: 'resources/list', member: 'resources' },
]

const anyCompletion = { method: 'completion/complete', params: { ref: { type: 'ref/prompt', name: 'conformance-no-such-prompt' }, argument: { name: 'name', value: '' } } }

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.discover',
    title: 'server/discover tells the revisions and the capabilities of the server',
    requirements: ['mcp-2026-07-28.discover', 'mcp-2026-07-28.discover-server-info'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const answer = await peer.call({ method: 'server/discover' })
        const result = answer.answer.kind === 'result' ? answer.answer.result : undefined
        const observe = (requirement: string, ok: boolean, expected: string, actual: string): void => {
          context.observe({ requirement, input: channel, ok, expected, actual: result === undefined ? describeAnswer(answer) : actual }, answer)
        }
        const versions: unknown = result?.['supportedVersions']
        const listed = Array.isArray(versions) && versions.every((version) => typeof version === 'string')
        observe('mcp-2026-07-28.discover', listed && versions.includes(peer.channel.revision), 'supportedVersions with the revision of the request',
          listed ? `${versions.length} revisions, ${versions.includes(peer.channel.revision) ? 'with' : 'without'} this one` : 'no list of strings')
        observe('mcp-2026-07-28.discover', isJsonObject(result?.['capabilities']), 'capabilities as an object', isJsonObject(result?.['capabilities']) ? 'an object' : 'something else')
        const info = objectAt(objectAt(result ?? {}, '_meta'), serverInfoKey)
        const named = typeof info['name'] === 'string' && typeof info['version'] === 'string'
        observe('mcp-2026-07-28.discover-server-info', named, 'name and version of the server in _meta', named ? 'both' : 'not both')
      })
    },
    explain: {
      sends: 'A request for server/discover.',
      expects: 'A result with the supported revisions, this one among them, with capabilities as an object, and with name and version of the server in _meta.',
      why: 'It is the one method that every server has, and how a client of both eras finds out which it speaks to.',
      failure: 'The method is missing, or the server names itself in the body as earlier revisions did.',
      fix: 'Answer with supportedVersions, capabilities and _meta as the schema of DiscoverResult has them.',
    },
  }),
  modernCase({
    id: 'spec.capabilities-fit',
    title: 'What is declared is served, and what is offered is declared',
    requirements: ['mcp-2026-07-28.capability-served', 'mcp-2026-07-28.capability-declared', 'mcp-2026-07-28.undeclared-method'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const survey = await peer.survey()
        for (const feature of features) await fits(context, peer, feature, Object.hasOwn(survey.capabilities, feature.capability), channel)
        if (Object.hasOwn(survey.capabilities, 'completions')) {
          const answer = await peer.call(completions(survey)[0] ?? anyCompletion)
          const unknown = answer.answer.kind === 'error' && answer.answer.code === notFound
          context.observe({
            requirement: 'mcp-2026-07-28.capability-served', input: `${channel}: completions`, ok: answer.answer.kind !== 'none' && !unknown,
            expected: 'the method is known', actual: describeAnswer(answer),
          }, answer)
        } else {
          const answer = await peer.call(anyCompletion)
          context.observe({
            requirement: 'mcp-2026-07-28.capability-declared', input: `${channel}: completions`, ok: answer.answer.kind !== 'result',
            expected: 'no completion of what is not declared', actual: describeAnswer(answer),
          }, answer)
        }
      })
    },
    explain: {
      sends: 'Requests for the lists of tools, prompts and resources, and for a completion.',
      expects: 'A list for each capability that is declared; without it an error with code -32601, or an empty list.',
      why: 'Clients ask only for what is declared, and rely on what is.',
      failure: 'A handler was registered without its capability, or a capability without its handler.',
      fix: 'Derive the capabilities from the handlers that there are.',
    },
  }),
  modernCase({
    id: 'spec.extension-identifiers',
    title: 'Declared extensions have identifiers with a prefix, and an object of settings each',
    requirements: ['mcp-2026-07-28.extension-identifiers'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const { capabilities, opening } = await peer.survey()
        if (!Object.hasOwn(capabilities, 'extensions')) context.notApplicable('the target declares no extensions')
        const { extensions } = capabilities
        const problems = isJsonObject(extensions)
          ? Object.entries(extensions).flatMap(([id, settings]) => [extensionIdProblem(id) ?? [], isJsonObject(settings) ? [] : 'settings that are no object'].flat())
          : ['extensions that are no object']
        context.observe({
          requirement: 'mcp-2026-07-28.extension-identifiers', input: channel, ok: problems.length === 0, expected: 'well-formed identifiers, each with an object',
          actual: problems.length === 0 ? 'as expected' : [...new Set(problems)].join('; '),
        }, opening)
      })
    },
    explain: {
      sends: 'A request for server/discover.',
      expects: 'Each key of capabilities.extensions has a prefix, a slash and a name in the shape of keys of _meta, and each value is an object.',
      why: 'Extensions of different vendors must not collide, and a client compares identifiers letter by letter.',
      failure: 'An extension is declared by a plain word, or with true instead of settings.',
      fix: 'Use the identifier that the extension defines, with an empty object where there is nothing to set.',
    },
  }),
  modernCase({
    id: 'spec.discover-stable',
    title: 'server/discover gives the same answer within the time for which it is fresh',
    requirements: ['hardening.discover-stable'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const first = await discovered(context, peer)
        const asked = performance.now()
        const ttl = first['ttlMs']
        const second = await discovered(context, peer)
        if (typeof ttl !== 'number' || performance.now() - asked >= ttl) context.notApplicable('server/discover is not said to stay fresh for long enough to ask again')
        const same = stable(first) === stable(second)
        context.observe({ requirement: 'hardening.discover-stable', input: channel, ok: same, expected: 'the same revisions and capabilities', actual: same ? 'the same' : 'others' }, [first, second])
      })
    },
    explain: {
      sends: 'Two requests for server/discover, one after the other.',
      expects: 'The same revisions, capabilities and instructions, where the first answer says that it is fresh for longer than that.',
      why: 'A client keeps the answer for that long and does not ask again.',
      failure: 'Several instances with different settings answer in turn, or the hint is a fixed number that nobody has thought about.',
      fix: 'Say zero where the answer may change at any time.',
    },
  }),
]

async function fits(context: CaseContext, peer: Peer, { capability, method, member }: Feature, declared: boolean, channel: string): Promise<void> {
  const answer = await peer.call({ method })
  const input = `${channel}: ${capability}`
  const listed: unknown = answer.answer.kind === 'result' ? answer.answer.result[member] : undefined
  if (declared) {
    context.observe({
      requirement: 'mcp-2026-07-28.capability-served', input, ok: Array.isArray(listed), expected: 'a list',
      actual: answer.answer.kind === 'result' && !Array.isArray(listed) ? 'a result without the list' : describeAnswer(answer),
    }, answer)
    return
  }
  context.observe({
    requirement: 'mcp-2026-07-28.capability-declared', input, ok: !Array.isArray(listed) || listed.length === 0,
    expected: 'nothing that is not declared', actual: Array.isArray(listed) && listed.length > 0 ? 'a list that is not empty' : describeAnswer(answer),
  }, answer)
  if (answer.answer.kind === 'error') {
    context.observe({ requirement: 'mcp-2026-07-28.undeclared-method', input, ok: answer.answer.code === notFound, expected: 'code -32601', actual: describeAnswer(answer) }, answer)
  }
}

async function discovered(context: CaseContext, peer: Peer): Promise<JsonObject> {
  const answer: PeerAnswer = await peer.call({ method: 'server/discover' })
  if (answer.answer.kind !== 'result') context.inconclusive(`server/discover was not answered with a result: ${describeAnswer(answer)}`)
  return answer.answer.result
}

/** What must not change; names and hints may. */
function stable({ supportedVersions, capabilities, instructions }: JsonObject): string {
  return canonicalText({ supportedVersions, capabilities, instructions })
}
