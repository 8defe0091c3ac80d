/** Quotes a value inside a reason, so that one line stays one line and nobody can end the quotation. */

const special = /[\\\u0000-\u001f\u007f-\u009f]/g

/**
 * Single quotes; double ones where the value has a single quote and no double one; where it has both, single ones
 * and `\'`. Control characters (C0, DEL and C1) as `\n`, `\r`, `\t` or `\xNN`.
 */
export function quote(value: string): string {
  const text = value.replace(special, escape)
  if (!text.includes("'")) return `'${text}'`
  if (!text.includes('"')) return `"${text}"`
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}

function escape(character: string): string {
  switch (character) {
    case '\\': return String.raw`\\`
    case '\n': return String.raw`\n`
    case '\r': return String.raw`\r`
    case '\t': return String.raw`\t`
    default: return String.raw`\x` + character.charCodeAt(0).toString(16).padStart(2, '0')
  }
}
