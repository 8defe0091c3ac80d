/** `send_to` and `receive_from`: ids that exist, each once, or a lone `*`; and how many agents and entries there may be. */
import type { Content, Text } from '../format.ts'
import { accepted, at, edited, flowAgent, group, implementationDefined, plainAgent, refused, withBuilder, withPlanner } from '../writing.ts'

const section = 'Registry, send_to and receive_from'

const sends = (written: string) => edited(['send_to: [builder]', `send_to: ${written}`])
const receives = (written: string) => edited(['receive_from: [builder]', `receive_from: ${written}`])

const agents = (count: number): Text => ['version: 1\nagents:\n', { $series: [`  - ${flowAgent('a{n}')}\n`, 1, count] }]

/** The first agent names so many others. */
const entries = (count: number): Text => [
  'version: 1\nagents:\n  - {id: aa, display_name: x, enabled: true, receive_from: [], disclosure_ceiling: internal, send_to: [a1', { $series: [', a{n}', 2, count] }, ']}\n',
  { $series: [`  - ${flowAgent('a{n}')}\n`, 1, count] },
]
const hundred = Array.from({ length: 100 }, (_, index) => `a${index + 1}`)
const hundredContent: Content = { agents: [plainAgent('aa', { send_to: hundred }), { $series: [plainAgent('a{n}'), 1, 100] }], projects: [] }

export const listsTheme = [
  group('Entries', section, [
    accepted('list-empty', 'Takes an empty list for everybody.', sends('[]'), withPlanner({ send_to: [] })),
    accepted('list-star', 'Does not know the wildcard.', sends("['*']"), withPlanner({ send_to: ['*'] })),
    accepted('list-star-received', 'Knows the wildcard in send_to only.', receives("\n      - '*'"), withPlanner({ receive_from: ['*'] })),
    refused('list-star-in-company', 'Takes `*` beside ids.', sends("['*', builder]"), at('wildcard_in_company', 9, 15)),
    refused('list-star-last', 'Looks for the wildcard in the first place only.', receives("[builder, '*']"), at('wildcard_in_company', 10, 29)),
    refused('list-star-twice', 'Takes the wildcard twice.', sends("['*', '*']"), at('wildcard_in_company', 9, 15), at('duplicate_entry', 9, 20)),
    refused('list-star-in-id', 'Knows wildcards within ids.', sends("['build*']"), at('bad_id', 9, 15)),
    refused('list-star-as-text', 'Takes a text for a list of one entry.', sends("'*'"), at('wrong_type', 9, 14)),
    refused('list-text', 'Takes a text for a list of one entry.', sends('builder'), at('wrong_type', 9, 14)),
    refused('list-null', 'Takes null for an empty list.', sends('null'), at('wrong_type', 9, 14)),
    refused('list-map', 'Takes the keys of a map for a list.', sends('{builder: true}'), at('wrong_type', 9, 14)),
    refused('list-nested', 'Flattens a list within a list.', sends('[[builder]]'), at('wrong_type', 9, 15)),
    refused('list-number', 'Turns a number into an id.', sends('[12]'), at('wrong_type', 9, 15)),
    refused('list-null-entry', 'Passes over an empty entry.', sends('[builder, ~]'), at('wrong_type', 9, 24)),
    refused('list-empty-entry', 'Passes over an empty text.', sends("[builder, '']"), at('bad_id', 9, 24)),
    refused('list-bad-id', 'Checks the pattern of entries only where the agent exists.', sends('[Builder]'), at('bad_id', 9, 15)),
    refused('list-twice', 'Takes an entry twice.', sends('[builder, builder]'), at('duplicate_entry', 9, 24)),
    refused('list-twice-quoted', 'Takes a quoted entry for another one.', receives("[builder, 'builder']"), at('duplicate_entry', 10, 29)),
    implementationDefined(accepted('list-self', 'Whether an agent may name itself; the contract forbids handoffs to oneself, and does not say so of lists.', sends('[planner, builder]'), withPlanner({ send_to: ['planner', 'builder'] }))),
  ]),
  group('References', section, [
    refused('reference-unknown', 'Passes over a recipient that does not exist.', sends('[builder, ghost]'), at('unknown_reference', 9, 24)),
    refused('reference-unknown-received', 'Checks send_to only.', receives('[ghost]'), at('unknown_reference', 10, 20)),
    refused('reference-unknown-twice', 'Reports an unknown id once in the file.', edited(['send_to: [builder]', 'send_to: [ghost]'], ['send_to: []', 'send_to: [ghost]']), at('unknown_reference', 9, 15), at('unknown_reference', 17, 15)),
    refused('reference-project', 'Takes the id of a project for that of an agent.', sends('[p1]'), at('unknown_reference', 9, 15)),
    accepted('reference-forward', 'Needs an agent to stand before whoever names it.', edited(['send_to: []', 'send_to: [planner]']), withBuilder({ send_to: ['planner'] })),
    accepted('reference-disabled', 'Takes a disabled agent for one that does not exist.', edited(['    enabled: true\n    send_to: []', '    enabled: false\n    send_to: []']), withBuilder({ enabled: false })),
    accepted('reference-one-sided', 'Wants both sides to name one another.', edited(['receive_from: [planner]', 'receive_from: []']), withBuilder({ receive_from: [] })),
  ]),
  group('How many', 'Registry, limits', [
    refused('agents-none', 'Takes a file without an agent.', 'version: 1\nagents: []\n', at('too_few', 2, 9)),
    accepted('agents-one', 'Needs two agents.', agents(1), { agents: [plainAgent('a1')], projects: [] }),
    accepted('agents-most', 'Refuses 500 agents.', agents(500), { agents: [{ $series: [plainAgent('a{n}'), 1, 500] }], projects: [] }),
    refused('agents-too-many', 'Takes 501 agents, or the first 500 of them.', agents(501), at('too_many', 3, 3)),
    refused('agents-text', 'Takes a text for a list.', 'version: 1\nagents: planner\n', at('wrong_type', 2, 9)),
    refused('agents-null', 'Takes null for a list.', 'version: 1\nagents:\n', at('wrong_type', 2, 8)),
    refused('agents-map', 'Takes a map from ids to agents for the list.', 'version: 1\nagents:\n  planner: {}\n', at('wrong_type', 3, 3)),
    refused('agents-entry-text', 'Takes an id for an agent.', 'version: 1\nagents:\n  - planner\n', at('wrong_type', 3, 5)),
    accepted('entries-most', 'Refuses a list of 100 entries.', entries(100), hundredContent),
    refused('entries-too-many', 'Takes 101 entries, or the first 100 of them.', entries(101), at('too_many', 3, 103)),
  ]),
]
