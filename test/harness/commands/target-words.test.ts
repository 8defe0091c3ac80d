import t from 'tap'
import { targetWords } from '../../../harness/commands/target-words.ts'

const behind = (command: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): string => targetWords({ command, tokens: [] }, env)

t.test('a command that was named is printed as a shell wants it', async (t) => {
  for (const [command, words] of [
    [['node', 'server.js'], ' -- node server.js'],
    [['npx', '-y', '@modelcontextprotocol/server-everything@2026.1.0', 'stdio'], ' -- npx -y @modelcontextprotocol/server-everything@2026.1.0 stdio'],
    [['./my server/bin', '--port', '3000', '--mode=stdio'], ` -- './my server/bin' --port 3000 --mode=stdio`],
    [['python3', '-m', 'my_server', "it's"], String.raw` -- python3 -m my_server 'it'\''s'`],
  ] as const) t.equal(behind(command), words)
  t.equal(targetWords({ command: ['node', 'server.js'], tokens: [], revision: '2025-11-25' }, {}), ' --revision 2025-11-25 -- node server.js')
})

t.test('a command that may hold a secret is only pointed at', async (t) => {
  for (const command of [
    ['server', '--token', 'short'], ['server', '--api-key=short'], ['env', 'DB_PASSWORD=short', 'server'], ['server', '-H', 'Authorization: Basic x'],
    ['server', 'postgres://me:short@127.0.0.1/db'], ['server', 'http://127.0.0.1/?code=1'], ['server', 'hunter2'], ['server', 'Zm9vYmFyYmF6cXV4Cg'], ['server', '0b7cbd4a-9f3e-4d8e-8f5c-3a9d1b2c4e5f'],
    ['server', '-p', 'qwerty'], ['server', '-pqwerty'], ['mysql', '--user', 'me:short'], ['server', 'eyJhbGciOiJub25l.eyJzdWIi.c2ln'], ['sh', '-c', 'SECRET=x server'], ['server', '\u001b[31m'],
  ]) t.equal(behind(command), ' -- COMMAND', command.join(' '))
})

t.test('a word that the environment holds under the name of a secret is one', async (t) => {
  t.equal(behind(['node', 'server', 'correct-horse'], { API_KEY: 'correct-horse' }), ' -- COMMAND')
  t.equal(behind(['node', 'server', 'correct-horse'], { PWD: 'correct-horse' }), ' -- node server correct-horse')
  t.equal(targetWords({ command: ['node', 'correct-horse'], tokens: [{ kind: 'env', name: 'ALPHA' }] }, { ALPHA: 'correct-horse' }), ' -- COMMAND'.replace(/^/, ' --token-env ALPHA'))
})
