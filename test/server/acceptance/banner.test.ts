/** Which banner is stripped, and that hostile bodies cost no more than their length. */
import * as fc from 'fast-check'
import t from 'tap'
import { findBanner, stripBanner } from '../../../server/acceptance/banner.ts'

const banner = '\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: a warning -->'

const bodies: readonly (readonly [name: string, body: string, stripped: string])[] = [
  ['none', '/goal\nhello', '/goal\nhello'],
  ['behind the first line', `/goal${banner}\nhello`, '/goal\nhello'],
  ['at the end', `/goal${banner}`, '/goal'],
  ['alone', banner, ''],
  ['twice: once', `/goal${banner}${banner}\nhello`, `/goal${banner}\nhello`],
  ['without a line feed before it', banner.slice(1), banner.slice(1)],
  ['behind a carriage return', `/goal\r${banner}\r\nhello`, '/goal\r\r\nhello'],
  ['a carriage return inside', '\n<goal_token>a</goal_token>\r\n<!-- SECURITY: -->', '\n<goal_token>a</goal_token>\r\n<!-- SECURITY: -->'],
  ['in upper case', banner.toUpperCase(), banner.toUpperCase()],
  ['an empty token', 'a\n<goal_token></goal_token>\n<!-- SECURITY:-->b', 'ab'],
  ['a token over several lines', 'a\n<goal_token>x\ny\n</goal_token>\n<!-- SECURITY:-->b', 'ab'],
  ['a comment over several lines, to its first end', 'a\n<goal_token>x</goal_token>\n<!-- SECURITY: 1\n2 --> b -->', 'a b -->'],
  ['an element inside the token', 'a\n<goal_token>x<b/></goal_token>\n<!-- SECURITY: -->', 'a\n<goal_token>x<b/></goal_token>\n<!-- SECURITY: -->'],
  ['a second opening directly behind the first', 'a\n<goal_token>\n<goal_token>x</goal_token>\n<!-- SECURITY: -->b', 'a\n<goal_token>b'],
  ['a comment without end', 'a\n<goal_token>x</goal_token>\n<!-- SECURITY: --', 'a\n<goal_token>x</goal_token>\n<!-- SECURITY: --'],
  ['an end that overlaps the beginning', 'a\n<goal_token>x</goal_token>\n<!-- SECURITY:->', 'a\n<goal_token>x</goal_token>\n<!-- SECURITY:->'],
  ['another comment', 'a\n<goal_token>x</goal_token>\n<!-- security: -->', 'a\n<goal_token>x</goal_token>\n<!-- security: -->'],
  ['a blank line between', 'a\n<goal_token>x</goal_token>\n\n<!-- SECURITY: -->', 'a\n<goal_token>x</goal_token>\n\n<!-- SECURITY: -->'],
  ['no banner first, then one', `a\n<goal_token>x</goal_token>\nb${banner}c`, 'a\n<goal_token>x</goal_token>\nbc'],
]

for (const [name, body, stripped] of bodies) t.equal(stripBanner(body), stripped, name)
t.match(findBanner(`/goal${banner}\nhello`), { start: 5, token: '0123456789abcdef' })

t.test('as the contract writes it, whatever the parts', (t) => {
  const reference = /\n<goal_token>[^<]*<\/goal_token>\n<!-- SECURITY:[^]*?-->/
  const part = fc.constantFrom('\n', '<goal_token>', '</goal_token>', '<!-- SECURITY:', '-->', 'x', '<', '>', banner)
  fc.assert(fc.property(fc.array(part, { maxLength: 20 }), (parts) => stripBanner(parts.join('')) === parts.join('').replace(reference, '')), { numRuns: 2000 })
  t.end()
})

const hostile = ['\n<goal_token>', '\n<goal_token></goal_token>\n<!-- SECURITY:', '\n<goal_token></goal_token>', '<', '\n', '--']
for (const part of hostile) {
  const body = part.repeat(Math.floor(1_048_576 / part.length))
  t.equal(stripBanner(body), body, `a body of ${JSON.stringify(part)} ends`)
}
