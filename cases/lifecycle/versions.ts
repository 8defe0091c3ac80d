/** Versions: one more with every change, and a change that names another one is not made. */
import type { Case } from '../../harness/run/case.ts'
import { acknowledge, move, sent, update, viewed } from './acting.ts'
import type { TargetStatus } from './acting.ts'
import { judge, judgeThat, judgeUnchanged } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Pair, Stage } from './stage.ts'

const versions = 'handoff.versions'
const order = 'handoff.order-of-checks'
const unchanged = 'handoff.refusal-changes-nothing'

const path: readonly TargetStatus[] = ['blocked', 'accepted', 'blocked', 'completed']

async function versionsOf(stage: Stage): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  const handoff = await sent(pair)
  judgeThat(stage, versions, 'a handoff that was sent', handoff.version === 1, 'version 1', `version ${String(handoff.version)}`)
  let version = 1
  for (const to of path) {
    const before = await viewed(pair.sender, handoff.id)
    for (const [name, wrong] of [['the one before', version - 1], ['one to come', version + 1], ['one far away', 9_007_199_254_740_991]] as const) {
      if (wrong < 1) continue
      judge(stage, versions, `${to} from version ${version}, naming ${name}`, await move(pair.recipient, handoff.id, to, { expected_version: wrong }), 'version_conflict')
    }
    await judgeUnchanged(stage, unchanged, `after the conflicts at version ${version}`, pair.sender, before)
    const answer = await move(pair.recipient, handoff.id, to, { expected_version: version })
    if (!judge(stage, versions, `${to}, naming version ${version}`, answer, 'ok')) return
    version += 1
    const next = answer.kind === 'ok' && answer.result.kind === 'change' ? answer.result.handoff.version : undefined
    judgeThat(stage, versions, `after ${to}`, next === version, `version ${version}`, `version ${String(next)}`)
    const read = (await viewed(pair.sender, handoff.id)).handoff.version
    judgeThat(stage, versions, `to a read after ${to}`, read === version, `version ${version}`, `version ${String(read)}`)
  }
  const before = await viewed(pair.sender, handoff.id)
  judge(stage, order, 'an illegal transition that names another version', await acknowledge(pair.recipient, handoff.id, { expected_version: version - 1 }), 'version_conflict')
  judge(stage, order, 'an illegal transition that names the version', await acknowledge(pair.recipient, handoff.id, { expected_version: version }), 'illegal_transition')
  judge(stage, order, 'a cancellation too late that names another version', await update(pair.sender, handoff.id, 'cancelled', { expected_version: 1 }), 'version_conflict')
  await judgeUnchanged(stage, unchanged, 'after it was completed', pair.sender, before)
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.versions',
    title: 'Every change makes a new version, and a change that expects another one is refused',
    requirements: [versions, order, unchanged],
    abilities: ['versions'],
    scenario: versionsOf,
    explain: {
      sends: 'Transitions that name the version before, one to come and the right one, at every step of a handoff, and after its end.',
      expects: 'For another version version_conflict, and nothing written, also where the transition would be illegal; the right one passes and makes the next version.',
      why: 'Whoever decides by what it has read must be told that it has changed, or two decide by different states.',
      failure: 'The version is ignored, compared the wrong way round, checked after the transition, or not counted up by every change.',
      fix: 'Compare expected_version with the version of the row in the transaction that changes it, before the table of transitions.',
    },
  }),
]
