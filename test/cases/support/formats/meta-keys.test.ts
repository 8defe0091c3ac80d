import t from 'tap'
import { extensionIdProblem, metaKeyProblem } from '../../../../cases/support/formats/meta-keys.ts'

const good = ['key', 'progressToken', 'a', 'com.example/key', 'com.example/', 'com.example.mcp/key', 'io.modelcontextprotocol/serverInfo', 'io.modelcontextprotocol.registry/x', 'x-1.y/na.me_with-all', 'localhost/k']
const bad = ['', 'two words', '-key', 'key-', 'com..example/key', '1com/key', 'com-/key', '/key', 'com.example/key/more', 'com.mcp/key', 'dev.mcp/', 'org.modelcontextprotocol.api/x', 'ключ']

t.test('keys of _meta', (t) => {
  for (const key of good) t.equal(metaKeyProblem(key), undefined, key)
  for (const key of bad) t.type(metaKeyProblem(key), 'string', JSON.stringify(key))
  t.end()
})

t.test('identifiers of extensions have a prefix and a name', (t) => {
  t.equal(extensionIdProblem('io.modelcontextprotocol/tasks'), undefined)
  t.equal(extensionIdProblem('com.example/my-extension'), undefined)
  for (const id of ['tasks', 'com.example/', '/tasks', 'com.mcp/tasks', 'com.example/a b']) t.type(extensionIdProblem(id), 'string', id)
  t.end()
})
