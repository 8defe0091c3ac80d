import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { completionScript, shells } from '../../../harness/commands/completion-scripts.ts'
import { callMain, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

const bin = fileURLToPath(new URL('../../../harness/bin.ts', import.meta.url))

for (const [what, before, current, expected] of [
  ['commands', [], 're', ['replay', 'report', 'readiness']],
  ['commands behind help', ['help'], 'comp', ['completion']],
  ['options', ['run'], '--sh', ['--shard']],
  ['suites', ['run', '--suite'], 'au', ['auth-negative']],
  ['the last name of a list', ['run', '--suite'], 'spec,iso', ['spec,isolation']],
  ['cases', ['run', '--only'], 'auth.no-c', ['auth.no-credentials']],
  ['a value behind =', ['run'], '--level=h', ['--level=hardening']],
  ['reporters', ['run', '--reporter'], 'jun', ['junit']],
  ['the argument of a command', ['explain'], 'auth.no-c', ['auth.no-credentials']],
  ['shells', ['completion'], '', [...shells]],
  ['nothing for a file', ['run', '--target'], '', []],
  ['nothing behind --', ['run', '--', 'node'], '--s', []],
  ['nothing of an unknown command', ['rum'], '--s', []],
] as const) {
  t.test(`completes ${what}`, async (t) => {
    const { code, stdout, stderr } = await callMain(['__complete', current, '--', ...before])
    t.same([code, stderr, stdout.split('\n').filter((line) => line !== '')], [0, '', expected])
  })
}

t.test('the help does not show the command that the scripts ask', async (t) => {
  const { stdout } = await callMain(['--help'])
  t.match(stdout, 'completion')
  t.notMatch(stdout, '__complete')
})

t.test('bash completes a line by the script', async (t) => {
  const asks = (line: string, words: readonly string[]): string => `COMP_LINE=${quote(line)} COMP_POINT=${line.length} COMP_WORDS=(${words.map(quote).join(' ')}) COMP_CWORD=${words.length - 1}; _handoff_conformance; printf '%s|' "\${COMPREPLY[@]}"; echo`
  const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-c', [
    `handoff-conformance() { ${quote(process.execPath)} ${quote(bin)} "$@"; }`,
    completionScript('bash'),
    asks('handoff-conformance expl', ['handoff-conformance', 'expl']),
    asks('handoff-conformance run --only auth.no-c', ['handoff-conformance', 'run', '--only', 'auth.no-c']),
    asks('handoff-conformance run --level=sh', ['handoff-conformance', 'run', '--level', '=', 'sh']),
    asks('handoff-conformance run --level ', ['handoff-conformance', 'run', '--level', '']),
    'complete -p handoff-conformance',
  ].join('\n')], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1' } })
  t.equal(stderr, '')
  t.same(stdout.trimEnd().split('\n'), ['explain|explain-verdict|', 'auth.no-credentials|', 'should|', 'must|should|hardening|', 'complete -o default -F _handoff_conformance handoff-conformance'])
})

for (const shell of ['zsh', 'fish'] as const) {
  const here = spawnSync(shell, ['-c', 'exit 0']).status === 0
  t.test(`${shell} reads its script`, { skip: here ? false : `${shell} is not installed` }, async (t) => {
    const script = join(temporaryFolder(t), `completion.${shell}`)
    writeFileSync(script, completionScript(shell))
    const { status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
    t.same([status, stderr], [0, ''])
  })
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
