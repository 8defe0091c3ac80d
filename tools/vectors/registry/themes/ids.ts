/** Ids of agents: their pattern, and that each is there once. */
import type { Content, Vector } from '../format.ts'
import { accepted, at, edited, flowAgent, group, implementationDefined, plainAgent, refused } from '../writing.ts'

const section = 'Registry, id'

const alone = (id: string) => `version: 1\nagents:\n  - ${flowAgent(id)}\n`
const content = (id: string): Content => ({ agents: [plainAgent(id)], projects: [] })

/** @param written As it stands in the file; default: the id itself. */
function takes(id: string, comment: string, value: string, written = value): Vector {
  return accepted(`id-${id}`, comment, alone(written), content(value))
}

function refuses(id: string, comment: string, written: string, code: 'bad_id' | 'wrong_type' = 'bad_id'): Vector {
  return refused(`id-${id}`, comment, alone(written), at(code, 3, 10))
}

export const idsTheme = [
  group('The pattern', section, [
    takes('two-characters', 'Refuses the shortest id.', 'a1'),
    refuses('one-character', 'Takes an id of one character.', 'a'),
    takes('longest', 'Refuses an id of 64 characters.', 'a'.repeat(64)),
    refuses('too-long', 'Takes an id of 65 characters.', 'a'.repeat(65)),
    takes('all-characters', 'Refuses a character that an id may have.', '0az9._-z'),
    takes('ends-in-punctuation', 'Wants a letter or digit at the end.', 'a._-'),
    refuses('upper-case', 'Takes upper case, or turns it into lower case.', 'Planner'),
    refuses('leading-dot', 'Takes a dot at the beginning.', '.planner'),
    refuses('leading-dash', 'Takes a dash at the beginning.', '-planner'),
    refuses('leading-underscore', 'Takes an underscore at the beginning.', '_planner'),
    refuses('inner-space', 'Takes white space.', 'plan ner'),
    refuses('outer-space', 'Trims an id.', '"planner "'),
    refuses('line-end', 'Matches the pattern up to a line end, as `$` does in many languages.', '"planner\\n"'),
    refuses('slash', 'Takes what could be a path.', '../planner'),
    refuses('non-ascii', 'Takes letters of any script.', 'pl\u00e4ner'),
    refuses('full-width', 'Normalises what looks like a letter.', '\uff50lanner'),
    refuses('empty', 'Takes an empty id.', '""'),
    refuses('star', 'Takes the wildcard for an id.', '"*"'),
  ]),
  group('Types', section, [
    takes('digits-quoted', 'Takes a quoted text of digits for a number.', '007', '"007"'),
    refuses('digits', 'Turns a number into a text, which loses its zeros.', '007', 'wrong_type'),
    refuses('boolean', 'Turns true into a text.', 'true', 'wrong_type'),
    refuses('null', 'Turns null into a text.', 'null', 'wrong_type'),
    refuses('list', 'Takes the first entry of a list.', '[planner]', 'wrong_type'),
    refuses('map', 'Takes a map for a text.', '{planner: x}', 'wrong_type'),
    implementationDefined(takes('yaml-1-1-boolean', 'Whether an unquoted `on` is a text, as in YAML 1.2; the contract names no version of YAML.', 'on')),
    implementationDefined(takes('date', 'Whether an unquoted date is a text, as in YAML 1.2; the contract names no version of YAML.', '2030-01-31')),
    implementationDefined(refuses('exponent', 'Whether an unquoted 1e3 is a number, as in YAML 1.2; the contract names no version of YAML.', '1e3', 'wrong_type')),
    implementationDefined(takes('underscored-digits', 'Whether an unquoted 1_000 is a text, as in YAML 1.2; the contract names no version of YAML.', '1_000')),
  ]),
  group('Each once', section, [
    refused('id-twice', 'Lets the last of two agents with one id win.', edited(['  - id: builder', '  - id: planner'], ['send_to: [builder]', 'send_to: []'], ['receive_from: [builder]', 'receive_from: []']), at('duplicate_id', 14, 9)),
    refused('id-thrice', 'Reports one of two repetitions.', `version: 1\nagents:\n  - ${flowAgent('aa')}\n  - ${flowAgent('bb')}\n  - ${flowAgent('aa')}\n  - ${flowAgent('aa')}\n`, at('duplicate_id', 5, 10), at('duplicate_id', 6, 10)),
    refused('id-twice-quoted', 'Takes a quoted id for another one.', `version: 1\nagents:\n  - ${flowAgent('aa')}\n  - ${flowAgent("'aa'")}\n`, at('duplicate_id', 4, 10)),
    accepted('id-nearly-twice', 'Compares ids without regard to punctuation.', `version: 1\nagents:\n  - ${flowAgent('a-a')}\n  - ${flowAgent('a.a')}\n  - ${flowAgent('a_a')}\n`, { agents: [plainAgent('a-a'), plainAgent('a.a'), plainAgent('a_a')], projects: [] }),
    accepted('display-name-twice', 'Wants display names to be unique.', `version: 1\nagents:\n  - ${flowAgent('aa')}\n  - ${flowAgent('bb')}\n`, { agents: [plainAgent('aa'), plainAgent('bb')], projects: [] }),
  ]),
]
