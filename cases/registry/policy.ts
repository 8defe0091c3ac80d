/** What a running target shows of its policy: who it knows, what it says of them, and whether it calls itself ready. */
import type { Identity } from '../../harness/fixture/driver.ts'
import { createHandoffClient } from '../../harness/handoff/client.ts'
import { answerInWords } from '../../harness/handoff/contract.ts'
import type { Whoami } from '../../harness/handoff/contract.ts'
import { createConnections, LostConnection } from '../../harness/peer/connections.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { adapterOf } from '../../harness/target/adapter.ts'

export type Known =
  | { readonly kind: 'known'; readonly whoami: Partial<Whoami> }
  /** Its credentials are refused. */
  | { readonly kind: 'stranger' }
  /** In words of ours. */
  | { readonly kind: 'other'; readonly what: string }

export type Readiness = { readonly kind: 'ready' | 'degraded' | 'absent' } | { readonly kind: 'other'; readonly what: string }

export interface PolicyView {
  /** Who the target takes somebody for. */
  who(identity: Identity): Promise<Known>
  ready(): Promise<Readiness>
  /** The bodies of all answers about readiness so far. */
  said(): string
  close(): void
}

/** How often an exchange is begun where a kept connection was lost. */
const maxAttempts = 3

/** Undefined, with the reason set aside, where the target does not show it. */
export function policyView(context: CaseContext): PolicyView | undefined {
  const adapter = adapterOf(context.target)
  const channel = context.channels.find(({ transport }) => transport === 'http')
  if (adapter === undefined || channel === undefined) {
    context.setAside('the running target', channel === undefined ? 'it is not spoken to over HTTP' : 'no adapter says how it tells who calls (handoff.adapter of its target file)')
    return undefined
  }
  const connections = createConnections(async () => context.openConnection())
  let said = ''
  return {
    async who(identity) {
      for (let attempt = 1; ; attempt += 1) {
        // A session of an earlier revision may end with the policy that it began under.
        const peer = await context.peer(channel, { identity, own: channel.era === 'legacy' })
        const answer = await createHandoffClient({ adapter, peer, connections }).perform({ kind: 'whoami' })
        if (answer.kind === 'ok' && answer.result.kind === 'whoami') return { kind: 'known', whoami: answer.result.whoami }
        if (answer.kind === 'refused' && answer.code === 'unauthenticated') return { kind: 'stranger' }
        if (answer.kind !== 'unknown' || attempt === maxAttempts) return { kind: 'other', what: answerInWords(answer) }
      }
    },
    async ready() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const reaction = await connections.send({ method: 'GET', target: '/readyz', headers: [['Accept', '*/*']] })
          if (reaction.kind !== 'response') return { kind: 'other', what: describeReaction(reaction) }
          said += Buffer.from(reaction.response.body).toString('utf8')
          const { status } = reaction.response
          if (status === 200) return { kind: 'ready' }
          if (status === 503) return { kind: 'degraded' }
          return status === 404 ? { kind: 'absent' } : { kind: 'other', what: describeReaction(reaction) }
        } catch (error) {
          if (!(error instanceof LostConnection) || attempt === maxAttempts) throw error
        }
      }
    },
    said: () => said,
    close: () => { connections.close() },
  }
}
