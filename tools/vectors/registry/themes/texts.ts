/** Display names and projects: lengths in code points, what a text may hold, and which are there once. */
import type { Content, Text } from '../format.ts'
import { accepted, at, edited, goodContent, group, implementationDefined, projectOne, refused, withPlanner } from '../writing.ts'

const section = 'Registry, texts'

const named = (written: string) => edited(['The planner', written])
const content = (display_name: string): Content => withPlanner({ display_name })
const projects = (...list: Content['projects']): Content => ({ ...goodContent, projects: list })
const project = (id: string, name: string) => `  - id: ${id}\n    name: ${name}\n`
const withProjects = (text: string) => edited([project('p1', 'Project One'), text])
const many = (count: number): Text => {
  const [before = '', after = ''] = withProjects('@').split('@')
  return [before, { $series: ['  - {id: p{n}, name: Project {n}}\n', 1, count] }, after]
}

export const textsTheme = [
  group('Display names', section, [
    refused('name-empty', 'Takes an empty name.', named('""'), at('bad_length', 7, 19)),
    accepted('name-one', 'Refuses a name of one character.', named('x'), content('x')),
    accepted('name-longest', 'Refuses a name of 100 characters.', named('x'.repeat(100)), content('x'.repeat(100))),
    refused('name-too-long', 'Takes a name of 101 characters.', named('x'.repeat(101)), at('bad_length', 7, 19)),
    accepted('name-longest-astral', 'Counts UTF-16 code units or bytes, so that a name of 100 characters is refused.', named('\u{1f6e0}'.repeat(100)), content('\u{1f6e0}'.repeat(100))),
    refused('name-too-long-astral', 'Does not count characters outside the basic plane.', named('\u{1f6e0}'.repeat(101)), at('bad_length', 7, 19)),
    refused('name-too-long-combining', 'Counts what a reader sees, in place of code points.', named('e\u0301'.repeat(51)), at('bad_length', 7, 19)),
    accepted('name-quoted-number', 'Takes a quoted text of digits for a number.', named('"42"'), content('42')),
    refused('name-number', 'Turns a number into a text.', named('42'), at('wrong_type', 7, 19)),
    refused('name-null', 'Turns null into a text.', named('null'), at('wrong_type', 7, 19)),
    accepted('name-escapes', 'Does not read escapes in double quotes.', named('"A \\"\\u00e9\\x41\\U0001F6E0\\\\"'), content('A "\u00e9A\u{1f6e0}\\')),
    accepted('name-single-quotes', 'Reads escapes in single quotes.', named("'it''s \\n'"), content("it's \\n")),
    implementationDefined(refused('name-control', 'Whether a control character may be in a name; the contract does not say.', named('"a\\u0007b"'), at('bad_characters', 7, 19))),
    implementationDefined(refused('name-line-end', 'Whether a line end may be in a name; the contract does not say.', named('"a\\nb"'), at('bad_characters', 7, 19))),
    implementationDefined(refused('name-outer-space', 'Whether a name may begin with white space, or is trimmed; the contract does not say.', named('" x"'), at('bad_characters', 7, 19))),
    implementationDefined(refused('name-blank', 'Whether a name may be white space alone; the contract does not say.', named('" "'), at('bad_characters', 7, 19))),
    implementationDefined(refused('name-half-surrogate', 'Whether half of a surrogate pair may be written as an escape; the contract does not say.', named('"a\\ud800b"'), at('bad_characters', 7, 19))),
  ]),
  group('Projects', section, [
    accepted('projects-absent', 'Needs projects.', edited(['projects:\n  - id: p1\n    name: Project One\n', '']), projects()),
    accepted('projects-empty', 'Needs at least one project.', edited(['projects:\n  - id: p1\n    name: Project One\n', 'projects: []\n']), projects()),
    implementationDefined(refused('projects-null', 'Whether an optional key may be null; the contract does not say.', edited(['projects:\n  - id: p1\n    name: Project One\n', 'projects: null\n']), at('wrong_type', 2, 11))),
    refused('projects-map', 'Takes a map from names to ids for the list.', edited(['  - id: p1\n    name: Project One\n', '  p1: Project One\n']), at('wrong_type', 3, 3)),
    accepted('projects-most', 'Refuses 100 projects.', many(100), projects({ $series: [{ id: 'p{n}', name: 'Project {n}' }, 1, 100] })),
    refused('projects-too-many', 'Takes 101 projects, or the first 100 of them.', many(101), at('too_many', 3, 3)),
    accepted('project-id-free', 'Holds the ids of projects to the pattern of agents.', withProjects(project("'Proj: \u00dcber/1'", 'x')), projects({ id: 'Proj: \u00dcber/1', name: 'x' })),
    accepted('project-id-longest', 'Refuses a project id of 100 characters.', withProjects(project('x'.repeat(100), 'x')), projects({ id: 'x'.repeat(100), name: 'x' })),
    refused('project-id-too-long', 'Takes a project id of 101 characters.', withProjects(project('x'.repeat(101), 'x')), at('bad_length', 3, 9)),
    refused('project-id-empty', 'Takes an empty project id.', withProjects(project("''", 'x')), at('bad_length', 3, 9)),
    accepted('project-name-longest', 'Refuses a project name of 100 characters.', withProjects(project('p1', '\u{1f6e0}'.repeat(100))), projects({ id: 'p1', name: '\u{1f6e0}'.repeat(100) })),
    refused('project-name-too-long', 'Takes a project name of 101 characters.', withProjects(project('p1', '\u{1f6e0}'.repeat(101))), at('bad_length', 4, 11)),
    refused('project-id-number', 'Turns a number into a text.', withProjects(project('1', 'x')), at('wrong_type', 3, 9)),
    refused('project-id-twice', 'Lets the last of two projects with one id win.', withProjects(project('p1', 'x') + project('p1', 'y')), at('duplicate_id', 5, 9)),
    refused('project-name-twice', 'Resolves a name that two projects have.', withProjects(project('p1', 'x') + project('p2', 'x')), at('duplicate_name', 6, 11)),
    refused('project-twice', 'Reports one of two repetitions.', withProjects(project('p1', 'x') + project('p1', 'x')), at('duplicate_id', 5, 9), at('duplicate_name', 6, 11)),
    accepted('project-name-of-another-case', 'Compares names without regard to case.', withProjects(project('p1', 'x') + project('P1', 'X')), projects({ id: 'p1', name: 'x' }, { id: 'P1', name: 'X' })),
    accepted('project-name-is-an-id', 'Takes the name of one project for the id of another.', withProjects(project('p1', 'p2') + project('p2', 'p1')), projects({ id: 'p1', name: 'p2' }, { id: 'p2', name: 'p1' })),
    accepted('project-id-is-an-agent', 'Keeps the ids of projects and agents in one set.', withProjects(project('planner', 'Project One')), projects({ ...projectOne, id: 'planner' })),
  ]),
]
