/** Fresh Ed25519 keys in files, as openssl writes them. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface KeyFiles {
  /** The file of the private key. */
  readonly private: string
  readonly public: string
}

export function writeKeys(folder: string, name: string): KeyFiles {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const files = { private: join(folder, `${name}.pem`), public: join(folder, `${name}.pub.pem`) }
  writeFileSync(files.private, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  writeFileSync(files.public, publicKey.export({ format: 'pem', type: 'spki' }))
  return files
}
