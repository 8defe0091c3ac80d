/** A case about the rules of handoffs: two who act, on connections that end with the case. */
import type { Case } from '../../harness/run/case.ts'
import { lifecycleCase } from './define.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'

type Given = Omit<Parameters<typeof lifecycleCase>[0], 'scenario' | 'inputs'> & { readonly scenario: (stage: Stage) => Promise<void> }

export function ruleCase({ scenario, ...given }: Given): Case {
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
