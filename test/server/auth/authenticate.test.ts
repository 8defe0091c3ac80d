/** Tokens, challenges, and the way from a token to its agent. */
import { createHash } from 'node:crypto'
import t from 'tap'
import { authenticate } from '../../../server/auth/authenticate.ts'
import { bearerChallenge } from '../../../server/auth/challenge.ts'
import { refusalFor } from '../../../server/auth/refusal.ts'
import { hashToken, mintToken, sameHash } from '../../../server/auth/tokens.ts'
import { parseRegistry } from '../../../server/registry/load.ts'

t.test('tokens', async (t) => {
  const tokens = new Set(Array.from({ length: 1000 }, () => mintToken()))
  t.equal(tokens.size, 1000)
  for (const token of tokens) if (!/^handoff_[A-Za-z0-9_-]{43}$/.test(token)) t.fail(token)
  t.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const hash = hashToken('abc')
  t.ok(sameHash(hash, hash))
  t.notOk(sameHash(hash, hashToken('abd')))
  t.notOk(sameHash(hash, ''))
  t.notOk(sameHash('', ''))
})

t.test('challenges', async (t) => {
  t.equal(bearerChallenge({ realm: 'a "b" \\c' }), 'Bearer realm="a \\"b\\" \\\\c"')
  t.equal(
    bearerChallenge({ realm: 'r', error: 'insufficient_scope', errorDescription: 'More.', scope: 'a b:c', resourceMetadata: 'https://x.example/y' }),
    'Bearer realm="r", error="insufficient_scope", error_description="More.", scope="a b:c", resource_metadata="https://x.example/y"',
  )
  for (const bad of [
    { realm: 'a\r\nX: y' }, { realm: 'é' }, { realm: 'r', errorDescription: 'a "b"' }, { realm: 'r', errorDescription: 'a\\b' },
    { realm: 'r', errorDescription: 'a\tb' }, { realm: 'r', scope: 'a  b' }, { realm: 'r', scope: '' }, { realm: 'r', resourceMetadata: '/x' },
  ]) t.throws(() => bearerChallenge(bad), TypeError, JSON.stringify(bad))
})

const expiry = Date.UTC(2030, 0, 1)
const agent = (id: string, enabled: boolean, token: string | undefined): string => `  - id: ${id}
    display_name: ${id}
    enabled: ${String(enabled)}
    send_to: []
    receive_from: []
    disclosure_ceiling: internal
${token === undefined ? '' : `    token_sha256: "${hashToken(token)}"\n    expires_at: 2030-01-01T00:00:00Z\n`}`

t.test('who a token stands for', async (t) => {
  const [alice, disabled, unknown] = [mintToken(), mintToken(), mintToken()]
  const parsed = parseRegistry(Buffer.from(`version: 1\nagents:\n${agent('alice', true, alice)}${agent('off', false, disabled)}${agent('none', true, undefined)}`))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const at = (token: string, nowMs: number) => authenticate({ kind: 'bearer', token }, parsed.snapshot, nowMs)
  const good = at(alice, expiry - 1)
  t.ok(good.ok && good.agent.id === 'alice', 'good until the last millisecond')
  const refused = { ok: false, refusal: refusalFor('not-accepted') }
  t.same(at(alice, expiry), refused, 'expired at the very instant')
  t.same(at(disabled, expiry - 1), refused, 'disabled')
  t.same(at(unknown, expiry - 1), refused, 'unknown')
  for (const [name, variant] of [
    ['truncated', alice.slice(0, -1)],
    ['extended', `${alice}A`],
    ['padded', `${alice}=`],
    ['case flipped', alice.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))],
    ['without its prefix', alice.slice('handoff_'.length)],
    ['its digest', hashToken(alice)],
    ['its digest in base64url', createHash('sha256').update(alice).digest('base64url')],
    ['a name of an object property', 'constructor'],
  ] as const) {
    t.not(variant, alice, `${name}: differs`)
    t.same(at(variant, expiry - 1), refused, name)
  }
  t.same(authenticate({ kind: 'fault', fault: 'empty' }, parsed.snapshot, 0), { ok: false, refusal: refusalFor('empty') })
})
