/** The few cases that tell in seconds whether a revision is really spoken: how it opens, what it lists, how it refuses. */
import type { Era } from '../target/profile.ts'

/** Suites that a wall of credentials, or a server without one, leaves as they are. */
export const chosenCases: Readonly<Record<Era, readonly string[]>> = {
  modern: [
    'spec.discover', 'spec.envelope-required', 'spec.id-echoed', 'spec.result-type', 'spec.tools-listed', 'spec.tool-input-schemas', 'spec.unknown-method',
    'spec.unsupported-version', 'spec.version-field-mismatch', 'spec.method-field', 'spec.notification-status', 'spec.cache-hints',
  ],
  legacy: [
    'legacy.initialize-version', 'legacy.initialize-result', 'legacy.capabilities-served', 'legacy.ping', 'legacy.id-echoed', 'legacy.unknown-method',
    'legacy.one-way-accepted', 'legacy.request-answer-type', 'legacy.tool-input-schemas', 'legacy.session-id',
  ],
}
