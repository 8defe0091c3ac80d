/** Servers of both eras: what belongs to one does not show in the answers of the other. */
import type { Case } from '../../harness/run/case.ts'
import { harmlessCall } from '../support/harmless.ts'
import { eachChannel } from '../support/channels.ts'
import { isResult } from '../support/answers.ts'

/** Members that results have since 2026-07-28. */
const newer = ['resultType', 'ttlMs', 'cacheScope', 'supportedVersions']

export const cases: readonly Case[] = [
  {
    id: 'spec.legacy-results-plain',
    suite: 'spec',
    fixture: 'shared',
    channels: { era: 'legacy' },
    title: 'Results in an older revision hold nothing of the newer one',
    requirements: ['hardening.eras-apart'],
    appliesTo: ({ eras }) => (eras.has('modern') ? undefined : 'the target speaks no revision without initialize'),
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const { opening, tools } = await peer.survey()
        const answer = await peer.call(harmlessCall(peer))
        const results = [opening, ...tools.pages, ...(isResult(answer) && answer.answer.kind === 'result' ? [answer.answer.result] : [])]
        const found = newer.filter((name) => results.some((result) => Object.hasOwn(result, name)))
        context.observe({
          requirement: 'hardening.eras-apart', input: channel, ok: found.length === 0,
          expected: 'results without members of 2026-07-28', actual: found.length === 0 ? `${results.length} results without any` : `results with ${found.join(', ')}`,
        })
      })
    },
    explain: {
      sends: 'In each older revision that the target speaks: initialize, tools/list where it has tools, and ping.',
      expects: 'Results without resultType, ttlMs, cacheScope and supportedVersions.',
      why: 'A server of both eras must know at each answer whom it speaks to; a member of the wrong era shows that it does not.',
      failure: 'One piece of code writes the results of both eras.',
      fix: 'Write results by the revision of the request or of the session.',
    },
  },
]
