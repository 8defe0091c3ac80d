/** What every case about accept_handoff has in common: a target that has such a tool. */
import type { Case } from '../../harness/run/case.ts'
import type { AcceptanceMapping } from '../../harness/target/acceptance.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'

type Given = Omit<Case, 'suite' | 'fixture' | 'appliesTo'> & Pick<Partial<Case>, 'fixture'> & {
  /** A reason why the case does not apply to a target that has the tool. */
  readonly appliesTo?: (mapping: AcceptanceMapping, target: TargetProfile) => string | undefined
}

export function acceptCase({ appliesTo, ...given }: Given): Case {
  return {
    fixture: 'shared',
    ...given,
    suite: 'accept-handoff',
    appliesTo(target) {
      if (target.acceptance === undefined) return 'the target has no acceptance tool: accept_handoff of its target file names none, and it lists none that its adapter knows'
      return appliesTo?.(target.acceptance, target)
    },
  }
}

/** For cases about the tool that issues goal tokens. */
export function issuesTokens({ issueTool }: AcceptanceMapping): string | undefined {
  return issueTool === undefined ? 'the target names no tool that issues goal tokens (accept_handoff.issue_tool)' : undefined
}

export function hasPlainHttp({ path }: AcceptanceMapping): string | undefined {
  return path === undefined ? 'the target names no endpoint over plain HTTP (accept_handoff.path)' : undefined
}
