/**
 * Reads the Ed25519 keys (RFC 8032) that sign an attestation and check it: a private key in PKCS #8 PEM that only its
 * owner may read, a public key in SPKI PEM. Nothing else is taken, so that no weak algorithm can be slipped in.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { HarnessError } from '../errors.ts'
import { readRegularFile } from '../files/read-regular-file.ts'

/** No PEM file of one key is longer. In bytes. */
const maxBytes = 64 * 1024

export interface SigningKey {
  readonly keyId: string
  sign(bytes: Uint8Array): Buffer
  /** The key in the spellings in which it could end up in a file, for the registry of secrets. */
  readonly secrets: readonly string[]
}

export interface VerifyingKey {
  readonly keyId: string
  verify(bytes: Uint8Array, signature: Uint8Array): boolean
}

/** @throws HarnessError `key_unreadable`, `key_unsafe`, `key_invalid`; never with anything of the key. */
export function readSigningKey(path: string): SigningKey {
  const file = readKeyFile(path)
  if (process.platform !== 'win32' && (file.mode & 0o077) !== 0) {
    throw new HarnessError('key_unsafe', `the key file ${path} can be read or changed by others (mode ${(file.mode & 0o777).toString(8).padStart(4, '0')})`, { remedy: `chmod 600 ${path}` })
  }
  if (/^-----BEGIN ENCRYPTED PRIVATE KE[Y]-----$/m.test(file.text)) throw invalid(path, 'it is encrypted, and nobody is there to type its passphrase', 'Decrypt it first: openssl pkey -in KEY -out PLAIN, with PLAIN readable by its owner only.')
  const body = pemBody(file.text, 'PRIVATE KEY')
  if (body === undefined) throw invalid(path, 'it holds no single PRIVATE KEY in PEM (PKCS #8)', 'Make one: (umask 077; openssl genpkey -algorithm ed25519 -out KEY).')
  const key = parsed(path, () => createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'pkcs8' }))
  const seed = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
  return {
    keyId: keyIdOf(createPublicKey(key)),
    sign: (bytes) => sign(null, bytes, key),
    secrets: [body, ...(['hex', 'base64', 'base64url'] as const).map((encoding) => seed.toString(encoding))],
  }
}

/** @throws HarnessError `key_unreadable`, `key_invalid` */
export function readVerifyingKey(path: string): VerifyingKey {
  const { text } = readKeyFile(path)
  const remedy = 'Give the public key: openssl pkey -in KEY -pubout -out PUBLIC.'
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----$/m.test(text)) throw invalid(path, 'it is a private key, and whoever checks a signature must not have it', remedy)
  const body = pemBody(text, 'PUBLIC KEY')
  if (body === undefined) throw invalid(path, 'it holds no single PUBLIC KEY in PEM (SPKI)', remedy)
  const key = parsed(path, () => createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' }))
  return { keyId: keyIdOf(key), verify: (bytes, signature) => signature.length === 64 && verify(null, bytes, key, signature) }
}

/** SHA-256 over the public key in SPKI DER, in hexadecimal digits. */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256').update(key.export({ format: 'der', type: 'spki' })).digest('hex')
}

function readKeyFile(path: string): { readonly text: string; readonly mode: number } {
  const file = readRegularFile(path, maxBytes)
  if (!file.ok) throw new HarnessError('key_unreadable', `the key file ${path} cannot be read: ${file.why}`, { cause: file.cause })
  return { text: file.bytes.toString('latin1').replaceAll('\r\n', '\n'), mode: file.mode }
}

/** The base64 between the lines of the one PEM block (RFC 7468) that the text holds. */
function pemBody(text: string, label: string): string | undefined {
  const block = new RegExp(`^\\s*-----BEGIN ${label}-----\\n([A-Za-z0-9+/=\\n]+)-----END ${label}-----\\s*$`).exec(text)
  return block?.[1]?.replaceAll('\n', '')
}

function parsed(path: string, read: () => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = read()
  } catch {
    // The library's text may quote the file.
    throw invalid(path, 'what its PEM block holds is no key')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw invalid(path, `it is a key of the kind ${key.asymmetricKeyType ?? 'unknown'}, and only ed25519 is used`)
  return key
}

function invalid(path: string, why: string, remedy?: string): HarnessError {
  return new HarnessError('key_invalid', `the key file ${path} cannot be used: ${why}`, remedy === undefined ? {} : { remedy })
}
