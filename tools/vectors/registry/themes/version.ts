/** The version of the file. */
import { accepted, at, edited, flowAgent, good, goodContent, group, implementationDefined, plainAgent, refused } from '../writing.ts'

const section = 'Registry, version'

export const versionTheme = [
  group('The version', section, [
    accepted('version-one', 'Refuses a file that has everything that a file may have.', good, goodContent),
    accepted('version-last', 'Needs the version before anything else.', `agents:\n  - ${flowAgent('aa')}\nversion: 1\n`, { agents: [plainAgent('aa')], projects: [] }),
    refused('version-missing', 'Takes a file without a version for one of version 1.', edited(['version: 1\n', '']), at('missing_key', 1, 1)),
    refused('version-two', 'Reads a later version as though it were this one.', edited(['version: 1', 'version: 2']), at('unsupported_version', 1, 10)),
    refused('version-zero', 'Takes any version up to its own.', edited(['version: 1', 'version: 0']), at('unsupported_version', 1, 10)),
    refused('version-negative', 'Compares the version without its sign.', edited(['version: 1', 'version: -1']), at('unsupported_version', 1, 10)),
    refused('version-text', 'Turns a text into a number.', edited(['version: 1', 'version: "1"']), at('unsupported_version', 1, 10)),
    refused('version-boolean', 'Turns true into the number 1.', edited(['version: 1', 'version: true']), at('unsupported_version', 1, 10)),
    refused('version-list', 'Takes a list of one entry for the entry.', edited(['version: 1', 'version: [1]']), at('unsupported_version', 1, 10)),
    refused('version-null', 'Takes null for the default.', edited(['version: 1', 'version: ~']), at('unsupported_version', 1, 10)),
    refused('version-fraction', 'Cuts the fraction off.', edited(['version: 1', 'version: 1.5']), at('unsupported_version', 1, 10)),
    implementationDefined(refused('version-float', 'Whether 1.0 is the number 1; the contract does not say.', edited(['version: 1', 'version: 1.0']), at('unsupported_version', 1, 10))),
    implementationDefined(refused('version-octal', 'Whether 0o1 is the number 1; the contract does not say.', edited(['version: 1', 'version: 0o1']), at('unsupported_version', 1, 10))),
    implementationDefined(refused('version-padded', 'Whether 01 is the number 1; the contract does not say.', edited(['version: 1', 'version: 01']), at('unsupported_version', 1, 10))),
  ]),
]
