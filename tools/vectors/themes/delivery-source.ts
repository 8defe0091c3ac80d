/** The delivery source is a free text that comes back as it was sent, and never makes a channel trusted. */
import { capability, ok, refused, stale, unavailable } from '../expectations.ts'
import { group, plain } from '../writing.ts'

const echoed: readonly (readonly [id: string, comment: string, source: string])[] = [
  ['source-given', 'Always says chat_paste.', 'email'],
  ['source-default-given', 'Says something else for the default when it is given.', 'chat_paste'],
  ['source-free', 'Wants a source from a list of its own.', 'carrier pigeon / 7'],
  ['source-case', 'Folds the case of the source.', 'Chat_Paste'],
  ['source-white-space', 'Trims the source.', ' email\n'],
  ['source-non-ascii', 'Loses characters outside ASCII, or normalises them.', 'caf\u00e9 cafe\u0301 \u{1f600}'],
  ['source-control', 'Drops or escapes control characters.', 'a\u0000b\u007fc'],
  ['source-markup', 'Encodes or decodes entities.', '<b>&amp;"\'\\'],
  ['source-blank', 'Takes a blank source for an empty one.', ' '],
  ['source-null-text', 'Takes the text "null" for null.', 'null'],
]

export const deliverySourceTheme = [
  group('Echo', 'Parameters, delivery_source', [
    plain('source-absent', 'Leaves delivery_source out, or says null, where none is given.', {}, ok({ delivery_source: 'chat_paste' })),
    plain('source-null', 'Echoes null instead of the default.', { delivery_source: null }, ok({ delivery_source: 'chat_paste' })),
    plain('source-empty', 'Echoes an empty source: empty or missing, it is the default.', { delivery_source: '' }, ok({ delivery_source: 'chat_paste' })),
    ...echoed.map(([id, wrong, source]) => plain(id, wrong, { delivery_source: source }, ok({ delivery_source: source }))),
  ]),
  group('Rejections', 'Parameters, delivery_source', [
    plain('source-with-stale', 'Leaves the source out of a rejection.', { goal_token: '0123456789abcdef', delivery_source: 'email' }, stale('not_found', { delivery_source: 'email' })),
    plain('source-with-unavailable', 'Says the default in a rejection.', { required_tools: ['a'], available_tools: [], delivery_source: 'email' },
      unavailable(capability(['a'], [], ['a']), { delivery_source: 'email' })),
    plain('source-default-with-stale', 'Says no source in a rejection where none was given.', { goal_token: '0123456789abcdef' }, stale('not_found')),
  ]),
  group('Trust', 'Verdict', [
    plain('source-trusted', 'Calls a channel trusted because its name says so.', { delivery_source: 'trusted' }, ok({ delivery_source: 'trusted' })),
    plain('source-trust-not-a-parameter', 'Takes is_trusted_channel from the input: it is no parameter.', { is_trusted_channel: true }, refused('is_trusted_channel')),
  ]),
]
