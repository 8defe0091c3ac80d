/** `enabled`, the ceiling, and the hash of a token with its expiry. */
import { createHash } from 'node:crypto'
import { accepted, at, builderHash, edited, group, implementationDefined, plannerHash, refused, withPlanner } from '../writing.ts'

const enabled = (written: string) => edited(['    enabled: true\n    send_to: [builder]', `    enabled: ${written}\n    send_to: [builder]`])
const ceiling = (written: string) => edited(['disclosure_ceiling: internal', `disclosure_ceiling: ${written}`])
const hash = (written: string) => edited([plannerHash, written])
const digits = '1'.repeat(64)

export const valuesTheme = [
  group('enabled', 'Registry, enabled', [
    accepted('enabled-false', 'Takes every agent for enabled.', enabled('false'), withPlanner({ enabled: false })),
    refused('enabled-text', 'Takes a text that is not empty for true.', enabled('"false"'), at('wrong_type', 8, 14)),
    refused('enabled-one', 'Takes 1 for true.', enabled('1'), at('wrong_type', 8, 14)),
    refused('enabled-zero', 'Takes 0 for false.', enabled('0'), at('wrong_type', 8, 14)),
    refused('enabled-null', 'Takes null for false, or for a default.', enabled('null'), at('wrong_type', 8, 14)),
    refused('enabled-nothing', 'Takes nothing for false, or for a default.', edited(['    enabled: true\n    send_to: [builder]', '    enabled:\n    send_to: [builder]']), at('wrong_type', 8, 13)),
    refused('enabled-list', 'Takes a list for true.', enabled('[true]'), at('wrong_type', 8, 14)),
    implementationDefined(accepted('enabled-upper-case', 'Whether True is true, as in YAML 1.2; the contract names no version of YAML.', enabled('True'), withPlanner({}))),
    implementationDefined(refused('enabled-yes', 'Whether yes is a text, as in YAML 1.2; the contract names no version of YAML.', enabled('yes'), at('wrong_type', 8, 14))),
    implementationDefined(refused('enabled-no', 'Whether no is a text, as in YAML 1.2; the contract names no version of YAML.', enabled('no'), at('wrong_type', 8, 14))),
  ]),
  group('disclosure_ceiling', 'Registry, disclosure_ceiling', [
    accepted('ceiling-lowest', 'Does not know the lowest ceiling.', ceiling('public-safe'), withPlanner({ disclosure_ceiling: 'public-safe' })),
    accepted('ceiling-highest', 'Does not know the highest ceiling.', ceiling('restricted'), withPlanner({ disclosure_ceiling: 'restricted' })),
    accepted('ceiling-quoted', 'Takes a quoted ceiling for another one.', ceiling("'internal'"), withPlanner({})),
    refused('ceiling-unknown', 'Takes an unknown ceiling for the highest, or for the lowest.', ceiling('secret'), at('bad_ceiling', 11, 25)),
    refused('ceiling-public', 'Takes the beginning of a ceiling for the whole.', ceiling('public'), at('bad_ceiling', 11, 25)),
    refused('ceiling-upper-case', 'Compares ceilings without regard to case.', ceiling('Internal'), at('bad_ceiling', 11, 25)),
    refused('ceiling-underscore', 'Takes an underscore for a dash.', ceiling('public_safe'), at('bad_ceiling', 11, 25)),
    refused('ceiling-space', 'Trims a ceiling.', ceiling('"internal "'), at('bad_ceiling', 11, 25)),
    refused('ceiling-empty', 'Takes an empty ceiling for the default.', ceiling('""'), at('bad_ceiling', 11, 25)),
    refused('ceiling-number', 'Takes the rank of a ceiling.', ceiling('2'), at('wrong_type', 11, 25)),
    refused('ceiling-list', 'Takes the highest of several.', ceiling('[internal]'), at('wrong_type', 11, 25)),
  ]),
  group('token_sha256', 'Registry, token_sha256', [
    accepted('hash-quoted', 'Takes the quotes for a part of the hash.', hash(`"${plannerHash}"`), withPlanner({})),
    refused('hash-upper-case', 'Turns a hash into lower case.', hash(plannerHash.toUpperCase()), at('bad_hash', 12, 19)),
    refused('hash-short', 'Takes a hash of 63 digits.', hash(plannerHash.slice(1)), at('bad_hash', 12, 19)),
    refused('hash-long', 'Takes a hash of 65 digits, or its beginning.', hash(`${plannerHash}0`), at('bad_hash', 12, 19)),
    refused('hash-not-hex', 'Takes 64 characters that are no digits.', hash('g'.repeat(64)), at('bad_hash', 12, 19)),
    refused('hash-space', 'Trims a hash.', hash(`"${plannerHash} "`), at('bad_hash', 12, 19)),
    refused('hash-line-end', 'Matches up to a line end, as `$` does in many languages.', hash(`"${plannerHash}\\n"`), at('bad_hash', 12, 19)),
    refused('hash-prefixed', 'Takes the name of the algorithm before a hash.', hash(`"sha256:${plannerHash}"`), at('bad_hash', 12, 19)),
    refused('hash-base64', 'Takes a hash in Base64.', hash(createHash('sha256').update('x').digest('base64')), at('bad_hash', 12, 19)),
    refused('hash-empty', 'Takes an empty hash for none, so that an empty token could match.', hash('""'), at('bad_hash', 12, 19)),
    refused('hash-digits', 'Takes a number, whose digits are rounded, for a hash.', hash(digits), at('wrong_type', 12, 19)),
    accepted('hash-digits-quoted', 'Takes a quoted text of digits for a number.', hash(`"${digits}"`), withPlanner({ token_sha256: digits })),
    refused('hash-list', 'Takes several hashes.', hash(`[${plannerHash}]`), at('wrong_type', 12, 19)),
    implementationDefined(refused('hash-null', 'Whether an optional key may be null; the contract does not say.', hash('null'), at('wrong_type', 12, 19))),
    refused('hash-shared', 'Lets two agents have one token, so that nobody knows who calls.', edited([builderHash, plannerHash]), at('duplicate_hash', 20, 19)),
    refused('hash-shared-disabled', 'Compares the tokens of enabled agents only.', edited([builderHash, plannerHash], ['    enabled: true\n    send_to: []', '    enabled: false\n    send_to: []']), at('duplicate_hash', 20, 19)),
    accepted('hash-absent', 'Needs a token.', edited([`    token_sha256: ${plannerHash}\n    expires_at: 2999-01-31T12:00:00Z\n  - id: builder`, '  - id: builder']), withPlanner({ token_sha256: null, expires_at: null })),
    accepted('hash-absent-with-expiry', 'Needs a token where there is an expiry.', edited([`    token_sha256: ${plannerHash}\n`, '']), withPlanner({ token_sha256: null })),
    refused('hash-without-expiry', 'Lets a token live for ever.', edited(['    expires_at: 2999-01-31T12:00:00Z\n  - id: builder', '  - id: builder']), at('missing_expiry', 6, 5)),
  ]),
]
