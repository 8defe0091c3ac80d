/** What the contract's reading of the tag finds, holes included. */
import * as fc from 'fast-check'
import t from 'tap'
import { readStartConfig } from '../../../server/acceptance/start-config.ts'

const read = (body: string): unknown => {
  const tag = readStartConfig(body)
  return tag === undefined ? null : Object.fromEntries(tag.attributes)
}

const tags: readonly (readonly [name: string, body: string, found: Readonly<Record<string, string>> | null])[] = [
  ['none', 'no tag', null],
  ['one attribute', '<project_start_config project_id="a">', { project_id: 'a' }],
  ['closed in itself', '<project_start_config project_id="a"/>', { project_id: 'a' }],
  ['a slash and a space', '<project_start_config project_id="a" / >', { project_id: 'a' }],
  ['over lines', 'x\n<project_start_config\n\tproject_id="a"\r\n repo_path="/b c"\n/>\ny', { project_id: 'a', repo_path: '/b c' }],
  ['any case of the name', '<PROJECT_Start_conFIG project_id="a">', { project_id: 'a' }],
  ['a long s is no s', '<project_\u017ftart_config project_id="a">', null],
  ['a dotless i is no i', '<project_start_conf\u0131g project_id="a">', null],
  ['a capital I with a dot is no i', '<project_start_conf\u0130g project_id="a">', null],
  ['full width letters are none', '<\uff50roject_start_config project_id="a">', null],
  ['a longer name', '<project_start_configs project_id="a">', null],
  ['a longer name, by an underscore', '<project_start_config_ project_id="a">', null],
  ['a longer name, by a digit of another script', '<project_start_config\u0663 project_id="a">', null],
  ['a longer name, by a letter beyond 16 bits', '<project_start_config\u{1d400} project_id="a">', null],
  ['a boundary before a mark', '<project_start_config\u0301 project_id="a">', { project_id: 'a' }],
  ['a boundary before a number that is no digit', '<project_start_config\u00b2 project_id="a">', { project_id: 'a' }],
  ['a boundary before a pictograph', '<project_start_config\u{1f600} project_id="a">', { project_id: 'a' }],
  ['a boundary before a hyphen', '<project_start_config-x project_id="a">', { project_id: 'a' }],
  ['a longer name first, then the tag', '<project_start_configs project_id="a"><project_start_config project_id="b">', { project_id: 'b' }],
  ['nothing behind the name', '<project_start_config', null],
  ['no end', '<project_start_config project_id="a"', null],
  ['an end inside a value', '<project_start_config a="1" project_id="x>y">', { a: '1' }],
  ['no attribute', '<project_start_config>', null],
  ['a first tag without attributes hides a second', '<project_start_config/><project_start_config project_id="a"/>', null],
  ['the first of two', '<project_start_config project_id="a"><project_start_config project_id="b">', { project_id: 'a' }],
  ['a second beginning inside the first', '<project_start_config <project_start_config project_id="a">', { project_id: 'a' }],
  ['inside a comment, all the same', '<!-- <project_start_config project_id="a"> -->', { project_id: 'a' }],
  ['single quotes', "<project_start_config project_id='a'>", null],
  ['no quotes', '<project_start_config project_id=a>', null],
  ['typographic quotes', '<project_start_config project_id=\u201ca\u201d>', null],
  ['space around the sign', '<project_start_config a ="1" b= "2" c = "3">', null],
  ['upper-case names stay', '<project_start_config PROJECT_ID="a">', { PROJECT_ID: 'a' }],
  ['the end of a longer name', '<project_start_config data-project_id="a">', { project_id: 'a' }],
  ['the last duplicate wins', '<project_start_config a="1" a="2">', { a: '2' }],
  ['an empty value', '<project_start_config a="">', { a: '' }],
  ['the last duplicate wins though it is empty', '<project_start_config a="1" a="">', { a: '' }],
  ['attributes without space between', '<project_start_config a="1"b="2">', { a: '1', b: '2' }],
  ['entities stay', '<project_start_config a="&amp;&#39;">', { a: '&amp;&#39;' }],
  ['line ends in a value stay', '<project_start_config a="1\r\n2">', { a: '1\r\n2' }],
  ['a value without an end', '<project_start_config a="1" b="2>', { a: '1' }],
  ['an attribute inside single quotes', `<project_start_config title='a="1"'>`, { a: '1' }],
  ['an attribute in a value that is read as none', '<project_start_config a= "b="1"" c="2">', { b: '1', c: '2' }],
  ['a sign without a name', '<project_start_config ="a" b="c">', { b: 'c' }],
  ['names of other scripts', '<project_start_config \u00e9\u0663\u{1d400}_="1">', { '\u00e9\u0663\u{1d400}_': '1' }],
  ['a name behind a mark', '<project_start_config e\u0301x="1">', { x: '1' }],
  ['a name behind a pictograph', '<project_start_config \u{1f600}x="1">', { x: '1' }],
  ['a name that ends with a mark', '<project_start_config x\u0301="1">', null],
  ['names that objects have', '<project_start_config constructor="1" toString="2">', { constructor: '1', toString: '2' }],
]

for (const [name, body, found] of tags) t.same(read(body), found, name)
t.equal(readStartConfig('<project_start_config __proto__="x">')?.attributes.get('__proto__'), 'x')
t.match(readStartConfig('ab<project_start_config a="1"/>c'), { start: 2, end: 31 })

t.test('as the contract writes it, whatever the parts', (t) => {
  const tag = /<project_start_config(?![\p{L}\p{Nd}_])([^>]*?)\/?>/u
  const attribute = /([\p{L}\p{Nd}_]+)="([^"]*)"/gu
  const reference = (body: string): unknown => {
    const hit = tag.exec(body)
    const found = Object.fromEntries([...(hit?.[1] ?? '').matchAll(attribute)].map(([, name, value]) => [name, value]))
    return hit === null || Object.keys(found).length === 0 ? null : found
  }
  const part = fc.constantFrom('<project_start_config', ' ', 'a', 'b', '=', '"', '="', '/', '>', '-', '\u{1d400}', '\u0301', '1', "'", 'a="b"', '\ud7ff', '\ue000')
  fc.assert(fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
    const body = `<project_start_config${parts.join('')}`
    t.same(read(body), reference(body), body)
  }), { numRuns: 3000 })
  t.end()
})

const hostile = ['<project_start_config', '<project_start_config_', '<project_start_config ', 'a', 'a=', 'a="', '="', '<', 'a="b" ']
for (const part of hostile) {
  const body = `<project_start_config ${part.repeat(Math.floor(1_000_000 / part.length))}`
  t.equal(readStartConfig(body), undefined, `a body of ${JSON.stringify(part)} ends`)
  t.doesNotThrow(() => readStartConfig(`${body}>`))
}
