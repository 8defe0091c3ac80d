/** Points in time as a registry writes them: ISO 8601 with an offset, and only dates that the calendar has. */

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2}))$/

/**
 * Milliseconds since the epoch, or undefined where the text is no such point in time. Fractions finer than a
 * millisecond are cut off, so that an expiry is never later than it was written.
 */
export function parseInstant(text: string): number | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const part = (index: number): number => Number(match[index] ?? '0')
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (year < 1000 || hour > 23 || minute > 59 || second > 59) return undefined
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
  const date = new Date(local)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  if (part(9) > 23 || part(10) > 59) return undefined
  const offset = (part(9) * 60 + part(10)) * 60_000
  return match[8] === '-' ? local + offset : local - offset
}
