/** What stands in place of a value that may not be shown: how long it is, and nothing of it. */

/** Longer values are never shown; a report cuts what is shown further, once secrets are out of it. In UTF-16 code units. */
export const maxShownLength = 2_000

export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const characters = (text: string): string => `<${plural(text.length, 'character')}>`

/** The value itself where it is short enough to be kept. */
export function bounded(text: string, most: number = maxShownLength): string {
  return text.length <= most ? text : characters(text)
}

/** Whether a short value says what it says in plain words: none of its runs is long enough to be a credential or content. */
export function isPlain(text: string): boolean {
  return text.length <= 60 && /^[\x20-\x7e]*$/.test(text) && !/[A-Za-z0-9_-]{20,}/.test(text)
}
