/** What the text about subscriptions says without a keyword that binds a server, and clients still rely on. */
import type { Requirement } from '../../harness/run/requirement.ts'

const url = 'https://github.com/handoff-conformance/handoff-conformance#hardening'

function hardening(name: string, section: string, rows: readonly string[], statement: string, reason: string): Requirement {
  return { id: `hardening.${name}`, level: 'hardening', source: 'handoff-conformance', section, url, statement, reason, rows }
}

export const hardeningSubscriptions: readonly Requirement[] = [
  hardening('listen-filter-checked', 'subscriptions', ['SUB-08'],
    'A subscription without a filter, or with one whose members are of other types, is refused as invalid parameters (-32602).',
    'Only the schema says what a filter is. A client that has misspelt it would wait forever for what it believes to have asked for.'),
  hardening('listen-acknowledges-subset', 'subscriptions', ['SUB-04'],
    'An acknowledgement names only what was asked for.',
    'The text says so without a keyword. A client relies on it to know what will come.'),
  hardening('listen-apart', 'subscriptions', ['SUB-09'],
    'Two subscriptions that are open at the same time are acknowledged each with its own filter and get each its own messages only.',
    'No keyword covers the mixture. A client that holds several can no longer tell what a message is about.'),
  hardening('listen-stays-open', 'subscriptions', ['SUB-12'],
    'A subscription to something that the server offers is answered with a stream that stays open, and with a result only once it ends.',
    'The text describes it without a keyword. A client that is given a result at once believes that the server is shutting down.'),
]
