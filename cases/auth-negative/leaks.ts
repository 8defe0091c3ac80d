/** Finds a secret in text, also where it was encoded: a response or a log may hold it in a form that nobody meant. */
import { sha256 } from './tokens.ts'

/** The forms in which a secret is looked for, each by its name. */
export function formsOf(secret: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(secret, 'utf8')
  const forms = new Map<string, string>([
    ['as it is', secret],
    ['reversed', Array.from(secret).reverse().join('')],
    ['in hexadecimal', bytes.toString('hex')],
    ['as its SHA-256 digest in hexadecimal', sha256(secret, 'hex')],
    ['as its SHA-256 digest in base64', sha256(secret, 'base64').replace(/=+$/, '')],
    ['as its SHA-256 digest in base64url', sha256(secret, 'base64url')],
    ['percent-encoded', percentEncoded(bytes)],
  ])
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const lead of [0, 1, 2]) forms.set(`in ${encoding}${lead === 0 ? '' : ` after ${lead} bytes`}`, base64Core(bytes, encoding, lead))
  }
  return forms
}

/** The names of the forms in which the text holds the secret; empty where it holds none. */
export function leaksIn(text: string, secret: string): string[] {
  const views = [text, unescaped(text)]
  const lower = views.map((view) => view.toLowerCase())
  return [...formsOf(secret)]
    .filter(([name, form]) => /hexadecimal|percent/.test(name) ? lower.some((view) => view.includes(form.toLowerCase())) : views.some((view) => view.includes(form)))
    .map(([name]) => name)
}

/** The characters that depend on the secret alone when `lead` bytes stand before it. */
function base64Core(bytes: Uint8Array, encoding: 'base64' | 'base64url', lead: number): string {
  const text = Buffer.concat([Buffer.alloc(lead), bytes]).toString(encoding)
  return text.slice(Math.ceil((lead * 8) / 6), Math.floor(((lead + bytes.length) * 8) / 6))
}

function percentEncoded(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Percent-encoding and JSON's own escapes taken off, where they are well-formed. */
function unescaped(text: string): string {
  return text
    .replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
