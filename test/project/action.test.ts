import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseDocument } from 'yaml'
import { actions } from '../../harness/init/workflow-text.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../harness/commands/cli.ts'
import { root } from './tree.ts'

t.setTimeout(120_000)

interface Step { readonly id?: string; readonly if?: string; readonly uses?: string; readonly shell?: string; readonly run?: string; readonly env?: Readonly<Record<string, string>>; readonly with?: Readonly<Record<string, string>> }
interface Action {
  readonly name: string
  readonly description: string
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: unknown; readonly required?: boolean }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const document = parseDocument(readFileSync(join(root, 'action.yml'), 'utf8'), { uniqueKeys: true, strict: true })
const action = document.toJS() as Action
const { steps } = action.runs

t.test('the metadata has what an action needs, and its shell reads inputs from the environment alone', async (t) => {
  t.same(document.errors, [])
  t.same(Object.keys(action).filter((key) => !['name', 'description', 'author', 'branding', 'inputs', 'outputs', 'runs'].includes(key)), [])
  t.equal(action.runs.using, 'composite')
  for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
    t.type(description, 'string', name)
    t.type(value, 'string', `${name}: a default that is no text would become one in its own way`)
  }
  for (const [name, { value }] of Object.entries(action.outputs)) t.match(value, `steps.run.outputs.${name} `, name)
  for (const { run, shell, uses } of steps) {
    t.notMatch(run ?? '', '${{', 'no expression in a script')
    t.ok((run !== undefined && shell === 'bash') || uses !== undefined)
    if (uses !== undefined) t.ok(Object.values<string>(actions).includes(uses), `${uses} is one of those that are pinned`)
  }
  const texts = JSON.stringify(steps)
  for (const name of Object.keys(action.inputs)) t.match(texts, `inputs.${name}`, `${name} is used`)
  for (const [, name = ''] of texts.matchAll(/inputs\.([a-z-]+)/g)) t.ok(name in action.inputs, `${name} is an input`)
  t.equal(action.inputs['version']?.default, packageJson.version)
})

/** Runs the scripts as the runner does, with the package of this tree in place of the published one. */
function runAction(cwd: string, inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const at = (name: string): string => join(cwd, name)
  mkdirSync(at('bin'), { recursive: true })
  writeFileSync(at('bin/npx'), `#!/bin/bash\nprintf '%s\\n' "$@" > "$NPX_SAW"\nshift 2\nexec "${process.execPath}" "${join(root, 'harness/bin.ts')}" "$@"\n`)
  chmodSync(at('bin/npx'), 0o755)
  for (const name of ['output', 'summary']) writeFileSync(at(name), '')
  const outputs: Record<string, string> = {}
  const value = (text: string): string => text.replaceAll(/\$\{\{ (inputs|steps\.run\.outputs)\.([a-z-]+) \}\}/g, (_whole, from: string, name: string) => (from === 'inputs' ? inputs[name] ?? String(action.inputs[name]?.default) : outputs[name] ?? ''))
  const said: { status: number | null; stdout: string; stderr: string }[] = []
  for (const { run, env: own = {} } of steps) {
    if (run === undefined) continue
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      cwd, encoding: 'utf8',
      env: { PATH: `${at('bin')}:${PATH}`, HOME, ...(TMPDIR === '' ? {} : { TMPDIR }), NODE_NO_WARNINGS: '1', NPX_SAW: at('saw'), GITHUB_OUTPUT: at('output'), GITHUB_STEP_SUMMARY: at('summary'), ...env, ...Object.fromEntries(Object.entries(own).map(([name, text]) => [name, value(text)])) },
    })
    said.push({ status, stdout, stderr })
    for (const line of readFileSync(at('output'), 'utf8').split('\n').filter((each) => each !== '')) outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
  }
  return { outputs, said, arguments: existsSync(at('saw')) ? readFileSync(at('saw'), 'utf8').trimEnd().split('\n') : undefined, summary: readFileSync(at('summary'), 'utf8') }
}

t.test('a run against the reference server gives counts, a summary and its reports', async (t) => {
  const cwd = temporaryFolder(t)
  const { outputs, said, summary } = runAction(cwd, { suite: 'auth-negative', args: '--only\nauth.no-c*\n', evidence: 'out put' })
  t.match(outputs, { 'exit-code': '0', evidence: 'out put', pass: '1', fail: '0', 'not-run': '0', sarif: 'out put/conformance.sarif' }, said[0]?.stderr ?? '')
  t.equal(said.at(-1)?.status, 0)
  t.match(summary, 'pass')
  for (const name of ['conformance.junit.xml', 'conformance.sarif', 'conformance.html', 'manifest.json']) t.ok(existsSync(join(cwd, 'out put', name)), name)
})

t.test('a run that is no pass ends the action with its own code', async (t) => {
  const { outputs, said, arguments: saw } = runAction(temporaryFolder(t), { url: 'http://127.0.0.1:9/mcp', 'token-env': 'ALPHA, BETA', shard: '1/4', args: '--only\nauth.no-credentials' }, { ALPHA: 'alpha-0123456789', BETA: 'beta-0123456789' })
  t.same([outputs['exit-code'], said.at(-1)?.status], ['3', 3], said[0]?.stderr ?? '')
  for (const each of ['--url=http://127.0.0.1:9/mcp', '--token-env=ALPHA', '--token-env=BETA', '--shard=1/4']) t.ok(saw?.includes(each), each)
})

t.test('an input that is code stays a text', async (t) => {
  const cwd = temporaryFolder(t)
  const hostile = `"; touch owned; $(touch owned) \`touch owned\` '; touch owned; ' --help`
  const names = ['target', 'url', 'suite', 'level', 'shard', 'expected', 'token-env', 'args']
  const { outputs, said, arguments: saw } = runAction(cwd, Object.fromEntries(names.map((name) => [name, hostile])))
  t.same([outputs['exit-code'], said.at(-1)?.status], ['2', 2])
  for (const name of ['target', 'url', 'suite', 'level', 'shard', 'expected']) t.ok(saw?.includes(`--${name}=${hostile}`), name)
  t.notOk(existsSync(join(cwd, 'owned')))
})

t.test('a version or a folder that would be more than that is refused before anything runs', async (t) => {
  for (const inputs of [{ version: '1.0.0 evil' }, { version: 'npm:evil@1' }, { version: '' }, { evidence: 'x\nexit-code=0' }]) {
    const { outputs, said, arguments: saw } = runAction(temporaryFolder(t), inputs)
    t.same([outputs['exit-code'], said.at(-1)?.status, saw], ['2', 2, undefined], JSON.stringify(inputs))
  }
})
