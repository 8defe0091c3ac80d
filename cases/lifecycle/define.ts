/** What every lifecycle case has in common: a target that hands work over by an adapter, between two identities. */
import type { Case } from '../../harness/run/case.ts'
import { abilitiesOf, adapterOf } from '../../harness/target/adapter.ts'
import type { HandoffAbility } from '../../harness/target/adapter.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'

type Given = Omit<Case, 'suite' | 'fixture' | 'appliesTo'> & Pick<Partial<Case>, 'fixture'> & {
  /** What of the contract the target must have. */
  readonly abilities?: readonly HandoffAbility[]
  /** A reason why the case does not apply to a target that hands work over. */
  readonly appliesTo?: (target: TargetProfile) => string | undefined
}

const lacking: Readonly<Record<HandoffAbility, string>> = {
  'error-codes': 'the target has no error codes',
  'expiry': 'handoffs of the target do not expire',
  'versions': 'handoffs of the target have no versions',
  'paging': 'the target lists without pages',
  'sent-box': 'the target does not list what was sent',
  'send-keys': 'the target takes no idempotency keys on sends',
  'transition-keys': 'the target takes no idempotency keys on transitions',
  'replayed': 'the target does not tell a replay',
  'event-chain': 'events of the target are no chain of hashes',
}

export function lifecycleCase({ abilities = [], appliesTo, ...given }: Given): Case {
  return {
    fixture: 'shared',
    ...given,
    suite: 'lifecycle',
    appliesTo(target) {
      const adapter = adapterOf(target)
      if (adapter === undefined) return 'no adapter says how the target hands work over (handoff.adapter of its target file)'
      if (target.identities < 2) return 'the target is known with fewer than two identities'
      const has = abilitiesOf(adapter)
      const missing = abilities.find((ability) => !has.has(ability))
      return missing === undefined ? appliesTo?.(target) : lacking[missing]
    },
  }
}

/** The same on a stage: alpha and beta with their clients, and whoever the case calls in. */
export function handoffCase({ scenario, ...given }: Omit<Given, 'scenario' | 'inputs'> & { readonly scenario: (stage: Stage) => Promise<void> }): Case {
  return lifecycleCase({
    ...given,
    async scenario(context) {
      const stage = await openStage(context)
      try {
        await scenario(stage)
      } finally {
        stage.close()
      }
    },
  })
}
