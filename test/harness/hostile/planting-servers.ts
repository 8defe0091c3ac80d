/** Servers that put something into every text that they control: the token in many forms, escape codes, markup. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { HostileKind, HostileSetting, HostileTarget } from './support/kind.ts'
import { formsOf } from './support/leaked-forms.ts'
import { decentTarget, readingTool, sendJson } from './support/http-target.ts'
import { everything } from './support/planted.ts'

const cases = ['auth.no-credentials', 'auth.unknown-token', 'auth.challenge-*', 'auth.no-echo', 'spec.result-type', 'spec.tools-listed', 'spec.messages-match-schema', 'spec.tool-names', 'spec.tool-inputs-validated', 'spec.tool-schemas-valid', 'spec.unknown-method', 'spec.unsupported-version'] as const

/** A good server in all but that each of its texts is `text`, and each of its headers `field`. */
async function planting(setting: HostileSetting, text: string, field: string): Promise<HostileTarget> {
  const headers: OutgoingHttpHeaders = {
    'x-planted': field, 'set-cookie': `planted=${field}`, server: field, 'mcp-session-id': 'planted', 'www-authenticate': `Bearer realm="${field.replaceAll(/["\\]/g, '')}", error="invalid_token", error_description="${field.replaceAll(/["\\]/g, '')}"`,
  }
  const tools = [{ ...readingTool, name: text, title: text, description: text, inputSchema: { type: 'object', title: text, properties: { [text]: { type: 'string', description: text } } } }]
  return decentTarget(setting, ({ authorised, id, method }, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '')
    if (!authorised) {
      sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_001, message: text, data: { [text]: text } } }, 401)
      return true
    }
    if (method === 'tools/list' || method === 'server/discover' || method === 'initialize' || method === 'tools/call' || method === 'ping') return false
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32_600, message: text, data: [text] } }, 400)
    return true
  }, {
    serverInfo: { name: text, version: text, title: text, websiteUrl: text },
    tools: () => ({ tools }),
    result: () => ({ instructions: text, [text]: text, content: [{ type: 'text', text }], isError: false }),
  })
}

const latin1 = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

/** What a text cannot spoil. */
const sound = {
  'auth.challenge-present': 'each refusal has a challenge',
  'auth.unknown-token': 'a wrong token is refused with status, scheme and error',
  'spec.messages-match-schema': 'a text may be any text',
  'spec.result-type': 'each result has its type',
  'spec.tool-schemas-valid': 'the schema of its tool is one',
  'spec.tools-listed': 'it lists tools',
} as const
/** Where the text is ASCII without control characters, quotes and backslashes. */
const printable = { ...sound, 'auth.challenge-grammar': 'its challenges are well-formed' } as const

export const plantingServers: readonly HostileKind[] = [
  { name: 'sends the token back in every field, in every form', cases, codes: [1], mayPass: printable, start: async (setting) => planting(setting, Object.values(formsOf(setting.token)).join(' | '), latin1(Object.values(formsOf(setting.token)).join(' | '))) },
  {
    // Behind a text so long that a report cuts it, the token would be cut in two.
    name: 'puts the token where a report cuts a long text', cases, codes: [1], mayPass: printable,
    start: async (setting) => planting(setting, `${'x'.repeat(3_990)}${setting.token}`, setting.token),
  },
  { name: 'hides escape codes, links, titles, directions and markup in every text', cases, codes: [1], mayPass: { ...sound, 'auth.no-echo': 'nothing that it writes is the token' }, start: async (setting) => planting(setting, everything, latin1(everything)) },
  { name: 'writes a megabyte into every text', cases: ['auth.no-credentials', 'spec.tools-listed', 'spec.unknown-method'], codes: [1], mayPass: { 'spec.tools-listed': 'it lists tools' }, start: async (setting) => planting(setting, everything.repeat(500), latin1(everything)) },
]
