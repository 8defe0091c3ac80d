/** Keys that are unknown, missing or there twice, at each level. */
import { at, edited, group, refused } from '../writing.ts'

const section = 'Registry, strictness'

export const keysTheme = [
  group('Unknown keys', section, [
    refused('key-unknown-root', 'Passes over an unknown key at the top.', edited(['version: 1\n', 'version: 1\nowner: nobody\n']), at('unknown_key', 2, 1)),
    refused('key-unknown-agent', 'Passes over an unknown key of an agent.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: true\n    admin: true\n    send_to: [builder]']), at('unknown_key', 9, 5)),
    refused('key-unknown-project', 'Passes over an unknown key of a project.', edited(['    name: Project One\n', '    name: Project One\n    path: /srv\n']), at('unknown_key', 5, 5)),
    refused('key-other-case', 'Compares keys without regard to case.', edited(['    display_name: The planner', '    Display_Name: The planner']), at('missing_key', 6, 5), at('unknown_key', 7, 5)),
    refused('key-misspelt-optional', 'Passes over a misspelt optional key, so that a token never expires.', edited(['The planner\n', 'The planner\n    expires: 2000-01-01T00:00:00Z\n']), at('unknown_key', 8, 5)),
    refused('key-prototype', 'Keeps keys in an object that inherits some.', edited(['The planner\n', 'The planner\n    __proto__: x\n    constructor: x\n    toString: x\n']), at('unknown_key', 8, 5), at('unknown_key', 9, 5), at('unknown_key', 10, 5)),
    refused('key-merge', 'Merges what `<<` names into the map, so that keys come from elsewhere.', edited(['  - id: builder\n', '  - <<: {enabled: false}\n    id: builder\n']), at('unknown_key', 14, 5)),
    refused('key-merge-supplies', 'Takes a required key from a merge.', edited(['    display_name: The builder\n', '    <<: {display_name: The builder}\n']), at('missing_key', 14, 5), at('unknown_key', 15, 5)),
    refused('key-empty', 'Passes over an empty key.', edited(['The planner\n', 'The planner\n    "": x\n']), at('unknown_key', 8, 5)),
    refused('key-number', 'Turns a number into a key.', edited(['The planner\n', 'The planner\n    1: x\n']), at('unknown_key', 8, 5)),
    refused('key-list', 'Passes over a key that is a list.', edited(['The planner\n', 'The planner\n    ? [a]\n    : x\n']), at('wrong_type', 8, 7)),
  ]),
  group('Keys that are there twice', section, [
    refused('key-twice-root', 'Takes the last of two versions.', edited(['agents:\n', 'version: 1\nagents:\n']), at('duplicate_key', 5, 1)),
    refused('key-twice-agents', 'Takes the last of two lists of agents.', edited(['version: 1\n', 'version: 1\nagents: []\n']), at('too_few', 2, 9), at('duplicate_key', 6, 1)),
    refused('key-twice-agent', 'Takes the last of two values, so that a disabled agent is enabled.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: false\n    enabled: true\n    send_to: [builder]']), at('duplicate_key', 9, 5)),
    refused('key-twice-equal', 'Lets a key stand twice where both values are the same.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: true\n    enabled: true\n    send_to: [builder]']), at('duplicate_key', 9, 5)),
    refused('key-twice-project', 'Takes the first of two names of a project.', edited(['    name: Project One\n', '    name: Project One\n    name: Project Two\n']), at('duplicate_key', 5, 5)),
    refused('key-twice-quoted', 'Takes a quoted key for another one.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: false\n    "enabled": true\n    send_to: [builder]']), at('duplicate_key', 9, 5)),
    refused('key-twice-escaped', 'Compares keys before their escapes are read.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: false\n    "\\x65nabled": true\n    send_to: [builder]']), at('duplicate_key', 9, 5)),
    refused('key-twice-flow', 'Looks for repeated keys in block style only.', 'version: 1\nagents: [{id: aa, display_name: x, enabled: false, enabled: true, send_to: [], receive_from: [], disclosure_ceiling: internal}]\n', at('duplicate_key', 2, 52)),
    refused('key-thrice', 'Reports one of two repetitions.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: true\n    enabled: true\n    enabled: true\n    send_to: [builder]']), at('duplicate_key', 9, 5), at('duplicate_key', 10, 5)),
    refused('key-unknown-twice', 'Reports an unknown key once for each time, or not at all.', edited(['The planner\n', 'The planner\n    note: x\n    note: x\n']), at('unknown_key', 8, 5), at('duplicate_key', 9, 5)),
  ]),
  group('Missing keys', section, [
    refused('key-missing-agents', 'Takes a file without agents for one that allows nothing.', 'version: 1\n', at('missing_key', 1, 1)),
    refused('key-missing-id', 'Makes an id up.', edited(['  - id: builder\n    display_name: The builder\n', '  - display_name: The builder\n'], ['send_to: [builder]', 'send_to: []'], ['receive_from: [builder]', 'receive_from: []']), at('missing_key', 14, 5)),
    refused('key-missing-display-name', 'Takes the id for the name.', edited(['    display_name: The planner\n', '']), at('missing_key', 6, 5)),
    refused('key-missing-enabled', 'Takes an agent for enabled that does not say so.', edited(['    enabled: true\n    send_to: [builder]', '    send_to: [builder]']), at('missing_key', 6, 5)),
    refused('key-missing-send-to', 'Takes a missing list for an empty one, or for everybody.', edited(['    send_to: [builder]\n', '']), at('missing_key', 6, 5)),
    refused('key-missing-receive-from', 'Takes a missing list for an empty one, or for everybody.', edited(['    receive_from: [builder]\n', '']), at('missing_key', 6, 5)),
    refused('key-missing-ceiling', 'Has a default for the ceiling.', edited(['    disclosure_ceiling: internal\n', '']), at('missing_key', 6, 5)),
    refused('key-missing-project-name', 'Takes the id of a project for its name.', edited(['    name: Project One\n', '']), at('missing_key', 3, 5)),
    refused('key-missing-project-id', 'Takes the name of a project for its id.', edited(['  - id: p1\n    name: Project One\n', '  - name: Project One\n']), at('missing_key', 3, 5)),
    refused('key-missing-all', 'Stops at the first missing key.', 'version: 1\nagents:\n  - {}\n', ...Array.from({ length: 6 }, () => at('missing_key', 3, 5))),
  ]),
]
