/** What is common to messages of the earlier revisions: keys of `_meta`, icons, and what a client is asked for. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject, Peer } from '../../harness/peer/peer.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { eachChannel } from '../support/channels.ts'
import { metaKeyProblem } from '../support/formats/meta-keys.ts'
import { plainCalls, showing } from '../support/showing.ts'
import { schemeOf } from '../support/formats/uri.ts'
import { legacyCase, newest, saw } from './define.ts'
import { isRequest } from './exchange.ts'

/** Members that hold data of the target's own, in which nothing is a message any more. */
const opaque = new Set(['structuredContent', 'inputSchema', 'outputSchema', 'arguments', 'data', 'requestedSchema'])
const deepest = 12
/** More than any run has use for: a call that asks is answered at once. */
const patienceMs = 5_000

/** The members of that name anywhere in a message. */
function membersNamed(name: string, value: unknown, depth = 0): unknown[] {
  if (depth > deepest) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => membersNamed(name, each, depth + 1))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === name) return [member]
    return opaque.has(key) ? [] : membersNamed(name, member, depth + 1)
  })
}

/** Everything that a target said when it was asked for what it has and its tools were called. */
async function said(context: CaseContext, peer: Peer): Promise<readonly JsonObject[]> {
  const { opening, tools, resources, templates, prompts } = await peer.survey()
  const shown = await showing(context, peer)
  return [opening, ...[tools, resources, templates, prompts].flatMap(({ pages }) => pages), ...shown.flatMap(({ answer }) => answer.messages)]
}

function isIconSource(icon: unknown): boolean {
  const src = isJsonObject(icon) ? icon['src'] : undefined
  return typeof src === 'string' && ['http', 'https', 'data'].includes(schemeOf(src) ?? '')
}

const secret = /passw|passphrase|secret|api.?key|access.?token|private.?key|credit.?card|card.?number|\bcvv\b|\bssn\b/i

/** What is asked for by the forms among the requests of a target. */
function fieldsOf(request: JsonObject): string[] {
  const properties = objectAt(objectAt(objectAt(request, 'params'), 'requestedSchema'), 'properties')
  return Object.entries(properties).map(([name, property]) => {
    const title = isJsonObject(property) ? property['title'] : undefined
    return typeof title === 'string' ? `${name} ${title}` : name
  })
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.meta-keys',
    title: 'The keys of _meta are well formed and take no reserved prefix',
    requirements: ['mcp-2025-11-25.meta-keys'],
    revisions: [newest],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const keys = membersNamed('_meta', await said(context, peer)).filter(isJsonObject).flatMap((meta) => Object.keys(meta))
        if (keys.length === 0) context.notApplicable('the target sends no _meta')
        const problems = keys.flatMap((key) => metaKeyProblem(key) ?? [])
        saw(context, 'mcp-2025-11-25.meta-keys', input, problems.length === 0, 'keys of an optional prefix and a name, none of them reserved', problems.length === 0 ? `${keys.length} such keys` : `${problems.length} of ${keys.length} keys have ${[...new Set(problems)].join('; ')}`)
      })
    },
    explain: {
      sends: 'Everything that lists what the server has, and calls of the tools that only read, in 2025-11-25.',
      expects: 'In each _meta keys whose prefix and name follow the grammar, and no prefix of MCP that is not defined.',
      why: 'Many parties write into the same object; only the prefix keeps their keys apart.',
      failure: 'A key begins with an underscore or holds a space, or takes a prefix of MCP for something of its own.',
      fix: 'Put a domain name of your own, written backwards, before your keys.',
    },
  }),
  legacyCase({
    id: 'legacy.icons',
    title: 'Icons have a source that a client may show',
    requirements: ['hardening.legacy-icon-sources'],
    revisions: [newest],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const { opening, tools, resources, templates, prompts } = await peer.survey()
        const icons = membersNamed('icons', [objectAt(opening, 'serverInfo'), ...[tools, resources, templates, prompts].flatMap(({ items }) => items)]).flatMap((each) => (Array.isArray(each) ? each as unknown[] : [each]))
        if (icons.length === 0) context.notApplicable('the target sends no icons')
        const bad = icons.filter((icon) => !isIconSource(icon)).length
        saw(context, 'hardening.legacy-icon-sources', input, bad === 0, 'a src that is an http or https URL or a data URI', `${bad} of ${icons.length} icons have another one`)
      })
    },
    explain: {
      sends: 'Everything that lists what the server has, in 2025-11-25.',
      expects: 'With each icon a src that is an http or https URL, or a data URI.',
      why: 'Clients must refuse any other scheme, so that the icon is never shown.',
      failure: 'The src is a path on the server, or a file of its host.',
      fix: 'Give the whole URL, or the image itself as a data URI.',
    },
  }),
  legacyCase({
    id: 'legacy.client-modes',
    title: 'A client is asked only in the ways that it declared, and for no secrets in forms',
    requirements: ['mcp-2025-11-25.client-modes-respected', 'mcp-2025-11-25.form-secrets'],
    revisions: [newest],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        const asked: JsonObject[] = []
        for (const call of await plainCalls(context, peer)) asked.push(...(await peer.call({ ...call, timeoutMs: patienceMs })).messages.filter(isRequest))
        const forms = asked.filter(({ method }) => method === 'elicitation/create')
        const models = asked.filter(({ method }) => method === 'sampling/createMessage')
        if (forms.length + models.length === 0) context.notApplicable('no tool that may be called asks its client for anything')
        const wrong = forms.filter((each) => (objectAt(each, 'params')['mode'] ?? 'form') !== 'form').length + models.filter((each) => Object.hasOwn(objectAt(each, 'params'), 'tools')).length
        saw(context, 'mcp-2025-11-25.client-modes-respected', input, wrong === 0, 'forms only, and no tools for the model', `${asked.length} requests, ${wrong} in a way that was not declared`)
        const secrets = forms.flatMap(fieldsOf).filter((field) => secret.test(field)).length
        saw(context, 'mcp-2025-11-25.form-secrets', input, secrets === 0, 'no field that is named like a secret', `${secrets} such fields`)
      }, { own: true, capabilities: { elicitation: {}, sampling: {}, roots: {} } })
    },
    explain: {
      sends: 'Calls of the tools that only read, by a client that declared elicitation without a mode, sampling without tools, and roots.',
      expects: 'Elicitation by forms only, sampling without tools, and no field of a form that is named like a secret.',
      why: 'A client that cannot show a page or run a tool has no answer to give, and what is typed into a form passes through the model.',
      failure: 'The server looks for the capability and not for what is within it.',
      fix: 'Look for elicitation.url before a page and for sampling.tools before tools, and use pages for secrets.',
    },
  }),
]
