import t from 'tap'
import { commandsOf } from '../../tools/docs/help.ts'
import { requirementTables } from '../../tools/docs/catalogue.ts'
import { fill, table } from '../../tools/docs/markdown.ts'

t.test('a table escapes what would break it', async (t) => {
  t.equal(table(['a', 'b'], [['x|y', 'two\n  lines']]), '| a | b |\n| --- | --- |\n| x\\|y | two lines |')
})

t.test('a block is filled, and the rest of the page is left alone', async (t) => {
  const page = 'before\n<!-- generated: one -->\nold\n<!-- end of one -->\nbetween\n<!-- generated: two -->\n<!-- end of two -->\nafter\n'
  const blocks = { one: () => 'new $& text\n', two: async () => '| x |' }
  const filled = await fill(page, blocks)
  t.equal(filled, 'before\n<!-- generated: one -->\nnew $& text\n<!-- end of one -->\nbetween\n<!-- generated: two -->\n| x |\n<!-- end of two -->\nafter\n')
  t.equal(await fill(filled, blocks), filled, 'filling again changes nothing')
})

t.test('a block without an end, or without a generator, is an error', async (t) => {
  await t.rejects(fill('<!-- generated: one -->\n', { one: () => '' }), { message: /no end/ })
  await t.rejects(fill('<!-- generated: toString -->\n<!-- end of toString -->\n', {}), { message: /nothing generates toString/ })
})

t.test('a requirement is shown with rows, cases and mutants, or with why there are none', async (t) => {
  const lines = requirementTables().split('\n')
  const [required = '', unobservable = ''] = ['| `mcp-2026-07-28.meta-required` |', '*unobservable:*'].map((text) => lines.find((line) => line.includes(text)))
  t.match(required, /META-01.*`spec\.envelope-required`.*`envelope-/)
  t.match(unobservable, /\| \*unobservable:\* \w[^|]+ \|  \|$/)
})

t.test('the commands of a help text are found', async (t) => {
  const text = 'Usage: x [command]\n\nOptions:\n  -V  version\n\nCommands:\n  run [options] [command...]  runs\n                              more\n  list [options]  lists\n  help [command]  display\n'
  t.same(commandsOf(text), ['run', 'list'])
  t.same(commandsOf('Usage: x\n'), [])
})
