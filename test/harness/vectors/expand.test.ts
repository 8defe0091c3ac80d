import t from 'tap'
import { expand } from '../../../harness/vectors/expand.ts'

const tokens = new Map([['a', '0123456789abcdef'], ['b', 'fedcba9876543210']])

const expanded: readonly (readonly [what: string, value: unknown, becomes: unknown])[] = [
  ['plain values', { a: 1, b: [true, null, 'x'] }, { a: 1, b: [true, null, 'x'] }],
  ['a token alone', '{{token:a}}', '0123456789abcdef'],
  ['tokens within a text', '\n<goal_token>{{token:a}}</goal_token>\n{{token:b}}', '\n<goal_token>0123456789abcdef</goal_token>\nfedcba9876543210'],
  ['a token in upper case', 'x{{token:a:upper}}', 'x0123456789ABCDEF'],
  ['a repeated text', { body: { $repeat: ['ab', 3] } }, { body: 'ababab' }],
  ['a text repeated no times', { $repeat: ['ab', 0] }, ''],
  ['a repeated text with a token', { $repeat: ['{{token:a}} ', 2] }, '0123456789abcdef 0123456789abcdef '],
  ['a list', { tools: { $list: [{ name: { $repeat: ['x', 2] } }, 2] } }, { tools: [{ name: 'xx' }, { name: 'xx' }] }],
  ['members with names of objects', JSON.parse('{ "__proto__": "{{token:a}}" }'), JSON.parse('{ "__proto__": "0123456789abcdef" }')],
  ['what only looks like a token', ['{{token}}', '{token:a}', '{{ token:a }}'], ['{{token}}', '{token:a}', '{{ token:a }}']],
]
for (const [what, value, becomes] of expanded) t.strictSame(expand(value, tokens), becomes, what)

t.throws(() => expand('{{token:c}}', tokens), /there is no token "c"/)
t.throws(() => expand({ $list: [1, 1], $repeat: ['a', 1] }), /must stand alone/)
t.throws(() => expand({ $list: [1, 1e9] }), /too long/)
