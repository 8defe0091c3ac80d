/** Progress in the earlier revisions: whose it is, that it goes on, and that it stops. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { isResult } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { showing } from '../support/showing.ts'
import type { ShownCall } from '../support/showing.ts'
import { legacyCase, legacyHttpCase, saw } from './define.ts'
import { exchange, isResponse, needTold } from './exchange.ts'

function progressIn(messages: readonly JsonObject[]): JsonObject[] {
  return messages.filter(({ method }) => method === 'notifications/progress').map((message) => objectAt(message, 'params'))
}

/** The calls that reported progress; a target that shows none ends this part of the case. */
async function reporting(context: CaseContext, peer: Peer): Promise<readonly ShownCall[]> {
  const calls = (await showing(context, peer)).filter(({ answer }) => progressIn(answer.messages).length > 0)
  return calls.length > 0 ? calls : context.notApplicable('no tool that may be called reports progress')
}

function increases(values: readonly unknown[]): boolean {
  return values.every((value, index) => typeof value === 'number' && (index === 0 || value > Number(values[index - 1])))
}

/** The same call once with an integer for a token, and once without any. */
async function otherTokens(context: CaseContext, peer: Peer, channel: string, call: PeerCall): Promise<void> {
  const token = 4_711
  const numbered = progressIn((await peer.call({ ...call, meta: { progressToken: token } })).messages)
  const foreign = numbered.filter(({ progressToken }) => progressToken !== token).length
  saw(context, 'mcp-2025-11-25.progress-token', `${channel}: an integer for a token`, foreign === 0, 'the same integer in each notification', `${numbered.length} notifications, ${foreign} with another token`)
  const uninvited = progressIn((await peer.call(call)).messages).length
  saw(context, 'mcp-2025-11-25.progress-token', `${channel}: without a token`, uninvited === 0, 'no progress', `${uninvited} notifications`)
}

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.progress',
    title: 'Progress names the token of its request, and increases',
    requirements: ['mcp-2025-11-25.progress-token', 'mcp-2025-11-25.progress-increases'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const calls = await reporting(context, peer)
        for (const { progressToken, answer } of calls) {
          const input = `${channel}: ${progressToken}`
          const reported = progressIn(answer.messages)
          const foreign = reported.filter((params) => params['progressToken'] !== progressToken).length
          saw(context, 'mcp-2025-11-25.progress-token', input, foreign === 0, 'the token of the request in each notification', `${reported.length} notifications, ${foreign} with another token`)
          const upwards = increases(reported.filter((params) => params['progressToken'] === progressToken).map(({ progress }) => progress))
          saw(context, 'mcp-2025-11-25.progress-increases', input, upwards, 'a number that increases with each notification', upwards ? 'it does' : 'it does not')
        }
        const first = calls.find(({ answer }) => isResult(answer))
        if (first !== undefined) await otherTokens(context, peer, channel, first.call)
      })
    },
    explain: {
      sends: 'Calls of the tools that only read, each with a progress token of its own; one that reports progress also with an integer for a token and without one.',
      expects: 'The token of the request, of the same type, in each notification; values that increase; nothing where no token was given.',
      why: 'The token is all that a client has to tell whose progress it sees, and the value all that it can show.',
      failure: 'The token is turned into text, a constant is used, or the value is counted anew in each part of the work.',
      fix: 'Take the token from the request as it is, and keep one counter for the whole of it.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.progress-stops',
    title: 'After the response there is no more progress',
    requirements: ['mcp-2025-11-25.progress-stops'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const calls = (await reporting(context, peer)).filter(({ answer }) => isResult(answer)).slice(0, 3)
        if (calls.length === 0) context.notApplicable('no tool that reports progress was answered in time')
        for (const { call, progressToken } of calls) {
          const answer = await exchange(context, peer.request({ ...call, id: 'stops', meta: { progressToken } }), { lingerMs: 300 })
          needTold(context, answer)
          const at = answer.messages.findIndex(isResponse)
          const late = at === -1 ? 0 : progressIn(answer.messages.slice(at)).length
          saw(context, 'mcp-2025-11-25.progress-stops', `${channel}: ${progressToken}`, late === 0, 'no progress after the response', `${late} notifications after it`)
        }
      })
    },
    explain: {
      sends: 'Calls of tools that report progress, whose streams are read on after the response.',
      expects: 'No progress notification behind the response.',
      why: 'The client has forgotten the token by then, and may have given it to another request.',
      failure: 'A timer goes on after the work is done.',
      fix: 'End whatever reports progress before the response is sent.',
    },
  }),
]
