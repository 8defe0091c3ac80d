import t from 'tap'
import { formsOf, leaksIn } from '../../../cases/auth-negative/leaks.ts'
import { pathVariants } from '../../../cases/auth-negative/paths.ts'
import { prefixOf, sha256, strangerToken, tokenVariants } from '../../../cases/auth-negative/tokens.ts'
import { shapeOf } from '../../../cases/auth-negative/uniform.ts'
import { seededRandom } from '../../../harness/run/random.ts'
import { reactionOf } from './reaction-of.ts'

const token = ['handoff', 'Zk3-9aQx_7LmPq0RstUvWxYz12345678abcdefghijk'].join('_')

t.test('a stranger has the shape of the token and is another', async (t) => {
  const random = seededRandom(1, 'tokens')
  const seen = new Set([token])
  for (let number = 0; number < 20; number += 1) {
    const stranger = strangerToken(token, random)
    t.equal(stranger.length, token.length)
    t.ok(stranger.startsWith('handoff_'))
    t.notOk(seen.has(stranger))
    seen.add(stranger)
  }
})

t.test('a stranger to a token of few characters is another all the same', async (t) => {
  for (const short of ['1', '7a', '-.~', 'dev_', 'A==']) {
    for (let seed = 0; seed < 100; seed += 1) t.not(strangerToken(short, seededRandom(seed, 'short')), short)
  }
})

t.test('every variant differs from the token, from the other one and from each other', async (t) => {
  for (const each of [token, 'short-token', 'A', 'eyJh.eyJz.c2ln', 'q3vX9+/abcdEFGH0123456789abcdEFGH0123456789w=']) {
    const variants = tokenVariants(each, 'other-token-0123').map((variant) => variant.token)
    t.equal(new Set([...variants, each]).size, variants.length + 1, each)
    t.ok(variants.every((variant) => /^[A-Za-z0-9._~+/-]+=*$/.test(variant)), 'and is a token by its grammar')
  }
  t.ok(tokenVariants(token, 'other').some((variant) => variant.token === sha256('other', 'hex')))
  t.equal(prefixOf(token), 'handoff_')
  t.equal(prefixOf('none'), '')
})

const encodings: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 of a header', (text) => Buffer.from(`Bearer ${text}`).toString('base64')],
  ['base64url', (text) => Buffer.from(`x${text}`).toString('base64url')],
  ['hexadecimal', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['percent-encoded', (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['partly percent-encoded', (text) => text.replace('_', '%5F')],
  ['JSON escapes', (text) => text.replace('h', String.raw`\u0068`)],
  ['reversed', (text) => [...Buffer.from(text)].reverse().map((byte) => String.fromCharCode(byte)).join('')],
  ['SHA-256 in hexadecimal', (text) => sha256(text, 'hex')],
  ['SHA-256 in base64', (text) => sha256(text, 'base64')],
]

for (const [name, encode] of encodings) {
  t.test(`a token is found ${name}`, async (t) => {
    t.not(leaksIn(`before ${encode(token)} after`, token).length, 0)
    t.strictSame(leaksIn(`before ${encode(strangerToken(token, seededRandom(2, name)))} after`, token), [], 'and another is not')
  })
}

t.test('no form is so short that it is found by chance', async (t) => {
  for (const [name, form] of formsOf(token)) t.ok(form.length >= 32, name)
})

t.test('path variants are other spellings, each once', async (t) => {
  for (const path of ['/mcp', '/', '/a/b/mcp']) {
    const variants = pathVariants(path, 'http://127.0.0.1:1')
    t.equal(new Set(variants).size, variants.length)
    t.notOk(variants.includes(path))
    t.ok(variants.every((variant) => !/[\s\x7f-\xff]/.test(variant)))
  }
})

t.test('the shape of a refusal leaves out what differs every time', async (t) => {
  const body = (id: string, at: number): string => JSON.stringify({ error: 'unauthorized', id, at })
  const one = shapeOf(reactionOf(401, { 'WWW-Authenticate': 'Bearer realm="x"' }, body('0f0e0d0c-0000-4000-8000-000000000001', 17)))
  const other = shapeOf(reactionOf(401, { 'WWW-Authenticate': 'Bearer realm="x"' }, body('0f0e0d0c-0000-4000-8000-000000000002', 234)))
  t.strictSame(one, other)
  t.notSame(one, shapeOf(reactionOf(401, { 'WWW-Authenticate': 'Bearer realm="x", error="invalid_token"' }, body('0', 1))))
})
