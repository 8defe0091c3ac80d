/**
 * DSSE envelopes (Dead Simple Signing Envelope 1.0.0, secure-systems-lab/dsse) around an in-toto statement: the payload
 * is signed together with its type, as bytes, so that nobody has to agree on how JSON is written.
 */
import type { SigningKey, VerifyingKey } from './signing-key.ts'

export const payloadType = 'application/vnd.in-toto+json'

export interface Envelope {
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[]
}

/** What is signed in place of the payload ("PAE" in protocol.md); lengths are in bytes. */
export function preAuthenticationEncoding(type: string, payload: Uint8Array): Buffer {
  const bytes = Buffer.from(type, 'utf8')
  return Buffer.concat([Buffer.from(`DSSEv1 ${bytes.length} `), bytes, Buffer.from(` ${payload.length} `), payload])
}

export function seal(payload: Uint8Array, key: SigningKey): Envelope {
  return {
    payload: Buffer.from(payload).toString('base64'),
    payloadType,
    signatures: [{ keyid: key.keyId, sig: key.sign(preAuthenticationEncoding(payloadType, payload)).toString('base64') }],
  }
}

export type Payload = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly why: string }

/** The payload of an envelope whose form is right, whoever signed it. */
export function payloadOf(envelope: Envelope): Payload {
  if (envelope.payloadType !== payloadType) return { ok: false, why: `the type of its payload is not ${payloadType}` }
  const bytes = decodeBase64(envelope.payload)
  return bytes === undefined ? { ok: false, why: 'its payload is no canonical base64' } : { ok: true, bytes }
}

/** Why the envelope does not bear this key's signature, and nothing else; undefined where it does. */
export function signatureProblem(envelope: Envelope, payload: Uint8Array, key: VerifyingKey): string | undefined {
  const [signature, ...more] = envelope.signatures
  if (signature === undefined) return 'it has no signature'
  // DSSE allows several; a run writes one, and whoever added another has changed the file.
  if (more.length > 0) return `it has ${envelope.signatures.length} signatures, and a run writes one`
  const bytes = decodeBase64(signature.sig)
  if (bytes === undefined) return 'its signature is no canonical base64'
  if (!key.verify(preAuthenticationEncoding(envelope.payloadType, payload), bytes)) return 'the given key did not make its signature'
  // The id is a hint that nobody signed: it never helps, and a wrong one was not written by us.
  return (signature.keyid ?? '') === '' || signature.keyid === key.keyId ? undefined : 'the id of its key is not that of the given key'
}

/** Standard or URL-safe alphabet, as DSSE wants both accepted, with padding; only the one spelling that an encoder gives. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const standard = bytes.toString('base64')
  return text === standard || text === standard.replaceAll('+', '-').replaceAll('/', '_') ? bytes : undefined
}
