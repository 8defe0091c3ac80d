import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import t from 'tap'
import { mask, redactText, redactValue } from '../../../harness/evidence/redact.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { escapeMarkup } from '../../../harness/reporters/markup.ts'

const registryOf = (...secrets: string[]) => {
  const registry = createSecretRegistry()
  for (const secret of secrets) registry.add(secret)
  return registry
}

const percentAll = (secret: string, upper: boolean) =>
  [...Buffer.from(secret)].map((byte) => `%${upper ? byte.toString(16).toUpperCase().padStart(2, '0') : byte.toString(16).padStart(2, '0')}`).join('')
const lowerPercents = (text: string) => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
const hex = (secret: string) => Buffer.from(secret).toString('hex')
const jsonUnicode = (secret: string) => secret.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const base64At = (secret: string, lead: number, trail: number, encoding: 'base64' | 'base64url') =>
  Buffer.concat([Buffer.alloc(lead, 0x5a), Buffer.from(secret), Buffer.alloc(trail, 0x5a)]).toString(encoding)
const joined = (secret: string, gap: string) => Array.from(secret).join(gap)

/** What the text gives away when everything that can be undone is undone: the oracle, written apart from the code. */
const encodings: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  'percent, every byte, upper case': (secret) => percentAll(secret, true),
  'percent, every byte, lower case': (secret) => percentAll(secret, false),
  'percent, minimal': (secret) => encodeURIComponent(secret),
  'percent, minimal, lower case': (secret) => lowerPercents(encodeURIComponent(secret)),
  'percent, twice': (secret) => encodeURIComponent(percentAll(secret, true)),
  'form-urlencoded': (secret) => new URLSearchParams({ v: secret }).toString().slice(2),
  'JSON string': (secret) => JSON.stringify(secret),
  'JSON string in a JSON string': (secret) => JSON.stringify(JSON.stringify({ secret })),
  'JSON \\u escapes': jsonUnicode,
  'character references': (secret) => Array.from(secret).map((char) => `&#x${(char.codePointAt(0) ?? 0).toString(16)};`).join(''),
  'hex, lower case': hex,
  'hex, upper case': (secret) => hex(secret).toUpperCase(),
  'hex with colons': (secret) => (hex(secret).match(/../g) ?? []).join(':'),
  'hex as bytes': (secret) => [...Buffer.from(secret)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', '),
  'split by line breaks': (secret) => joined(secret, '\r\n  '),
  'split by quotes and plus': (secret) => joined(secret, '" + "'),
  'split by backslash and newline': (secret) => joined(secret, '\\\n'),
  'split by soft hyphens': (secret) => joined(secret, '\u00ad'),
  'split by zero-width spaces': (secret) => joined(secret, '\u200b'),
  'split by terminal escapes': (secret) => joined(secret, '\u001b[31;1m'),
  'split by shown terminal escapes': (secret) => joined(secret, '<U+00AD>'),
  'array of characters': (secret) => JSON.stringify(Array.from(secret)),
}
for (const encoding of ['base64', 'base64url'] as const) {
  for (const lead of [0, 1, 2]) {
    for (const trail of [0, 1, 2]) {
      encodings[`${encoding}, ${lead} before, ${trail} after`] = (secret) => base64At(secret, lead, trail, encoding)
    }
  }
}
encodings['base64 in lines'] = (secret) => (base64At(secret, 1, 1, 'base64').match(/.{1,7}/g) ?? []).join('\r\n')

const tokenAlphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/')
const token = fc.string({ unit: fc.constantFrom(...tokenAlphabet), minLength: 16, maxLength: 80 })
  .filter((text) => text.replaceAll('+', '').length >= 12)

for (const [name, encode] of Object.entries(encodings)) {
  t.test(`no token survives as ${name}`, async (t) => {
    fc.assert(
      fc.property(token, fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (secret, before, after) => {
        const form = encode(secret)
        const output = redactText(`${before}<${form}>${after}`, registryOf(secret))
        return output.includes(mask) && !output.includes(form) && registryOf(secret).find(Buffer.from(output)).length === 0
      }),
      { numRuns: 40 },
    )
    t.pass('none')
  })
}

t.test('any secret of eight bytes or more is found raw, in JSON and percent-encoded', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 60 }), fc.string({ unit: 'binary' }), (secret, around) => {
      const registry = registryOf(secret)
      for (const form of [secret, JSON.stringify(secret), encodeURIComponent(secret)]) {
        if (redactText(`${around}|${form}|${around}`, registry).includes(`|${form}|`)) return false
      }
      return true
    }),
    { numRuns: 200 },
  )
  t.pass('found')
})

t.test('what is not secret stays as it is', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('abc xyz{}":,\n\\%u<>&#é')), maxLength: 200 }), (text) => redactText(text, registryOf('0123456789QWERTZ')) === text),
  )
  t.equal(redactText('the Bearer challenge has realm and error', registryOf('0123456789QWERTZ')), 'the Bearer challenge has realm and error')
  t.equal(redactText('before S3cr3t-S3cr3t after', registryOf('S3cr3t-S3cr3t')), `before ${mask} after`)
})

t.test('JSON stays JSON where a key ends in the name of a credential field and holds an object or a list', async (t) => {
  const value = { 'auth.proxy-authorization': { sends: 'a', 'x-cookie': [] }, 'set-cookie': [{ a: 1 }, {}], authorization: {} }
  for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) t.same(JSON.parse(redactText(text, registryOf())), value)
})

t.test('a short secret does not black out ordinary words, and is counted', async (t) => {
  const registry = registryOf('alpha')
  t.equal(redactText('alpha sends to beta', registry), 'alpha sends to beta')
  t.equal(registry.weak, 1)
})

t.test('what looks like a credential goes whole, registered or not', async (t) => {
  const none = registryOf()
  const table: readonly (readonly [input: string, output: string])[] = [
    ['Authorization: Bearer abc', `Authorization: ${mask}`],
    ['authorization: Basic YTpi\r\nAccept: */*', `authorization: ${mask}\r\nAccept: */*`],
    ['Proxy-Authorization: x', `Proxy-Authorization: ${mask}`],
    ['Cookie: a=b; c=d', `Cookie: ${mask}`],
    ['set-cookie: sid=1; HttpOnly', `set-cookie: ${mask}`],
    ['{"authorization":"Bearer abc","x":1}', `{"authorization":"${mask}","x":1}`],
    ['{"t":"{\\"cookie\\":\\"a=b\\",\\"x\\":1}"}', `{"t":"{\\"cookie\\":\\"${mask}\\",\\"x\\":1}"}`],
    ['{"t":"said \\"Cookie: a=b\\" twice"}', `{"t":"said \\"Cookie: ${mask}\\" twice"}`],
    ['token handoff_aaaaaaaaaaaaaaaaaaaaaaaaa.', `token ${mask}.`],
    ['got Bearer sk-123456789 there', `got Bearer ${mask} there`],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln', mask],
    ['WWW-Authenticate: Bearer resource_metadata="https://a/b", error="invalid_token"', 'WWW-Authenticate: Bearer resource_metadata="https://a/b", error="invalid_token"'],
  ]
  for (const [input, output] of table) t.equal(redactText(input, none), output, input)
  for (const [input] of table.filter(([input]) => input.startsWith('{'))) t.doesNotThrow(() => JSON.parse(redactText(input, none)), 'JSON stays JSON')
  t.same(redactValue({ headers: [['Cookie', 'a'], ['Accept', 'b']], authorization: { any: 1 } }, (text) => text), {
    headers: [['Cookie', mask], ['Accept', 'b']],
    authorization: mask,
  })
})

t.test('what was redacted can be rendered and redacted again without losing what stands behind it', async (t) => {
  const none = registryOf()
  const lines = ['Authorization: Bearer abc', 'cookie="a=b"', "Set-Cookie: 'sid=1'", 'Proxy-Authorization: x', "curl -H \"Authorization: Bearer $ALPHA_TOKEN\" -H 'Accept: */*'", 'authorization: basic $BETA_2_TOKEN']
  for (const line of lines) {
    const clean = redactText(line, none)
    t.equal(redactText(clean, none), clean, line)
    for (const rendered of [`<pre><ins>+ ${escapeMarkup(clean)}</ins>\nafter</pre><p>on</p>`, `{"text":${JSON.stringify(`${clean}\nafter`)},"on":1}`, `"text": ${JSON.stringify(JSON.stringify({ clean }))}`]) {
      t.equal(redactText(rendered, none), rendered, rendered)
    }
  }
})

t.test('the name of an environment variable excuses nothing that stands beside it', async (t) => {
  const none = registryOf()
  for (const value of ['s3cr3t $ALPHA_TOKEN', 'Bearer $ALPHA_TOKEN s3cr3t', 'Bearer $ALPHA_TOKEN, Basic s3cr3t', 'Bearer s3cr3t$ALPHA_TOKEN', 'Bearer $ALPHA_TOKENs3cr3t', 'Bearer $ALPHA_TOKEN; s3cr3t=1', `${mask}s3cr3t`]) {
    for (const name of ['Authorization', 'Cookie']) t.equal(redactText(`${name}: ${value}`, none), `${name}: ${mask}`, value)
  }
})

t.test('a megabyte of hostile text takes linear time', async (t) => {
  const registry = registryOf('handoff_0123456789abcdefghijABCDEFGHIJ', 'a'.repeat(63) + 'b', 'password\\u0041%41&lt;')
  const units = ['a', '\\', '%', '%25', '"', 'cookie ', 'Authorization:', 'authorization: bearer $A_', 'Bearer ', 'eyJ-', 'eyJ.', 'handoff_', '\\u00', '&#x', '<U+', '\u001b[', ' ', '\u00ad', 'ab', 'YWFh']
  const cost = (unit: string, size: number): number => {
    const text = unit.repeat(Math.ceil(size / unit.length))
    const begin = process.cpuUsage()
    redactText(text, registry)
    return (process.cpuUsage(begin).user + 1) / 1000
  }
  for (const unit of units) cost(unit, 50_000)
  for (const unit of units) {
    const large = cost(unit, 1_000_000)
    t.ok(large < 4_000, `${JSON.stringify(unit)}: ${Math.round(large)} ms of processor time`)
  }
})
