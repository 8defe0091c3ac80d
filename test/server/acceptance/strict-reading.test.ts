/** What the second reading warns of, and that it costs no more than the length of a body. */
import t from 'tap'
import { stripBanner } from '../../../server/acceptance/banner.ts'
import { warningsOf, type Warning } from '../../../server/acceptance/strict-reading.ts'
import { readStrictTag } from '../../../server/acceptance/strict-tag.ts'

const warned = (body: string, token?: string): readonly Warning[] => warningsOf({ delivered: body, stripped: stripBanner(body), token })
const tag = (attributes: string) => `<project_start_config ${attributes}>`
const banner = (token: string) => `\n<goal_token>${token}</goal_token>\n<!-- SECURITY: x -->`

const bodies: readonly (readonly [name: string, body: string, expected: readonly Warning[]])[] = [
  ['no tag', '/goal\nhello', []],
  ['an honest tag', tag('project_id="a" repo_path="/b"'), []],
  ['an honest tag closed in itself', tag('project_id="a" repo_path="/b" /'), []],
  ['another tag', tag('a="1"') + tag('a="1"'), ['tag-again']],
  ['a tag inside the tag', tag(tag('project_id="a"')), ['tag-again', 'attribute-stray']],
  ['no end', '<project_start_config project_id="a"', ['tag-not-closed', 'readings-differ']],
  ['no attribute', '<project_start_config>', ['tag-unreadable']],
  ['upper case', '<PROJECT_START_CONFIG a="1">', ['tag-not-lower-case']],
  ['an end inside a value', tag('a="1" project_id="x>y"'), ['tag-ends-inside-value', 'readings-differ']],
  ['an end inside the only value', tag('project_id="x>y"'), ['tag-unreadable', 'tag-ends-inside-value', 'readings-differ']],
  ['a name twice', tag('project_id="a" project_id="b"'), ['attribute-repeated', 'readings-differ']],
  ['single quotes', tag("project_id='a'"), ['tag-unreadable', 'attribute-not-double-quoted', 'readings-differ']],
  ['no quotes', tag('a="1" repo_path=/b'), ['attribute-not-double-quoted', 'readings-differ']],
  ['typographic quotes', tag('a="1" repo_path=\u201cb\u201d'), ['attribute-not-double-quoted', 'readings-differ']],
  ['spaces', tag('a="1" repo_path = "b"'), ['attribute-spaced', 'readings-differ']],
  ['an upper-case name', tag('PROJECT_ID="a"'), ['attribute-name-case', 'readings-differ']],
  ['the end of a name', tag('data-project_id="a"'), ['attribute-name-cut', 'readings-differ']],
  ['an attribute inside a value', tag(`title='project_id="a"'`), ['attribute-not-double-quoted', 'attribute-name-cut', 'readings-differ']],
  ['an entity', tag('project_id="a&amp;b"'), ['attribute-entity', 'readings-differ']],
  ['an entity that does not count', tag('a="&#x27;"'), ['attribute-entity']],
  ['a word alone', tag('a="1" hidden'), ['attribute-stray']],
  ['a second banner', `a${banner('x')}${banner('x')}`, ['banner-again']],
]

for (const [name, body, expected] of bodies) t.same(warned(body), expected, name)

t.same(warned(`a${banner('x')}`, 'x'), [])
t.same(warned(`a${banner('x')}`, ''), [])
t.same(warned(`a${banner('x')}`, 'y'), ['banner-token-differs'])
t.same(warningsOf({ delivered: undefined, stripped: undefined, token: 'x' }), [])

const hostile = ['"', "'", 'a="', 'a=', '="', 'a ', '<project_start_config ', '&a', '/', ' ', 'a="b" ']
for (const part of hostile) {
  const body = `<project_start_config ${part.repeat(Math.floor(1_000_000 / part.length))}`
  t.ok(warned(`${body}>`).length > 0 || part === ' ' || part === '/', `a body of ${JSON.stringify(part)} ends`)
  t.ok((readStrictTag(body, { start: 0, end: 21 }).attributes.length) <= 10_000)
}
t.same(warned(`<project_start_config ${'a="b" '.repeat(20_000)}>`), ['tag-too-long', 'attribute-repeated'])
