import t from 'tap'
import { cleanLog, endLines } from '../../../harness/commands/target-log.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('')

t.test('of a long log the first lines are shown, the last ones, and how many there are between them', async (t) => {
  t.equal(endLines(`Error: the key is missing\n\n${lines(100)}`), [
    '  | Error: the key is missing', ...[1, 2, 3, 4, 5].map((at) => `  | line ${at}`), '  … 87 lines between are not shown here',
    ...[93, 94, 95, 96, 97, 98, 99, 100].map((at) => `  | line ${at}`), '',
  ].join('\n'))
})

t.test('a short log is shown as it is, and an empty one not at all', async (t) => {
  t.equal(endLines(lines(15)).split('\n').length, 16)
  t.notMatch(endLines(lines(15)), 'between')
  t.match(endLines(lines(16)), '  … 2 lines between are not shown here\n')
  t.equal(endLines('\n \n'), '')
})

t.test('no secret is shown, and nothing hidden', async (t) => {
  const secrets = createSecretRegistry()
  secrets.add('a-token-0123456789')
  const shown = endLines(`started with a-token-0123456789\n\u001b[31mred\n${'x'.repeat(1_000)}\n`, secrets)
  t.notMatch(shown, 'a-token-0123456789')
  t.notMatch(shown, '\u001b')
  t.ok(shown.split('\n').every((line) => line.length < 420))
})

t.test('the file keeps the beginning and the end of what is too long, and says what it leaves out', async (t) => {
  const kept = cleanLog(`the cause\n${lines(100_000)}the end\n`, createSecretRegistry())
  t.ok(kept.length < 530_000)
  t.ok(kept.startsWith('the cause\nline 1\n'))
  t.ok(kept.endsWith('line 100000\nthe end\n'))
  t.match(kept, /\n… \(\d+ characters are left out here\)\n/)
})

t.test('what a target says at each try is shown once', async (t) => {
  t.equal(endLines('--- target 1 ---\nno licence\nbye\nno licence\nbye\n'), '  (the same 2 times, once for each try)\n  | --- target 1 ---\n  | no licence\n  | bye\n')
  t.equal(endLines('no licence\nno licence\nno licence\n'), '  (the same 3 times, once for each try)\n  | no licence\n')
  t.notMatch(endLines('no licence\nno licence\nbye\n'), 'the same')
})
