/** Texts that could be secrets, in every place where somebody could paste one by mistake: none of them is shown again. */
import { at, edited, flowAgent, good, group, plannerHash, secret } from '../writing.ts'
import type { Problem, Vector } from '../format.ts'

const section = 'Registry, no value that could be a secret'

/** A token in the shape of real ones, another one for each vector, so that a report that shows it tells which. */
function tokenFor(id: string): string {
  return `handoff_Canary-Token-${`${id}-0123456789abcdefghij`.slice(0, 30).padEnd(30, 'x')}`
}

function pasted(id: string, comment: string, text: (token: string) => string, ...problems: readonly Problem[]): Vector {
  const token = tokenFor(id)
  return secret(`secret-${id}`, comment, text(token), [token], ...problems)
}

const enabledOf = '    enabled: true\n    send_to: [builder]'

export const secretsTheme = [
  group('Tokens in wrong places', section, [
    pasted('hash', 'Shows the token that was pasted in the place of its hash.', (token) => edited([plannerHash, token]), at('bad_hash', 12, 19)),
    pasted('id', 'Shows the wrong id of an agent.', (token) => `version: 1\nagents:\n  - ${flowAgent(token)}\n`, at('bad_id', 3, 10)),
    pasted('key', 'Shows the name of an unknown key.', (token) => edited([enabledOf, `    ${token}: true\n${enabledOf}`]), at('unknown_key', 8, 5)),
    pasted('key-twice', 'Shows the name of a repeated key.', (token) => edited([enabledOf, `    ${token}: true\n    ${token}: true\n${enabledOf}`]), at('unknown_key', 8, 5), at('duplicate_key', 9, 5)),
    pasted('value', 'Shows the value of an unknown key.', (token) => edited([enabledOf, `    token: ${token}\n${enabledOf}`]), at('unknown_key', 8, 5)),
    pasted('entry', 'Shows the entry of a list that is no id.', (token) => edited(['send_to: [builder]', `send_to: [${token}]`]), at('bad_id', 9, 15)),
    pasted('ceiling', 'Shows a ceiling that it does not know.', (token) => edited(['disclosure_ceiling: internal', `disclosure_ceiling: ${token}`]), at('bad_ceiling', 11, 25)),
    pasted('enabled', 'Shows a value of the wrong type.', (token) => edited([enabledOf, `    enabled: ${token}\n    send_to: [builder]`]), at('wrong_type', 8, 14)),
    pasted('time', 'Shows a text that is no point in time.', (token) => edited(['expires_at: 2999-01-31T12:00:00Z\n  - id', `expires_at: ${token}\n  - id`]), at('bad_time', 13, 17)),
    pasted('version', 'Shows a version that it does not know.', (token) => edited(['version: 1', `version: ${token}`]), at('unsupported_version', 1, 10)),
    pasted('name', 'Shows a name that is too long.', (token) => edited(['The planner', `${token}-${'x'.repeat(60)}`]), at('bad_length', 7, 19)),
    pasted('project-twice', 'Shows what is there twice.', (token) => edited(['- id: p1\n    name: Project One', `- id: ${token}\n    name: One\n  - id: ${token}\n    name: Two`]), at('duplicate_id', 5, 9)),
    pasted('reference', 'Shows an id that no agent has.', (token) => edited(['send_to: [builder]', `send_to: [${token.toLowerCase()}]`]), at('unknown_reference', 9, 15)),
  ].map((vector) => (vector.id === 'secret-reference' ? { ...vector, secrets: (vector.secrets ?? []).map((token) => token.toLowerCase()) } : vector))),
  group('Tokens where YAML breaks', section, [
    pasted('line', 'Quotes the line that is no YAML.', (token) => edited(['version: 1\n', `version: 1\n${token}\n`]), at('bad_yaml', 2, 1)),
    pasted('open-quote', 'Quotes the text that is not closed.', (token) => edited(['The planner', `"${token}`]), at('bad_yaml', 22, 1)),
    pasted('escape', 'Quotes the text with an escape that it does not know.', (token) => edited(['The planner', `"${token}\\q"`]), at('bad_yaml', 7, 71)),
    pasted('anchor', 'Names an anchor that it does not know.', (token) => edited(['send_to: [builder]', `send_to: *${token}`]), at('bad_alias', 9, 14)),
    pasted('tag', 'Names a tag that it does not know.', (token) => edited([enabledOf, `    enabled: !${token} true\n    send_to: [builder]`]), at('tag', 8, 14), at('wrong_type', 8, 67)),
    pasted('directive', 'Names a directive that it does not know.', (token) => `%${token}\n---\n${good}`, at('directive', 1, 1)),
    pasted('second-document', 'Shows what stands in a second document.', (token) => `${good}---\n${token}\n`, at('multiple_documents', 22, 1)),
    pasted('whole', 'Shows a file that is nothing but a token.', (token) => token, at('wrong_type', 1, 1)),
    pasted('tab', 'Quotes the line with a tab.', (token) => edited([enabledOf, `\tenabled: ${token}\n    send_to: [builder]`]), at('bad_yaml', 8, 1)),
    pasted('colons', 'Quotes the value with a colon.', (token) => edited(['The planner', `token: ${token}`]), at('bad_yaml', 7, 19)),
  ]),
]
