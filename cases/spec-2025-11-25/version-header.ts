/** `MCP-Protocol-Version`: refused where it is wrong, and done without where it is absent. */
import type { Case } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import { eachChannel } from '../support/channels.ts'
import { statusIs } from '../support/http.ts'
import { batchRevision, legacyHttpCase, saw, since20250618 } from './define.ts'
import { exchange, needTold, resultOf, sessionOf } from './exchange.ts'
import { plainCall } from './plain-call.ts'

const field = 'MCP-Protocol-Version'
const wrong: readonly { readonly name: string; readonly value: (revision: string) => string }[] = [
  { name: 'older than any', value: () => '1999-01-01' },
  { name: 'newer than any', value: () => '2999-12-31' },
  { name: 'no date', value: () => 'latest' },
  { name: 'with bytes after it', value: (revision) => `${revision}-rc1` },
]

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.version-header',
    title: 'A version in the field that is not supported is refused with 400',
    requirements: ['mcp-2025-11-25.version-header-400'],
    revisions: since20250618,
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const probe = peer.probe(await plainCall(context, peer))
        for (const { name, value } of wrong) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            await context.negative({
              input, probe, part: 'headers',
              fault: (control) => withField(control, field, value(peer.channel.revision)),
              expect: [statusIs('mcp-2025-11-25.version-header-400', 400)],
            })
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed request whose MCP-Protocol-Version names a version older than any, newer than any, no date, or the right one with bytes after it.',
      expects: 'Status 400, and the request with the right version is served before and after.',
      why: 'A server that takes an unknown version for its own answers in a form that the client does not expect.',
      failure: 'The field is not looked at, or an unknown value falls back to a default.',
      fix: 'Hold the field against the list of supported versions on every request but initialize.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.version-header-absent',
    title: 'A request without a version in the field is still served',
    requirements: ['mcp-2025-11-25.version-header-absent'],
    revisions: since20250618,
    async scenario(context) {
      const assumable = context.target.revisions.includes(batchRevision)
      await eachChannel(context, async (peer, input) => {
        if (!assumable && sessionOf(peer) === undefined) context.notApplicable(`the target keeps no sessions and does not speak ${batchRevision}, which is to be assumed`)
        const call = await plainCall(context, peer)
        const answer = await exchange(context, withField(peer.request({ ...call, id: 'unversioned' }), field))
        needTold(context, answer)
        saw(context, 'mcp-2025-11-25.version-header-absent', input, resultOf(answer, 'unversioned') !== undefined, 'a result', answer.seen)
      })
    },
    explain: {
      sends: 'A well-formed request without MCP-Protocol-Version, to a server that speaks 2025-03-26 or that knows the version by the session.',
      expects: 'A result, as for a client of 2025-03-26, which does not have the field.',
      why: 'The field came with 2025-06-18; older clients never send it, and are to be served still.',
      failure: 'The field is demanded of every client.',
      fix: 'Take the version from the session, and assume 2025-03-26 where there is none.',
    },
  }),
]
