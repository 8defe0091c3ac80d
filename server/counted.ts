/** A number with its noun, as texts for users have it. */

/** @param noun Whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
