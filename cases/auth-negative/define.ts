/** What every case of this suite has in common: its suite, and that it says nothing about a target without credentials. */
import type { Case } from '../../harness/run/case.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'

type Given = Omit<Case, 'suite' | 'fixture'> & { readonly fixture?: Case['fixture'] }

/** A case of the suite `auth-negative`; on the shared fixture unless it says otherwise. */
export function authCase(given: Given): Case {
  return {
    fixture: 'shared',
    ...given,
    suite: 'auth-negative',
    // Over stdio nobody presents credentials: the server takes them from its environment (2026-07-28, basic/authorization).
    channels: { transport: 'http' },
    showsNothing: servesAnyone,
    appliesTo: (target) => withoutCredentials(target) ?? given.appliesTo?.(target),
  }
}

/** For cases that need two identities. */
export function needsTwoIdentities(target: TargetProfile): string | undefined {
  return target.identities < 2 ? 'the target is known with fewer than two identities' : undefined
}

/** For cases about sessions. */
export function needsSessions(target: TargetProfile): string | undefined {
  return target.sessions ? undefined : 'the target gives out no session ids'
}

/** A target that is said to need a token, and serves without one: that its answers are good tells nothing about tokens. */
function servesAnyone(target: TargetProfile): string | undefined {
  return target.demandsCredentials ? undefined : 'the target serves requests without credentials, so that nothing it accepts or survives shows anything'
}

function withoutCredentials(target: TargetProfile): string | undefined {
  return target.auth === 'none' ? 'the target asks for no credentials' : undefined
}
