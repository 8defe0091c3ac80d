/** What every case of this suite has in common: a target whose registry is an `agents.yaml` that the harness writes. */
import type { Case } from '../../harness/run/case.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'

type Given = Omit<Case, 'suite' | 'appliesTo'> & {
  /** A reason why the case does not apply to a target that has such a registry. */
  readonly appliesTo?: (target: TargetProfile) => string | undefined
}

export function registryCase({ appliesTo, ...given }: Given): Case {
  return {
    ...given,
    suite: 'registry',
    appliesTo(target) {
      if (target.registry === undefined) return 'the harness does not write the registry of the target (registry of its target file)'
      if (target.registry.format !== 'agents-yaml') return 'the registry of the target is no agents.yaml'
      if (target.registry.projects === false) return 'the registry of the target knows no projects, so that it is another one than the vectors are about'
      return appliesTo?.(target)
    },
  }
}
