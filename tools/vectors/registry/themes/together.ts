/** Files with several faults: all of them are reported at once, in the order of the file. */
import { at, edited, flowAgent, group, plannerHash, refused } from '../writing.ts'

const section = 'Registry, all at once'

export const togetherTheme = [
  group('Several faults', section, [
    refused('together-two-agents', 'Stops at the first agent that is wrong.', edited(['The planner', '""'], ['The builder', '""']), at('bad_length', 7, 19), at('bad_length', 15, 19)),
    refused('together-one-agent', 'Stops at the first value of an agent that is wrong.',
      edited(['    enabled: true\n    send_to: [builder]', '    enabled: "true"\n    send_to: builder'], ['internal', 'secret'], [plannerHash, 'x']),
      at('wrong_type', 8, 14), at('wrong_type', 9, 14), at('bad_ceiling', 11, 25), at('bad_hash', 12, 19)),
    refused('together-levels', 'Reports faults of one level only.',
      edited(['version: 1\n', 'version: 3\nextra: 1\n'], ['name: Project One', 'name: ""'], ['send_to: [builder]', 'send_to: [ghost]'], ['restricted', '4']),
      at('unsupported_version', 1, 10), at('unknown_key', 2, 1), at('bad_length', 5, 11), at('unknown_reference', 10, 15), at('wrong_type', 20, 25)),
    refused('together-references', 'Checks references only where everything else is right.', edited(['version: 1', 'version: 2'], ['send_to: [builder]', 'send_to: [ghost]']), at('unsupported_version', 1, 10), at('unknown_reference', 9, 15)),
    refused('together-repetitions', 'Looks for repetitions only where everything else is right.', `version: 2\nagents:\n  - ${flowAgent('aa')}\n  - ${flowAgent('aa', { enabled: 'maybe' })}\n`, at('unsupported_version', 1, 10), at('duplicate_id', 4, 10), at('wrong_type', 4, 40)),
    refused('together-list', 'Reports one fault of a list.', edited(['send_to: [builder]', "send_to: [builder, builder, ghost, Ghost, 7, '*']"]),
      at('duplicate_entry', 9, 24), at('unknown_reference', 9, 33), at('bad_id', 9, 40), at('wrong_type', 9, 47), at('wildcard_in_company', 9, 50)),
    refused('together-unknown-and-missing', 'Reports either unknown or missing keys.', edited(['    disclosure_ceiling: internal', '    ceiling: internal']), at('missing_key', 6, 5), at('unknown_key', 11, 5)),
    refused('together-repeated-and-wrong', 'Passes over what is wrong in the first of two equal keys.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: 1\n    enabled: true\n    send_to: [builder]']), at('wrong_type', 8, 14), at('duplicate_key', 9, 5)),
    refused('together-bad-id-and-reference', 'Reports references to an agent whose id is wrong as well as the id, or neither.', edited(['  - id: builder', '  - id: Builder']), at('unknown_reference', 9, 15), at('unknown_reference', 10, 20), at('bad_id', 14, 9)),
    refused('together-projects-and-agents', 'Reports faults of projects only.', edited(['- id: p1', '- id: 1'], ['- id: planner', '- id: 2'], ['receive_from: [planner]', 'receive_from: []']), at('wrong_type', 3, 9), at('wrong_type', 6, 9)),
    refused('together-both-hashes', 'Reports a shared token and nothing else of its agent.', edited([plannerHash, 'A'.repeat(64)], ['    expires_at: 2999-01-31T12:00:00Z\n  - id: builder', '    expires_at: soon\n  - id: builder']), at('bad_hash', 12, 19), at('bad_time', 13, 17)),
    refused('together-expiry-and-token', 'Passes over a missing expiry where the hash is wrong too.', edited([`${plannerHash}\n    expires_at: 2999-01-31T12:00:00Z\n`, 'x\n']), at('missing_expiry', 6, 5), at('bad_hash', 12, 19)),
    refused('together-far-apart', 'Reports a fault only of the beginning, or only of the end.', ['version: 1\nagents:\n', `  - ${flowAgent('aa', { enabled: '1' })}\n`, { $series: [`  - ${flowAgent('a{n}')}\n`, 1, 498] }, `  - ${flowAgent('zz', { enabled: '1' })}\n`], at('wrong_type', 3, 40), at('wrong_type', 502, 40)),
    refused('together-every-agent', 'Gives up after so many faults.', ['version: 1\nagents:\n', { $series: [`  - ${flowAgent('a{n}', { enabled: 'maybe' })}\n`, 100, 199] }], ...Array.from({ length: 100 }, (_, index) => at('wrong_type', 3 + index, 42))),
  ]),
]
