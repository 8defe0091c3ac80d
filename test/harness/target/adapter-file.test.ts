import t from 'tap'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { HarnessError } from '../../../harness/errors.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { startHttpServer } from '../../../server/index.ts'
import * as all from '../../../cases/index.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import type { Adapter } from '../../../harness/target/adapter.ts'
import { isAdapterPath, parseAdapter, readAdapterFile } from '../../../harness/target/adapter-file.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'

t.setTimeout(120_000)
const folder = await mkdtemp(join(tmpdir(), 'adapter-file-'))
t.teardown(async () => { await rm(folder, { recursive: true, force: true }) })

/** The built-in reference as its owner would write it down. */
function written({ operations, handoff, event, error, newestFirst }: Adapter): Record<string, unknown> {
  return { version: 1, name: 'as-reference', operations, handoff, event, ...(error === undefined ? {} : { error }), newest_first: newestFirst, accept_handoff: { tool: 'accept_handoff', issue_tool: 'issue_handoff_token', verify_tool: 'verify_handoff_token', path: '/projects/{project_id}/handoff/accept' } }
}
const whole = written(referenceAdapter)
const text = stringify(whole, { aliasDuplicateObjects: false })

t.test('a file that says what the built-in one says is the same but for its name', async (t) => {
  t.strictSame({ ...parseAdapter(text, 'a.yaml'), name: 'reference' }, referenceAdapter)
})

t.test('a name is a file by its ending', async (t) => {
  for (const path of ['a.yaml', './a.yml', 'A.JSON']) t.ok(isAdapterPath(path), path)
  for (const name of ['reference', 'none', './a', 'a.yaml.txt']) t.notOk(isAdapterPath(name), name)
})

const mistakes: readonly { name: string; text: string; says: RegExp }[] = [
  { name: 'nothing', text: '', says: /^a\.yaml:1:1 the file must be object$/ },
  { name: 'another version', text: text.replace('version: 1', 'version: 2'), says: /^a\.yaml:1:1 version must be 1$/ },
  { name: 'an unknown key', text: `${text}shell: rm\n`, says: /:\d+:1 unknown key "shell"/ },
  { name: 'an argument that the contract does not have', text: text.replace('      recipient: recipient', '      recipient: recipient\n      colour: colour'), says: /:\d+:7 unknown key "colour" in operations\.send\.arguments/ },
  { name: 'an operation without its tool', text: text.replace('    tool: handoff_get\n', ''), says: /operations\.get lacks "tool"/ },
  { name: 'a result that is needed', text: text.replace('      handoffs: handoffs\n', ''), says: /operations\.inbox\.results lacks "handoffs"/ },
  { name: 'a path that is none', text: text.replace('  depth: depth', '  depth: a..b'), says: /:\d+:3 handoff\.depth must match pattern/ },
  { name: 'a tool with a terminal code', text: text.replace('tool: handoff_get', 'tool: "a\\e[2J"'), says: /operations\.get\.tool must match pattern/ },
  { name: 'a key of JavaScript', text: `${text}__proto__: { name: x }\n`, says: /unknown key "__proto__"/ },
  { name: 'two arguments with one name', text: text.replace('      summary: summary', '      summary: title'), says: /:\d+:7 another argument is mapped to the same name/ },
  { name: 'two fields with one path', text: text.replace('  created_at: created_at', '  created_at: updated_at'), says: /another field is mapped to the same name/ },
  { name: 'the name of a built-in one', text: text.replace('as-reference', 'reference'), says: /:2:1 a built-in adapter has this name/ },
  { name: 'a path of another host', text: text.replace('/projects/{project_id}/handoff/accept', 'http://evil.example/{project_id}'), says: /path must be an absolute path/ },
  { name: 'a key twice', text: `${text}newest_first: true\n`, says: /the key is there twice/ },
]
for (const { name, text: wrong, says } of mistakes) {
  t.test(`${name} is told with line and column`, async (t) => {
    t.throws(() => parseAdapter(wrong, 'a.yaml'), { code: 'adapter_invalid', exitCode: 2, message: says })
  })
}

t.test('a file that is missing, a folder, or too long', async (t) => {
  t.throws(() => readAdapterFile(join(folder, 'none.yaml'), './none.yaml'), { code: 'adapter_invalid', message: /^the adapter \.\/none\.yaml cannot be read: there is no such file/ })
  t.throws(() => readAdapterFile(folder), { code: 'adapter_invalid', message: /is no regular file/ })
  await writeFile(join(folder, 'long.yaml'), `# ${'x'.repeat(70_000)}\n`)
  t.throws(() => readAdapterFile(join(folder, 'long.yaml')), { code: 'adapter_invalid', message: /longer/ })
})

async function run(adapter: string, only: readonly string[]): Promise<Awaited<ReturnType<typeof runConformance>>> {
  const { target } = parseTargetFile(`version: 1\nurl: http://127.0.0.1:9/mcp\nauth: { kind: static-bearer }\nhandoff: { adapter: ${adapter} }\n`, join(folder, 'target.yaml'))
  return runConformance({
    catalogue: createCatalogue(all), driver: createReferenceDriver({ start: startHttpServer }), target, select: { only }, level: 'hardening', emit: () => undefined, secrets: () => undefined,
  })
}

t.test('by the file, cases judge the reference server as by the built-in adapter', async (t) => {
  await writeFile(join(folder, 'mine.yaml'), text)
  const only = ['lifecycle.transitions*', 'lifecycle.events*', 'auth.identity-spoof', 'lifecycle.depth*']
  const outcomes = async (adapter: string): Promise<string[]> => (await run(adapter, only)).results.map(({ id, outcome }) => `${id} ${outcome}`).sort()
  const byFile = await outcomes('./mine.yaml')
  t.strictSame(byFile, await outcomes('reference'))
  t.ok(byFile.length >= 2 && byFile.every((each) => each.endsWith(' pass')), byFile.join(', '))
})

t.test('what does not fit is told by the key of the file', async (t) => {
  await writeFile(join(folder, 'misfit.yaml'), text.replace('      title: title', '      title: subject'))
  const error: unknown = await run('./misfit.yaml', ['auth.no-credentials']).catch((thrown: unknown) => thrown)
  if (!(error instanceof HarnessError)) throw new Error('not refused')
  t.match(error, { code: 'adapter_mismatch', exitCode: 2, remedy: /misfit\.yaml/ })
  t.match(error.message, /^handoff\.adapter: \.\/misfit\.yaml does not fit: operations\.send\.arguments\.title is "subject", which the tool handoff_send does not take$/)
})
