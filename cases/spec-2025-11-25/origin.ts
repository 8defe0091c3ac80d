/** `Origin`: a page of another site must not reach a server on the machine of whoever reads it (basic/transports "Security Warning"). */
import type { Case } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import { eachChannel } from '../support/channels.ts'
import { clientError, statusIs } from '../support/http.ts'
import { legacyHttpCase, newest, saw } from './define.ts'
import { bodiless, exchange, needTold } from './exchange.ts'
import { plainCall } from './plain-call.ts'

const foreign: readonly { readonly name: string; readonly origin: string }[] = [
  { name: 'another site', origin: 'https://attacker.example' },
  { name: 'a name that begins like localhost', origin: 'http://localhost.attacker.example' },
  { name: 'a name that looks like an address', origin: 'http://127.0.0.1.attacker.example' },
  { name: 'null', origin: 'null' },
]

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.origin-refused',
    title: 'A request from a page of another site is refused',
    requirements: ['mcp-2025-11-25.origin-403'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const probe = peer.probe(await plainCall(context, peer))
        const refusal = peer.channel.revision >= newest ? statusIs('mcp-2025-11-25.origin-403', 403) : clientError('mcp-2025-11-25.origin-403')
        for (const { name, origin } of foreign) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            await context.negative({ input, probe, part: 'headers', fault: (control) => withField(control, 'origin', origin), expect: [refusal] })
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed request with the Origin of another site, of names that look like the local host, and null.',
      expects: 'Status 403, before 2025-11-25 any 4xx status, and nothing of the request takes effect.',
      why: 'After DNS rebinding a web page can reach a server on the machine of its reader; Origin is what gives it away.',
      failure: 'Origin is not looked at, or compared by how it begins.',
      fix: 'Hold Origin against a list of whole origins, and refuse with 403 what is not among them.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.origin-any-method',
    title: 'Origin is looked at on GET and DELETE too',
    requirements: ['mcp-2025-11-25.origin-checked-everywhere'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        for (const method of ['GET', 'DELETE'] as const) {
          const input = `${channel}: ${method}`
          await context.attempt(input, async () => {
            const answer = await exchange(context, bodiless(peer, method, { origin: 'https://attacker.example' }), { until: () => true })
            needTold(context, answer)
            if (answer.status === 0) context.inconclusive(`nothing came for ${method}, neither a refusal nor a success`)
            saw(context, 'mcp-2025-11-25.origin-checked-everywhere', input, answer.status >= 400 && answer.status < 500, 'a 4xx status', answer.seen)
          })
        }
      }, { own: true })
    },
    explain: {
      sends: 'A GET and a DELETE with the credentials and the session of a client, and the Origin of another site.',
      expects: 'A 4xx status for both: 403, or 405 where the method is not offered.',
      why: 'A page that may open the stream reads what the server sends, and one that may delete ends the session.',
      failure: 'The check stands in the handler of POST alone.',
      fix: 'Check Origin before anything looks at the method.',
    },
  }),
]
