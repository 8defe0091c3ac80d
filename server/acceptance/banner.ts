/**
 * The banner that a delivered body can carry: a token element on a line of its own, and a comment that warns. It is
 * found in one pass however often its parts are repeated in a hostile body.
 */

export const bannerStart = '\n<goal_token>'
export const bannerMiddle = '</goal_token>\n<!-- SECURITY:'
export const bannerEnd = '-->'

/** Where the first banner stands, in UTF-16 units, and the token that it shows. */
export interface Banner {
  readonly start: number
  readonly end: number
  readonly token: string
}

export function findBanner(body: string): Banner | undefined {
  // From one `<` to the next, since the run between the two elements has none.
  for (let open = body.indexOf('<'); open !== -1;) {
    const next = body.indexOf('<', open + 1)
    if (open > 0 && next !== -1 && body.startsWith(bannerStart, open - 1) && body.startsWith(bannerMiddle, next)) {
      const close = body.indexOf(bannerEnd, next + bannerMiddle.length)
      // Without an end behind this one there is none behind a later one either.
      if (close === -1) return undefined
      return { start: open - 1, end: close + bannerEnd.length, token: body.slice(open - 1 + bannerStart.length, next) }
    }
    open = next
  }
  return undefined
}

/** The body without its first banner; a second one stays. */
export function stripBanner(body: string): string {
  const banner = findBanner(body)
  return banner === undefined ? body : body.slice(0, banner.start) + body.slice(banner.end)
}
