/** The option `--expires`: a point in time, or a duration from now. */
import { UsageError } from '../errors.ts'
import { parseInstant } from '../registry/instant.ts'

/** Used where `--expires` is not given: a token never goes without an expiry. */
export const defaultExpiry = '30d'

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
/** The last year that a registry can write. */
const latest = Date.UTC(10_000, 0, 1)

/**
 * @param nowMs ms since the epoch.
 * @returns ms since the epoch, later than now.
 * @throws UsageError
 */
export function parseExpiry(text: string, nowMs: number): number {
  const instant = parseDuration(text, nowMs) ?? parseInstant(text)
  if (instant === undefined) throw new UsageError('--expires must be a duration such as 12h, 30d or 4w, or a time such as 2030-01-31T12:00:00Z')
  if (instant <= nowMs) throw new UsageError('--expires must be in the future')
  if (instant >= latest) throw new UsageError('--expires must be before the year 10000')
  return instant
}

function parseDuration(text: string, nowMs: number): number | undefined {
  const match = /^(\d{1,9})([smhdw])$/.exec(text)
  if (match === null) return undefined
  return nowMs + Number(match[1]) * (unitMs[match[2] ?? ''] ?? 0)
}
