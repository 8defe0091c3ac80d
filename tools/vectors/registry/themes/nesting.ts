/** Anchors and aliases, harmless and hostile, and nesting that eats a stack. */
import type { Text } from '../format.ts'
import { accepted, at, edited, good, goodContent, group, refused, withBuilder } from '../writing.ts'

const section = 'Registry, anchors'

/** Each line is ten times the one before it. */
const laughs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  .map((name, index, all) => `${name}: &${name} [${Array.from({ length: 10 }, () => (index === 0 ? 'lol' : `*${all[index - 1] ?? ''}`)).join(',')}]\n`)

export const nestingTheme = [
  group('Aliases', section, [
    accepted('alias-list', 'Does not know aliases.', edited(['send_to: [builder]', 'send_to: &both [builder]'], ['receive_from: [builder]', 'receive_from: *both']), goodContent),
    accepted('alias-value', 'Does not know aliases of single values.', edited(['disclosure_ceiling: internal', 'disclosure_ceiling: &ceiling internal'], ['disclosure_ceiling: restricted', 'disclosure_ceiling: *ceiling']), withBuilder({ disclosure_ceiling: 'internal' })),
    accepted('alias-entry', 'Does not know aliases within a list.', edited(['  - id: planner', '  - id: &me planner'], ['receive_from: [planner]', 'receive_from: [*me]']), goodContent),
    accepted('alias-unused', 'Refuses an anchor that nobody uses.', edited(['agents:\n', 'agents: &all\n']), goodContent),
    accepted('alias-again', 'Keeps the first of two anchors of one name, where the one before the alias counts.', edited(['send_to: [builder]', 'send_to: &l [builder]'], ['receive_from: [builder]', 'receive_from: &l [builder]'], ['send_to: []', 'send_to: &l []'], ['receive_from: [planner]', 'receive_from: *l']), withBuilder({ receive_from: [] })),
    refused('alias-shared-hash', 'Overlooks that two agents have one token where it is written once.', edited(['token_sha256: ', 'token_sha256: &t '].map((text) => `    disclosure_ceiling: internal\n    ${text}`) as [string, string], [good.slice(good.lastIndexOf('token_sha256: '), good.lastIndexOf('\n    expires_at')), 'token_sha256: *t']), at('duplicate_hash', 20, 19)),
    refused('alias-agent', 'Counts an agent that is an alias of another one.', `${good}  - *copy\n`.replace('- id: builder', '- &copy\n    id: builder'), at('duplicate_id', 15, 9), at('duplicate_hash', 21, 19)),
    refused('alias-unknown', 'Takes an alias without an anchor for nothing.', edited(['send_to: [builder]', 'send_to: *nobody']), at('bad_alias', 9, 14)),
    refused('alias-before-anchor', 'Looks for anchors behind an alias.', edited(['send_to: [builder]', 'send_to: *late'], ['send_to: []', 'send_to: &late []']), at('bad_alias', 9, 14)),
    refused('alias-within-itself', 'Follows an alias within its own anchor for ever.', edited(['send_to: [builder]', 'send_to: &loop [*loop]']), at('bad_alias', 9, 21)),
    refused('alias-agent-within-itself', 'Follows an agent that holds itself for ever.', edited(['  - id: builder\n', '  - &loop\n    self: *loop\n    id: builder\n']), at('unknown_key', 15, 5), at('bad_alias', 15, 11)),
    refused('alias-merge', 'Merges an anchored agent into another one.', edited(['  - id: planner', '  - &base\n    id: planner'], ['    enabled: true\n    send_to: []', '    <<: *base\n    send_to: []']), at('missing_key', 15, 5), at('unknown_key', 17, 5)),
    refused('alias-billion-laughs', 'Expands a few lines to a billion values.', `${good}${laughs.join('')}`, ...laughs.flatMap((_, index) => [at('unknown_key', 22 + index, 1), ...(index === 4 ? [at('alias_expansion', 26, 29)] : [])])),
  ]),
  group('Nesting', section, [
    refused('nesting-flow', 'Recurses into lists until its stack is full.', ['version: 1\nagents: ', { $repeat: ['[', 100_000] }], at('too_complex', 2, 25)),
    refused('nesting-flow-closed', 'Recurses into lists that are closed again until its stack is full.', ['version: 1\nagents: ', { $repeat: ['[', 100_000] }, { $repeat: [']', 100_000] }, '\n'], at('too_complex', 2, 25)),
    refused('nesting-maps', 'Recurses into maps until its stack is full.', ['version: 1\nagents: ', { $repeat: ['{a: ', 100_000] }], at('too_complex', 2, 73)),
    refused('nesting-block', 'Recurses into lists in block style until its stack is full.', ['version: 1\nagents:\n  ', { $repeat: ['- ', 100_000] }], at('too_complex', 3, 35)),
    refused('nesting-many-values', 'Builds a tree of everything that there is before it looks at how much that may be.', ['version: 1\nagents: [', { $repeat: ['x,', 300_000] }, ']\n'], at('too_complex', 2, 240_004)),
  ] satisfies readonly { readonly file: { readonly text: Text } | object }[]),
]
