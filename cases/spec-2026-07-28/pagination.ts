/** Pages: cursors that nobody gave out, and lists that come to an end. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { listCalls } from '../support/methods.ts'
import { refuseEach, withParams } from '../support/refusal.ts'
import { modernCase } from './define.ts'

const cursors: readonly (readonly [name: string, cursor: unknown])[] = [['a cursor that nobody gave out', 'conformance-no-such-cursor'], ['a cursor that is a number', 7]]

const lists = [['tools', 'name'], ['prompts', 'name'], ['resources', 'uri'], ['templates', 'uriTemplate']] as const

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.cursor-invalid',
    title: 'A cursor that the server never gave out is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.cursor-invalid'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const lists = listCalls(await peer.survey())
        if (lists.length === 0) context.notApplicable('the target declares no lists')
        for (const control of lists) {
          const inputs = cursors.map(([name, cursor]) => ({
            input: `${channel}: ${control.method}, ${name}`, fault: (message: JsonObject) => withParams(message, (params) => ({ ...params, cursor })), expect: [errorCode('mcp-2026-07-28.cursor-invalid', -32_602)],
          }))
          await context.attempt(`${channel}: ${control.method}`, async () => refuseEach(context, peer, control, inputs))
        }
      })
    },
    explain: {
      sends: 'Requests for each list that is declared, with a cursor that the server never gave out and with one that is no string.',
      expects: 'A JSON-RPC error with code -32602.',
      why: 'A client whose cursor has become void must begin anew, and learns that only from the error.',
      failure: 'The server ignores the cursor and gives the first page again, so that a client goes in circles.',
      fix: 'Refuse every cursor that is not one of your own, also where there is only one page.',
    },
  }),
  modernCase({
    id: 'spec.list-walk',
    title: 'Following the cursors of a list leads to its end, past no item twice',
    requirements: ['hardening.list-ends', 'hardening.list-unique'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const survey = await peer.survey()
        let walked = 0
        for (const [name, key] of lists) {
          const { pages, items } = survey[name]
          if (pages.length === 0) continue
          walked += 1
          const ended = typeof pages.at(-1)?.['nextCursor'] !== 'string'
          context.observe({
            requirement: 'hardening.list-ends', input: `${channel}: ${name}`, ok: ended, expected: 'a last page without a cursor',
            actual: ended ? `${pages.length} page${pages.length === 1 ? '' : 's'}` : `after ${pages.length} pages a cursor that was there before, an error, or still another page`,
          }, pages.slice(-1))
          const keys = items.map((item) => item[key])
          const repeated = keys.length - new Set(keys).size
          context.observe({ requirement: 'hardening.list-unique', input: `${channel}: ${name}`, ok: repeated === 0, expected: 'each item once', actual: repeated === 0 ? 'each once' : `${repeated} repeated` }, items.filter((_, at) => keys.indexOf(keys[at]) !== at))
        }
        if (walked === 0) context.notApplicable('the target lists nothing')
      })
    },
    explain: {
      sends: 'Requests for every page of each list that is declared, each with the cursor of the page before.',
      expects: 'A last page without a cursor, and no name or URI that was listed before.',
      why: 'A client that collects a list has no other sign that it is complete.',
      failure: 'The cursor of the last page points at itself, or a page begins with the last item of the one before.',
      fix: 'Leave nextCursor out of the last page, and let a page begin after the item that its cursor names.',
    },
  }),
]
