/** From bytes to text: encodings, line ends, sizes. */
import type { Vector } from '../format.ts'
import { accepted, at, bytes, edited, good, goodContent, group, implementationDefined, refused, withPlanner } from '../writing.ts'

const mebibyte = 1_048_576

/** The good file with bytes in the place of the planner's name. */
function named(id: string, comment: string, ...name: readonly number[]): Vector {
  const [before = '', after = ''] = edited(['The planner', '@']).split('@')
  return bytes(`bytes-${id}`, comment, Buffer.concat([Buffer.from(before), Buffer.from(name), Buffer.from(after)]), { refused: [at('bad_encoding', 7, 20)] })
}

const filler = (size: number, text = good) => [text, '#', { $repeat: ['x', size - Buffer.byteLength(text) - 2] as const }, '\n']

export const bytesTheme = [
  group('Line ends and marks', 'Registry, bytes', [
    accepted('bytes-crlf', 'Takes the carriage return for a part of a value.', good.replaceAll('\n', '\r\n'), goodContent),
    accepted('bytes-mixed-line-ends', 'Decides on the line ends of a file by its first line.', edited(['version: 1\n', 'version: 1\r\n']), goodContent),
    refused('bytes-crlf-places', 'Counts the carriage return as a line or as a column.', edited(['The planner', '""']).replaceAll('\n', '\r\n'), at('bad_length', 7, 19)),
    accepted('bytes-mark', 'Takes a byte order mark for a part of the first key.', `\ufeff${good}`, goodContent),
    refused('bytes-mark-places', 'Counts the byte order mark as a column.', `\ufeffversion: 2${good.slice('version: 1'.length)}`, at('unsupported_version', 1, 10)),
    accepted('bytes-mark-within', 'Takes a zero width no-break space within a text for a byte order mark.', edited(['The planner', 'The \ufeffplanner']), withPlanner({ display_name: 'The \ufeffplanner' })),
    refused('bytes-astral-places', 'Counts columns in UTF-16 code units or in bytes, where the contract of these vectors has code points.', edited(['send_to: [builder]', 'send_to: ["\u{1f6e0}\u{1f6e0}", ghost]']), at('bad_id', 9, 15), at('unknown_reference', 9, 21)),
  ]),
  group('Encodings', 'Registry, bytes', [
    named('invalid', 'Replaces bytes that are no UTF-8.', 0x61, 0xff, 0x62),
    named('latin-1', 'Guesses that the file is Latin-1.', 0x61, 0xe9, 0x62),
    named('cut-off', 'Takes the beginning of a character for the whole.', 0x61, 0xe2, 0x82),
    named('overlong', 'Takes a character in more bytes than it needs.', 0x61, 0xc0, 0xaf),
    named('surrogates', 'Takes surrogates that are encoded one by one.', 0x61, 0xed, 0xa0, 0xbd, 0xed, 0xbb, 0xa0),
    named('beyond-unicode', 'Takes what is beyond U+10FFFF.', 0x61, 0xf4, 0x90, 0x80, 0x80),
    named('column', 'Counts the bytes before the place, in place of characters.', 0x78, 0xff),
    bytes('bytes-in-comment', 'Checks the encoding of values only.', Buffer.concat([Buffer.from('# \u00e9'), Buffer.from([0xff]), Buffer.from(`\n${good}`)]), { refused: [at('bad_encoding', 1, 4)] }),
    bytes('bytes-two-lines', 'Reports the first line with a bad byte only.', Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(good), Buffer.from([0x23, 0xc3, 0x0a])]), { refused: [at('bad_encoding', 1, 1), at('bad_encoding', 23, 2)] }),
    implementationDefined(bytes('bytes-utf-16', 'Whether UTF-16 is taken, as YAML has it; the contract does not say.', Buffer.from(`\ufeff${good}`, 'utf16le'), { refused: [at('bad_encoding', 1, 1)] })),
    implementationDefined(refused('bytes-nul-in-name', 'Whether U+0000 may stand in a text; YAML does not have it, and the contract does not say.', edited(['The planner', '"a\0b"']), at('bad_characters', 7, 19))),
    refused('bytes-nul-in-key', 'Ends a key at U+0000.', edited(['    enabled: true\n    send_to: [builder]', '    enabled: true\n    "enabled\0": false\n    send_to: [builder]']), at('unknown_key', 9, 5)),
    refused('bytes-nul-in-id', 'Ends an id at U+0000.', edited(['send_to: [builder]', 'send_to: ["builder\0"]']), at('bad_id', 9, 15)),
    refused('bytes-escaped-nul', 'Ends an id at an escaped U+0000.', edited(['send_to: [builder]', 'send_to: ["builder\\0"]']), at('bad_id', 9, 15)),
  ]),
  group('Sizes', 'Registry, limits', [
    accepted('size-largest', 'Refuses a file of exactly 1 MiB.', filler(mebibyte), goodContent),
    refused('size-too-large', 'Takes a file of one byte more than 1 MiB.', filler(mebibyte + 1), { code: 'too_large' }),
    refused('size-too-large-and-broken', 'Parses a file before it looks at its size.', filler(mebibyte + 1, edited(['The planner', '"The planner'])), { code: 'too_large' }),
    refused('size-counted-in-bytes', 'Counts characters, so that a file of more than 1 MiB is taken.', [good, '#', { $repeat: ['\u00e9', mebibyte / 2] }, '\n'], { code: 'too_large' }),
    refused('size-padding', 'Counts what is left without white space.', [good, { $repeat: ['\n', mebibyte] }], { code: 'too_large' }),
  ]),
]
