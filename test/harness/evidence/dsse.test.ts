import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { HarnessError } from '../../../harness/errors.ts'
import { decodeBase64, payloadOf, payloadType, preAuthenticationEncoding, seal, signatureProblem } from '../../../harness/evidence/dsse.ts'
import { readSigningKey, readVerifyingKey } from '../../../harness/evidence/signing-key.ts'
import { writeKeys } from './keys.ts'

const place = (t: { teardown(handler: () => unknown): unknown }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

t.test('what is signed is what the specification gives for its example, and counts bytes', async (t) => {
  t.equal(preAuthenticationEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString(), 'DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  t.equal(preAuthenticationEncoding('é', Buffer.from('ü')).toString(), 'DSSEv1 2 é 2 ü')
  t.equal(preAuthenticationEncoding('', Buffer.alloc(0)).toString(), 'DSSEv1 0  0 ')
})

t.test('openssl agrees with our signature and with the id of the key', async (t) => {
  const folder = place(t)
  const [key, pub, message, signature] = ['key.pem', 'pub.pem', 'message', 'signature'].map((name) => join(folder, name)) as [string, string, string, string]
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
  chmodSync(key, 0o600)
  execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', pub])
  const signer = readSigningKey(key)
  const payload = Buffer.from('{"a":1}')
  const envelope = seal(payload, signer)
  writeFileSync(message, preAuthenticationEncoding(payloadType, payload))
  writeFileSync(signature, Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'))
  t.match(execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', pub, '-rawin', '-in', message, '-sigfile', signature], { encoding: 'utf8' }), /success/i)
  const der = execFileSync('openssl', ['pkey', '-pubin', '-in', pub, '-outform', 'DER'])
  t.equal(signer.keyId, execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: der, encoding: 'utf8' }).split(' ')[0])
  const verifier = readVerifyingKey(pub)
  t.equal(verifier.keyId, signer.keyId)
  t.equal(signatureProblem(envelope, payload, verifier), undefined)
  t.same(payloadOf(envelope), { ok: true, bytes: payload })
  const urlSafe = { ...envelope, signatures: [{ sig: (envelope.signatures[0]?.sig ?? '').replaceAll('+', '-').replaceAll('/', '_') }] }
  t.equal(signatureProblem(urlSafe, payload, verifier), undefined, 'the other alphabet, and no id of a key, are allowed')
  t.match(signatureProblem(envelope, Buffer.from('{"a":2}'), verifier), /did not make/)
  t.match(signatureProblem({ ...envelope, payloadType: 'x' }, payload, verifier), /did not make/)
  t.ok(signer.secrets.every((secret) => secret.length >= 40))
  t.ok(signer.secrets.some((secret) => readFileSync(key, 'utf8').includes(secret)), 'among the secrets is what stands in the file')
})

t.test('base64 has one spelling in each alphabet', async (t) => {
  for (const text of ['', 'AA==', 'AAA=', '+/+/', '-_-_']) t.ok(decodeBase64(text), text)
  for (const text of ['AA', 'AA=', 'AB==', 'AA==\n', ' AA==', 'AA==AA==', '+_+_', 'A', '====', 'ÄA==']) t.equal(decodeBase64(text), undefined, JSON.stringify(text))
})

t.test('a key that cannot be used is one clear error without anything of the key', async (t) => {
  const folder = place(t)
  const keys = writeKeys(folder, 'good')
  const at = (name: string, text: string, mode = 0o600): string => {
    writeFileSync(join(folder, name), text, { mode })
    chmodSync(join(folder, name), mode)
    return join(folder, name)
  }
  const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const text = readFileSync(keys.private, 'utf8')
  const signing: readonly (readonly [what: string, path: string, code: string])[] = [
    ['none', join(folder, 'none'), 'key_unreadable'], ['a folder', folder, 'key_unreadable'], ['a huge file', at('huge', 'x'.repeat(100_000)), 'key_unreadable'],
    ['read by others', at('shared', text, 0o644), 'key_unsafe'], ['read by the group', at('group', text, 0o640), 'key_unsafe'],
    ['the public key', at('public', readFileSync(keys.public, 'utf8')), 'key_invalid'], ['empty', at('empty', ''), 'key_invalid'],
    ['two keys', at('two', text + text), 'key_invalid'], ['half a key', at('half', text.slice(0, 60)), 'key_invalid'], ['no key in the block', at('junk', text.replace(/MC4C/, 'AAAA')), 'key_invalid'],
    ['an RSA key', at('rsa', openssl('genpkey', '-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:2048')), 'key_invalid'],
    ['an Ed448 key', at('ed448', openssl('genpkey', '-algorithm', 'ed448')), 'key_invalid'],
    ['an encrypted key', at('encrypted', openssl('genpkey', '-algorithm', 'ed25519', '-aes256', '-pass', 'pass:x')), 'key_invalid'],
  ]
  const verifying: readonly (readonly [what: string, path: string, code: string])[] = [
    ['none', join(folder, 'none'), 'key_unreadable'], ['the private key', keys.private, 'key_invalid'], ['empty', at('empty', ''), 'key_invalid'],
    ['an RSA key', at('rsa.pub', openssl('pkey', '-in', join(folder, 'rsa'), '-pubout')), 'key_invalid'], ['two keys', at('two.pub', readFileSync(keys.public, 'utf8').repeat(2)), 'key_invalid'],
  ]
  const refused = (read: () => unknown): HarnessError | undefined => {
    try {
      read()
    } catch (error) {
      return error instanceof HarnessError ? error : undefined
    }
    return undefined
  }
  for (const [table, read] of [[signing, readSigningKey], [verifying, readVerifyingKey]] as const) {
    for (const [what, path, code] of table) {
      const error = refused(() => read(path))
      t.match(error, { code, exitCode: 2 }, what)
      t.notMatch(error?.message ?? '', /MC[4o]|[A-Za-z0-9+/]{40}/, what)
    }
  }
  t.doesNotThrow(() => readSigningKey(at('crlf', text.replaceAll('\n', '\r\n'))))
})
