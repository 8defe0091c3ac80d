/** Events of a made-up run that has every outcome, for tests of what renders and keeps them. */
import { createRunRecorder, type RunRecord } from '../../../harness/evidence/results.ts'
import { sanitiseEvent } from '../../../harness/evidence/sanitise.ts'
import { createSecretRegistry, type SecretRegistry } from '../../../harness/evidence/secrets.ts'
import type { RunEvent } from '../../../harness/run/events.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import type { Requirement } from '../../../harness/run/requirement.ts'

export const requirement: Requirement = {
  id: 'rfc6750.challenge-on-401', level: 'must', source: 'RFC 6750', section: '§3',
  url: 'https://www.rfc-editor.org/rfc/rfc6750#section-3', statement: 'A refusal carries a challenge.',
}

const result = (id: string, rest: Partial<CaseResult> & Pick<CaseResult, 'outcome'>): CaseResult => ({
  id, suite: 'auth-negative', title: `The title of ${id}`, observations: [], durationMs: 12.5, ...rest,
})

/** @param hostile Text that a target put wherever it could. */
export function sampleEvents(hostile = ''): RunEvent[] {
  const observation = {
    requirement: requirement.id, level: 'must', input: `no credentials${hostile}`, ok: false,
    expected: 'status 401 with a challenge', actual: `status 200${hostile}`,
  } as const
  const results = [
    result('auth.good', { outcome: 'pass', observations: [{ ...observation, ok: true }] }),
    result('auth.bad', { outcome: 'fail', reason: `a requirement is violated${hostile}`, observations: [observation] }),
    result('auth.soft', { outcome: 'warn', reason: 'below the level', observations: [{ ...observation, level: 'hardening' }] }),
    result('auth.expired', { outcome: 'not-applicable', reason: 'the driver cannot issue_token', missingAbility: 'issueToken' }),
    result('auth.unsure', { outcome: 'inconclusive', reason: 'one input', inconclusiveInputs: [{ input: 'lone LF', reason: 'timing' }] }),
    result('auth.dead', { outcome: 'not-run', reason: 'the target is gone', rootCause: 'target-lost' }),
  ]
  return [
    { type: 'run-start', time: '2026-01-02T03:04:05.678Z', harnessVersion: '0.1.0', catalogueDigest: 'ab'.repeat(32), nodeVersion: 'v24.0.0', seed: 7, level: 'must', suites: ['auth-negative'], planned: 6 },
    { type: 'target', target: { name: `sample${hostile}`, driver: 'url', url: 'http://127.0.0.1:1/mcp', revision: '2026-07-28', revisions: ['2026-07-28'], auth: 'static-bearer', serverInfo: { name: `s${hostile}`, version: '1' } } },
    { type: 'failure', failure: { id: 'auth.bad-0123abcd', case: 'auth.bad', seed: 7, kind: 'program', title: `a rule is broken${hostile}`, lines: [`1. alpha sends${hostile}`, '   2. beta reads'], data: { steps: [`sent${hostile}`] } } },
    { type: 'failure', failure: { id: 'auth.dead-4567abcd', case: 'auth.dead', seed: 7, kind: 'history', title: 'an answer came too early', lines: ['alpha: send'], data: {} } },
    { type: 'finding', finding: { id: 'target-lost', title: 'The target went away', remedy: 'Start it again.' } },
    ...results.flatMap((result): RunEvent[] => [{ type: 'case-start', id: result.id, title: result.title }, { type: 'case-end', result }]),
    { type: 'run-end', time: '2026-01-02T03:04:06.678Z', durationMs: 1000, interrupted: false, exitCode: 1,
      counts: { pass: 1, fail: 1, warn: 1, 'not-applicable': 1, inconclusive: 1, 'not-run': 1 } },
  ]
}

export function recordOf(events: readonly RunEvent[], secrets: SecretRegistry = createSecretRegistry()): RunRecord {
  const recorder = createRunRecorder({ requirement: (id) => (id === requirement.id ? requirement : undefined), explanation: () => undefined })
  for (const event of events) recorder.accept(sanitiseEvent(event, secrets))
  return recorder.record()
}
