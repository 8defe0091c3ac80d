/** The texts of a run come again and again: ids, levels, what is expected. What was made of a short one is kept. */

/** More of them than this are forgotten. */
const mostRemembered = 20_000
/** In UTF-16 code units. */
const longestRemembered = 400

/** @param make A pure function of the text. */
export function rememberTexts(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > longestRemembered) return make(text)
    const made = known.get(text) ?? make(text)
    if (known.size >= mostRemembered) known.clear()
    known.set(text, made)
    return made
  }
}
