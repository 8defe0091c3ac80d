import t from 'tap'
import { disclosuresIn } from '../../../../cases/support/formats/disclosure.ts'

const telling: readonly (readonly [name: string, text: string])[] = [
  ['JavaScript', 'Error: x\n    at callTool (file:///srv/app/dist/call.js:12:34)'],
  ['JavaScript without a name', 'Error: x\n    at /srv/app/dist/call.js:12:34'],
  ['JavaScript, asynchronous', 'Error: x\n    at async Server.handle (/srv/app/server.js:1:2)'],
  ['JavaScript on Windows', 'Error: x\n    at run (C:\\app\\main.js:3:4)'],
  ['Python', 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in <module>'],
  ['Java', 'java.lang.NullPointerException\n\tat com.example.Server.handle(Server.java:42)'],
  ['.NET', 'System.Exception: x\n   at App.Server.Handle() in C:\\src\\Server.cs:line 12'],
  ['Go', 'panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:10 +0x1d'],
  ['Rust', "thread 'main' panicked at src/main.rs:4:5"],
  ['PHP', '#0 /var/www/index.php(12): run()'],
  ['an installed module', "Cannot find module '/srv/app/node_modules/zod/index.cjs'"],
  ['an installed package', 'error in /usr/lib/python3/dist-packages/mcp/server.py'],
]

/** What servers say in good faith. */
const harmless = [
  'Unknown tool.', 'Tool toString disabled', 'Access denied - path outside allowed directories: /etc/passwd not in /data', 'Resource file:///project/config.json not found',
  'Expected a number at 3:14, got "x"', 'Meet me at noon (room 12:30)', '[{"code":"invalid_type","path":["params","uri"],"message":"expected string"}]',
  'See https://example.com/docs/errors.html:12:30', 'C:\\Users\\alice\\notes.txt is locked',
]

t.test('what errors must not tell is recognised', (t) => {
  for (const [name, text] of telling) t.ok(disclosuresIn(text).length > 0, name)
  t.end()
})

t.test('ordinary sentences are not taken for it', (t) => {
  for (const text of harmless) t.same(disclosuresIn(text), [], text)
  t.end()
})
