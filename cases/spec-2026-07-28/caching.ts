/** Hints for caches: on which results, of which values, and whether `public` is true. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import type { Listing, Survey } from '../../harness/peer/survey.ts'
import { channelName } from '../../harness/target/profile.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { eachChannel } from '../support/channels.ts'
import { promptGets, resourceReads } from '../support/methods.ts'
import { everyCapability, showing } from '../support/showing.ts'
import { modernCase } from './define.ts'

/** Resources that are read. */
const maxReads = 5

const listMembers = [['tools', 'tools/list', 'tools'], ['prompts', 'prompts/list', 'prompts'], ['resources', 'resources/list', 'resources'], ['templates', 'resources/templates/list', 'resourceTemplates']] as const

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.cache-hints',
    title: 'Results that may be cached say for how long and for whom',
    requirements: ['mcp-2026-07-28.cache-hints', 'mcp-2026-07-28.cache-ttl', 'mcp-2026-07-28.cache-scope'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const [name, result] of await cacheable(context, peer)) {
          const input = `${channel}: ${name}`
          const { ttlMs, cacheScope } = result
          context.observe({
            requirement: 'mcp-2026-07-28.cache-hints', input, ok: ttlMs !== undefined && cacheScope !== undefined, expected: 'ttlMs and cacheScope',
            actual: [['ttlMs', ttlMs], ['cacheScope', cacheScope]].map(([member, value]) => `${String(member)} ${value === undefined ? 'is not there' : 'is there'}`).join(', '),
          }, result)
          if (ttlMs !== undefined) {
            const ok = typeof ttlMs === 'number' && Number.isInteger(ttlMs) && ttlMs >= 0
            context.observe({ requirement: 'mcp-2026-07-28.cache-ttl', input, ok, expected: 'an integer that is not negative', actual: ok ? 'such an integer' : kindOfTtl(ttlMs) }, result)
          }
          if (cacheScope !== undefined) {
            const ok = cacheScope === 'public' || cacheScope === 'private'
            context.observe({ requirement: 'mcp-2026-07-28.cache-scope', input, ok, expected: 'public or private', actual: ok ? cacheScope : 'another value' }, result)
          }
        }
      })
    },
    explain: {
      sends: 'Requests for server/discover, for every page of every list that is declared, and for a few resources.',
      expects: 'The members ttlMs, an integer that is not negative, and cacheScope, public or private, in each complete result.',
      why: 'Without them clients and gateways guess, and either ask too often or give one user what was meant for another.',
      failure: 'Some of the methods build their results in another place, or the time is a fraction or negative.',
      fix: 'Add both members in one place for all of these methods, with 0 and private where nothing else is known.',
    },
  }),
  modernCase({
    id: 'spec.cache-scope-pages',
    title: 'Every page of a list has the same scope',
    requirements: ['mcp-2026-07-28.cache-scope-pages'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const paged = listsOf(await peer.survey()).filter(({ listing: { pages } }) => pages.length > 1)
        if (paged.length === 0) context.notApplicable('no list of the target has more than one page')
        for (const { method, listing: { pages } } of paged) {
          const scopes = new Set(pages.map(({ cacheScope }) => cacheScope))
          context.observe({
            requirement: 'mcp-2026-07-28.cache-scope-pages', input: `${channel}: ${method}`, ok: scopes.size === 1, expected: 'one scope on all pages',
            actual: `${scopes.size} scope${scopes.size === 1 ? '' : 's'} on ${pages.length} pages`,
          }, pages)
        }
      })
    },
    explain: {
      sends: 'Requests for every page of every list that is declared.',
      expects: 'The same cacheScope on all pages of one list.',
      why: 'A gateway that shares one page and not the next puts together lists of different users.',
      failure: 'The scope is decided for the items of a page and not for the list.',
      fix: 'Decide the scope once for a list, before it is cut into pages.',
    },
  }),
  modernCase({
    id: 'spec.no-hints-on-input-required',
    title: 'A result that asks for input carries no hints for caches',
    requirements: ['hardening.no-hints-on-input-required'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const asking = await inputRequired(context, peer)
        if (asking.length === 0) context.notApplicable('nothing that the target shows asks for input')
        for (const [name, result] of asking) {
          const hinted = Object.hasOwn(result, 'ttlMs') || Object.hasOwn(result, 'cacheScope')
          context.observe({
            requirement: 'hardening.no-hints-on-input-required', input: `${channel}: ${name}`, ok: !hinted, expected: 'neither ttlMs nor cacheScope', actual: hinted ? 'one of them at least' : 'neither',
          }, result)
        }
      })
    },
    explain: {
      sends: 'Calls of tools, prompts and resources with all client capabilities declared.',
      expects: 'Neither ttlMs nor cacheScope in a result of type input_required.',
      why: 'The question is part of one conversation, and its answer must not be given to another.',
      failure: 'The hints are added to every result of a method, whatever its type.',
      fix: 'Add the hints to complete results only.',
    },
  }),
  modernCase({
    id: 'spec.public-means-equal',
    title: 'A list that is marked as public is the same for two identities',
    requirements: ['hardening.public-means-equal'],
    appliesTo: ({ identities }) => (identities < 2 ? 'the target has no second identity' : undefined),
    async scenario(context) {
      const { beta } = context
      for (const channel of context.channels) {
        await context.attempt(channelName(channel), async () => {
          if (beta === undefined) return
          const [ours, theirs] = await Promise.all([context.peer(channel), context.peer(channel, { identity: beta })])
          const [mine, others] = [listsOf(await ours.survey()), listsOf(await theirs.survey())]
          const shared = mine.filter(({ listing: { pages } }) => pages.some(({ cacheScope }) => cacheScope === 'public'))
          if (shared.length === 0) context.notApplicable('the target marks no list as public')
          for (const { method, listing } of shared) {
            const other = others.find((each) => each.method === method)?.listing
            const same = setOf(listing) === setOf(other)
            context.observe({
              requirement: 'hardening.public-means-equal', input: `${channelName(channel)}: ${method}`, ok: same, expected: 'the same items for both identities', actual: same ? 'the same' : 'different ones',
            }, [listing.pages[0], other?.pages[0]])
          }
        })
      }
    },
    explain: {
      sends: 'Requests for every list that is declared, as two identities.',
      expects: 'The same items for both where the result is marked as public.',
      why: 'A public result may be given to anybody by a cache between client and server.',
      failure: 'The lists depend on who asks, and the mark is the default of a library.',
      fix: 'Mark lists that depend on the caller as private.',
    },
  }),
]

interface NamedListing {
  readonly method: string
  readonly listing: Listing
}

function listsOf(survey: Survey): NamedListing[] {
  return listMembers.map(([name, method]) => ({ method, listing: survey[name] })).filter(({ listing }) => listing.pages.length > 0)
}

/** Every complete result that must carry hints, with a name for it. */
async function cacheable(context: CaseContext, peer: Peer): Promise<[string, JsonObject][]> {
  const survey = await peer.survey()
  const discovered = await peer.call({ method: 'server/discover' })
  if (discovered.answer.kind !== 'result') context.inconclusive(`server/discover was not answered with a result: ${describeAnswer(discovered)}`)
  const found: [string, JsonObject][] = [['server/discover', discovered.answer.result]]
  for (const { method, listing: { pages } } of listsOf(survey)) found.push(...pages.map((page, index): [string, JsonObject] => [index === 0 ? method : `${method}, page ${index + 1}`, page]))
  for (const [index, call] of resourceReads(survey).slice(0, maxReads).entries()) {
    const { answer } = await peer.call(call)
    if (answer.kind === 'result' && (answer.result['resultType'] ?? 'complete') === 'complete') found.push([`resources/read ${index + 1}`, answer.result])
  }
  return found
}

async function inputRequired(context: CaseContext, peer: Peer): Promise<[string, JsonObject][]> {
  const survey = await peer.survey()
  const answers = (await showing(context, peer)).map(({ answer }, index): [string, typeof answer] => [`tools/call ${index + 1}`, answer])
  for (const [index, call] of [...promptGets(survey), ...resourceReads(survey)].slice(0, 2 * maxReads).entries()) {
    answers.push([`${call.method} ${index + 1}`, await peer.call({ ...call, capabilities: everyCapability })])
  }
  return answers.flatMap(([name, { answer }]): [string, JsonObject][] => (answer.kind === 'result' && answer.result['resultType'] === 'input_required' ? [[name, answer.result]] : []))
}

function kindOfTtl(value: unknown): string {
  if (typeof value !== 'number') return `a value that is ${Array.isArray(value) ? 'a list' : typeof value}`
  return value < 0 ? 'a negative number' : 'a fraction'
}

/** The items whatever their order, and whatever the order of their members. */
function setOf(listing: Listing | undefined): string {
  return JSON.stringify((listing?.items ?? []).map((item) => canonicalText(item)).sort())
}
