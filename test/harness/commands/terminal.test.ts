import { Writable } from 'node:stream'
import t from 'tap'
import { createTerminal, errorText } from '../../../harness/commands/terminal.ts'
import { HarnessError } from '../../../harness/errors.ts'
import { main } from '../../../harness/main.ts'
import { temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

interface FakeTerminal {
  readonly stream: Writable & { isTTY?: boolean; columns?: number }
  text(): string
}

/** A stream that says that it is a terminal of that width; of none, that it is not. */
function stream(columns?: number): FakeTerminal {
  let written = ''
  const stream = new Writable({ decodeStrings: false, write(text: string, _encoding, done) { written += text; done() } })
  return { stream: columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns }), text: () => written }
}

t.test('colour and progress are for terminals that want them', async (t) => {
  const table: readonly { what: string; terminal: boolean; env: Record<string, string>; color: boolean; live: boolean }[] = [
    { what: 'a terminal', terminal: true, env: {}, color: true, live: true },
    { what: 'a pipe', terminal: false, env: {}, color: false, live: false },
    { what: 'NO_COLOR', terminal: true, env: { NO_COLOR: '1' }, color: false, live: true },
    { what: 'an empty NO_COLOR', terminal: true, env: { NO_COLOR: '' }, color: true, live: true },
    { what: 'a dumb terminal', terminal: true, env: { TERM: 'dumb' }, color: false, live: false },
  ]
  for (const { what, terminal, env, color, live } of table) {
    const made = createTerminal({ stdout: stream(terminal ? 60 : undefined).stream, stderr: stream(terminal ? 60 : undefined).stream, env })
    t.same([made.color, made.liveColor, made.live !== undefined], [color, color, live], what)
    t.equal(made.columns, terminal ? 60 : 100)
  }
})

t.test('on a terminal progress is drawn on stderr and taken off, and the result stands on stdout', async (t) => {
  const cwd = temporaryFolder(t)
  const [stdout, stderr] = [stream(50), stream(50)]
  const args = ['run', '--suite', 'auth-negative', '--only', 'auth.no-credentials', '--evidence', `${cwd}/out`]
  t.equal(await main(args, { stdout: stdout.stream, stderr: stderr.stream, env: {} }), 0)
  t.match(stderr.text(), /\r\u001b\[2K\d\/1 done, 0 failed/)
  t.ok(stderr.text().endsWith('\r\u001b[2K'))
  const plain = stream(50)
  t.equal(await main(args, { stdout: plain.stream, stderr: plain.stream, env: { NO_COLOR: '1' } }), 0)
  t.notMatch(plain.text(), /[\u001b\r]/, 'NO_COLOR: no escape code at all')
  for (const line of stderr.text().split('\r')) t.ok(line.replace('\u001b[2K', '').length < 50, JSON.stringify(line))
  const quiet = stream(50)
  t.equal(await main([...args, '--quiet'], { stdout: stream(50).stream, stderr: quiet.stream, env: {} }), 0)
  t.equal(quiet.text(), '')
})

t.test('the width is that of the terminal, else COLUMNS, else a guess', async (t) => {
  for (const [columns, env, width] of [
    [60, { COLUMNS: '50' }, 60], [0, {}, 80], [0, { COLUMNS: '50' }, 50], [undefined, {}, 100], [undefined, { COLUMNS: '50' }, 50],
    [undefined, { COLUMNS: '0' }, 100], [undefined, { COLUMNS: '-4' }, 100], [undefined, { COLUMNS: 'wide' }, 100], [undefined, { COLUMNS: '1e9' }, 100],
  ] as const) t.equal(createTerminal({ stdout: stream(columns).stream, stderr: stream().stream, env }).columns, width, `${columns} ${JSON.stringify(env)}`)
})

t.test('an error is shown without anything hidden in it', async (t) => {
  t.equal(errorText(new HarnessError('usage', 'no \u001b[2Jsuch\u202e option')), 'error: no <U+001B>[2Jsuch<U+202E> option\nSee `handoff-conformance --help` and `handoff-conformance COMMAND --help`.\n[usage]\n')
})
