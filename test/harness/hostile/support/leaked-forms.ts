/** Looks for a token in a text in every form in which a hostile target may send it back. */

const squeezed = (text: string): string => text.toLowerCase().replaceAll(/<u\+[0-9a-f]+>|\\u[0-9a-f]{4}|[^0-9a-z]/g, '')

/** The forms by name. */
export function formsOf(token: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(token)
  return {
    raw: token,
    'upper case': token.toUpperCase(),
    'lower case': token.toLowerCase(),
    'swapped case': Array.from(token).map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join(''),
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
    'base64 behind a word': Buffer.from(`Bearer ${token}`).toString('base64'),
    hex: bytes.toString('hex'),
    'hex with colons': (bytes.toString('hex').match(/../g) ?? []).join(':'),
    'percent-encoded': [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    'JSON escapes': Array.from(token).map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    references: Array.from(token).map((char) => `&#${char.charCodeAt(0)};`).join(''),
    'split by spaces': Array.from(token).join(' '),
    'split by zero width': Array.from(token).join('\u200b'),
    'split by escape codes': token.replaceAll(/.{4}/g, '$&\u001b[0m'),
    'split by quotes': `${token.slice(0, 10)}" + "${token.slice(10)}`,
  }
}

/** The names of the forms of any of the tokens that stand in a text. Any run of twelve characters of one counts as that one. */
export function leakedForms(text: string, tokens: readonly string[]): string[] {
  const lower = text.toLowerCase()
  const plain = squeezed(text)
  return tokens.flatMap((token) => {
    const found = Object.entries(formsOf(token)).filter(([, form]) => lower.includes(form.toLowerCase())).map(([name]) => name)
    const bytes = Buffer.from(token)
    const cores = [0, 1, 2].map((lead) => Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64').slice(4, -4))
    for (const core of [bytes.toString('hex'), token, ...cores].map(squeezed)) if (plain.includes(core)) found.push('squeezed')
    const piece = Array.from({ length: token.length - 11 }, (_, at) => token.slice(at, at + 12)).find((part) => text.includes(part))
    return piece === undefined ? found : [...found, 'a part']
  })
}
