/** A small catalogue for tests of the engine: one requirement of each level, and cases made from what a test gives. */
import type { Case, Expectation } from '../../../harness/run/case.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { Catalogue } from '../../../harness/run/catalogue.ts'
import type { Requirement } from '../../../harness/run/requirement.ts'
import type { Reaction } from '../../../harness/wire/message.ts'

const of = (id: string, level: Requirement['level']): Requirement => ({
  id, level, source: 'test', section: '§1', url: 'https://example.org/', statement: 'A statement.', ...(level === 'hardening' ? { reason: 'A reason.' } : {}),
})

export const requirements: readonly Requirement[] = [of('test.must', 'must'), of('test.should', 'should'), of('test.hardening', 'hardening'), of('test.may', 'may')]

export const explain = { sends: 'Something.', expects: 'Something.', why: 'Because.', failure: 'It is broken.', fix: 'Mend it.' }

export function makeCase(parts: Partial<Case> & Pick<Case, 'id'>): Case {
  return { suite: 'auth-negative', title: `The case ${parts.id}`, requirements: requirements.map(({ id }) => id), fixture: 'shared', explain, ...parts }
}

export function catalogueOf(...cases: Case[]): Catalogue {
  return createCatalogue({ cases, requirements })
}

/** Expects a status; at the level of the named requirement. */
export function expectStatus(status: number, requirement = 'test.must'): Expectation {
  return {
    requirement,
    expected: `status ${status}`,
    check: (reaction: Reaction) =>
      reaction.kind === 'response'
        ? { ok: reaction.response.status === status, actual: `status ${reaction.response.status}` }
        : { ok: false, actual: reaction.kind },
  }
}
