import t from 'tap'
import { isBase64 } from '../../../../cases/support/formats/base64.ts'
import { contentProblems, resourceProblems } from '../../../../cases/support/formats/content.ts'
import { isMediaType, isUri } from '../../../../cases/support/formats/uri.ts'

t.test('base64 has its alphabet and its padding', async (t) => {
  for (const good of ['', 'YQ==', 'YWI=', 'YWJj', 'YWJj\r\nYWJj']) t.ok(isBase64(good), good)
  for (const bad of ['YQ', 'YQ=', 'Y-_=', 'YW Jj', 'a===', '{"a":1}']) t.notOk(isBase64(bad), bad)
})

t.test('URIs have the grammar of RFC 3986', async (t) => {
  for (const good of ['file:///a/b.txt', 'memo://notes/1?a=b#c', 'urn:isbn:1', 'http://[::1]:80/', 'x:', 'file:///a%20b', 'a://user@h:1/']) t.ok(isUri(good), good)
  for (const bad of ['', 'a', '/a', '1x:/', 'file:///a b', 'x:%zz', 'x:é', 'x://[a', 'x:a[b]', 'x:a#b#c', 'note://{id}']) t.notOk(isUri(bad), bad)
})

t.test('media types are a type and a subtype', async (t) => {
  for (const good of ['image/png', 'text/plain; charset=utf-8', 'application/vnd.a+json', 'inode/directory']) t.ok(isMediaType(good), good)
  for (const bad of ['', 'png', 'image/', '/png', 'image/p ng']) t.notOk(isMediaType(bad), bad)
})

const revision = '2026-07-28'
const blocks: readonly [block: unknown, problems: number][] = [
  [{ type: 'text', text: 'a' }, 0],
  [{ type: 'text' }, 1],
  [{ type: 'image', data: 'YQ==', mimeType: 'image/png' }, 0],
  [{ type: 'image', data: 'a', mimeType: 'png' }, 2],
  [{ type: 'audio', data: 'YQ==' }, 1],
  [{ type: 'resource_link', uri: 'memo://1', name: 'one' }, 0],
  [{ type: 'resource_link', uri: 'one' }, 2],
  [{ type: 'resource', resource: { uri: 'memo://1', text: '' } }, 0],
  [{ type: 'resource', resource: { uri: 'memo://1', blob: '*' } }, 1],
  [{ type: 'toString' }, 1],
  [null, 1],
]
t.test('content blocks are held against their kind', async (t) => {
  for (const [block, problems] of blocks) t.equal(contentProblems([block], { revision }).length, problems, JSON.stringify(block))
  t.equal(contentProblems({}, { revision }).length, 1)
  t.equal(contentProblems([{ type: 'resource_link', uri: 'memo://1', name: 'one' }], { revision: '2025-03-26' }).length, 1, 'a kind that came later')
  t.equal(contentProblems([{ type: 'resource', resource: { uri: 'memo://1', text: '' } }], { revision, mediaTypeOfResources: 'needed' }).length, 1)
  t.equal(resourceProblems({ uri: 'memo://1' }).length, 1)
})
