/** What YAML offers beside plain maps, lists and texts: styles, tags, directives, documents, and what is no YAML. */
import { accepted, at, builder, edited, flowAgent, good, goodContent, group, implementationDefined, plainAgent, planner, projectOne, refused, withPlanner } from '../writing.ts'

const section = 'Registry, strictness'

const named = (written: string) => edited(['The planner', written])
const json = JSON.stringify({ version: 1, projects: [projectOne], agents: [planner, builder] })

export const yamlTheme = [
  group('Styles', section, [
    accepted('yaml-json', 'Does not take JSON, which is YAML too.', json, goodContent),
    accepted('yaml-json-indented', 'Does not take JSON over several lines.', `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`, goodContent),
    accepted('yaml-flow', 'Does not take flow style without quotes.', `{version: 1, agents: [${flowAgent('aa')},]}`, { agents: [plainAgent('aa')], projects: [] }),
    accepted('yaml-comments', 'Takes a comment for a part of a value.', edited(['version: 1\n', '# Who may hand what to whom\nversion: 1 # the only one\n\n'], ['The planner', 'The planner # of all']), goodContent),
    accepted('yaml-hash-in-text', 'Takes a hash sign within a word for a comment.', named('The#planner'), withPlanner({ display_name: 'The#planner' })),
    accepted('yaml-no-last-line-end', 'Needs a line end at the end.', good.trimEnd(), goodContent),
    accepted('yaml-folded', 'Keeps the line ends of a folded text.', named('>-\n      The\n      planner'), withPlanner({ display_name: 'The planner' })),
    accepted('yaml-literal', 'Keeps the indentation of a literal text.', named('|-\n      The planner'), withPlanner({ display_name: 'The planner' })),
    accepted('yaml-plain-lines', 'Does not join the lines of a plain text.', named('The\n      planner'), withPlanner({ display_name: 'The planner' })),
    accepted('yaml-quoted-lines', 'Does not join the lines of a quoted text.', named('"The\n      planner"'), withPlanner({ display_name: 'The planner' })),
    implementationDefined(refused('yaml-literal-with-line-end', 'Whether a name may end in a line end; the contract does not say.', named('|\n      The planner'), at('bad_characters', 7, 19))),
    accepted('yaml-explicit-keys', 'Does not know keys that are marked with a question mark.', edited(['    enabled: true\n    send_to: [builder]', '    ? enabled\n    : true\n    send_to: [builder]']), goodContent),
    accepted('yaml-lists-not-indented', 'Needs lists to be indented.', edited(['projects:\n  - id: p1\n    name: Project One\n', 'projects:\n- id: p1\n  name: Project One\n']), goodContent),
    accepted('yaml-tab-between', 'Refuses a tab where it separates.', edited(['enabled: true\n    send_to: [builder]', 'enabled:\ttrue\t# yes\n    send_to: [builder]']), goodContent),
  ]),
  group('Documents', section, [
    accepted('yaml-document-marks', 'Does not know the marks around a document.', `---\n${good}...\n`, goodContent),
    refused('yaml-two-documents', 'Reads the first of two documents, or the last.', `${good}---\n${good}`, at('multiple_documents', 22, 1)),
    refused('yaml-second-document-empty', 'Passes over an empty second document.', `${good}---\n`, at('multiple_documents', 22, 1)),
    refused('yaml-second-document-elsewhere', 'Passes over what stands behind the end of the document.', `${good}...\nagents: []\n`, at('multiple_documents', 23, 1)),
    refused('yaml-empty', 'Takes an empty file for a policy that allows nothing, and forgets the last good one.', '', at('empty', 1, 1)),
    refused('yaml-blank', 'Takes a blank file for a policy that allows nothing.', '\n  \n\n', at('empty', 1, 1)),
    refused('yaml-comments-only', 'Takes comments alone for a policy that allows nothing.', '# nothing\n# at all\n', at('empty', 1, 1)),
    refused('yaml-null', 'Takes null for a policy that allows nothing.', 'null\n', at('wrong_type', 1, 1)),
    refused('yaml-empty-map', 'Has a default for everything.', '{}\n', at('missing_key', 1, 1), at('missing_key', 1, 1)),
    refused('yaml-list', 'Takes a list of agents for the file.', `- ${flowAgent('aa')}\n`, at('wrong_type', 1, 1)),
    refused('yaml-text', 'Takes a text for the file.', 'version 1\n', at('wrong_type', 1, 1)),
  ]),
  group('Tags and directives', section, [
    implementationDefined(refused('yaml-tag-text', 'Whether a tag that says what a value is anyway may stand; the contract does not say.', named('!!str The planner'), at('tag', 7, 19))),
    implementationDefined(refused('yaml-tag-number', 'Whether a tag may turn a number into a text; the contract does not say.', named('!!str 42'), at('tag', 7, 19))),
    implementationDefined(refused('yaml-tag-unspecific', 'Whether the tag `!` may stand; the contract does not say.', named('! The planner'), at('tag', 7, 19))),
    implementationDefined(refused('yaml-tag-binary', 'Whether Base64 that is tagged as binary is decoded; the contract does not say.', edited(['id: builder\n', 'id: !!binary YnVpbGRlcg==\n']), at('unknown_reference', 9, 15), at('unknown_reference', 10, 20), at('tag', 14, 9), at('bad_id', 14, 18))),
    refused('yaml-tag-custom', 'Passes over a tag that it does not know, or makes an object of it.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: !no true\n    send_to: [builder]']), at('tag', 8, 14), at('wrong_type', 8, 18)),
    refused('yaml-tag-code', 'Runs what a tag names.', named('!!js/function "function () { return 1 }"'), at('tag', 7, 19)),
    implementationDefined(refused('yaml-directive-version', 'Whether the version of YAML may be stated; the contract does not say.', `%YAML 1.2\n---\n${good}`, at('directive', 1, 1))),
    implementationDefined(refused('yaml-directive-unknown', 'Whether a directive that nobody knows is passed over, as YAML has it; the contract does not say.', `%POLICY open\n---\n${good}`, at('directive', 1, 1))),
  ]),
  group('No YAML', section, [
    refused('yaml-tab-indent', 'Takes a tab for so many spaces.', edited(['    enabled: true\n    send_to: [builder]', '\tenabled: true\n    send_to: [builder]']), at('bad_yaml', 8, 1)),
    refused('yaml-bad-indent', 'Guesses what a line belongs to.', edited(['    enabled: true\n    send_to: [builder]', '   enabled: true\n    send_to: [builder]']), at('bad_yaml', 8, 1)),
    refused('yaml-open-quote', 'Closes a quote at the end of the file.', named('"The planner'), at('bad_yaml', 22, 1)),
    refused('yaml-open-bracket', 'Closes a list at the end of the line.', edited(['send_to: [builder]', 'send_to: [builder']), at('bad_yaml', 10, 5)),
    refused('yaml-extra-bracket', 'Passes over a bracket that closes nothing.', edited(['send_to: [builder]', 'send_to: [builder]]']), at('bad_yaml', 9, 23)),
    refused('yaml-two-colons', 'Takes the rest of the line for a value.', named('The: planner'), at('bad_yaml', 7, 19)),
    refused('yaml-no-space', 'Takes a colon without a space for a key.', edited(['enabled: true\n    send_to: [builder]', 'enabled:true\n    send_to: [builder]']), at('bad_yaml', 8, 5)),
    refused('yaml-bad-escape', 'Passes over an escape that it does not know.', named('"The \\q planner"'), at('bad_yaml', 7, 24)),
    refused('yaml-reserved', 'Takes a character that YAML has reserved at the beginning of a text.', named('@planner'), at('bad_yaml', 7, 19)),
    refused('yaml-conflict-marks', 'Reads the marks of a merge conflict as text.', `<<<<<<< ours\n${good}`, at('bad_yaml', 1, 1)),
    refused('yaml-html', 'Takes a page of another service for an empty policy.', '<!DOCTYPE html>\n<html><body>Not found</body></html>\n', at('wrong_type', 1, 1)),
  ]),
]
