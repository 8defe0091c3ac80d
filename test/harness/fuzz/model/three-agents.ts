/** A world of three agents who may all hand work to each other, and a short way to let them do things in it. */
import type { AgentPolicy } from '../../../../harness/fixture/driver.ts'
import { apply, editPolicy } from '../../../../harness/fuzz/model/apply.ts'
import { atTime } from '../../../../harness/fuzz/model/expiry.ts'
import type { Expected, ModelStep, SendStep } from '../../../../harness/fuzz/model/step.ts'
import { emptyWorld } from '../../../../harness/fuzz/model/world.ts'
import type { Content, World } from '../../../../harness/fuzz/model/world.ts'

export const start = 1_000_000
export const open: AgentPolicy = { enabled: true, sendTo: ['*'], receiveFrom: ['*'], ceiling: 'restricted', expiresAt: start * 1_000 }
export const content: Content = { title: 'T', summary: 'S', request: 'R', context_refs: [], artifact_refs: [], tags: [] }

export function threeAgents(maxDepth = 2): World {
  return emptyWorld({ policy: new Map(['alpha', 'beta', 'gamma'].map((id) => [id, open])), now: start, maxDepth })
}

export function sendTo(to: string, more: Partial<SendStep> = {}): SendStep {
  return { kind: 'send', to, content, ...more }
}

/** An agent's step, an edit of its policy, or so many ms that pass. */
export type Doing = readonly [string, ModelStep] | readonly [string, Partial<AgentPolicy>] | number

/** @returns What each step of an agent was told in short: a code, or the status, version and whether it is a replay. */
export function told(doings: readonly Doing[], world = threeAgents()): { readonly world: World; readonly answers: readonly string[]; readonly last: Expected | undefined } {
  const answers: string[] = []
  let last: Expected | undefined
  let now = world
  for (const doing of doings) {
    if (typeof doing === 'number') now = atTime(now, now.now + doing)
    else if ('kind' in doing[1]) {
      const { world: next, expected } = apply(now, doing[0], doing[1])
      now = next
      last = expected
      answers.push(inShort(expected))
    } else now = editPolicy(now, doing[0], doing[1])
  }
  return { world: now, answers, last }
}

function inShort(expected: Expected): string {
  switch (expected.kind) {
    case 'refused': return expected.code
    case 'whoami': return `${expected.agent} ${expected.policy.ceiling}`
    case 'change': return `h${expected.handoff.number} ${expected.handoff.status} ${expected.handoff.version}${expected.replayed ? ' replayed' : ''}`
    case 'get': return `h${expected.handoff.number} ${expected.handoff.status} ${expected.handoff.version}`
    case 'inbox': return expected.handoffs.map(({ number }) => `h${number}`).join(' ')
  }
}
