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
  let from = 0
  for (;;) {
    const start = body.indexOf(bannerStart, from)
    if (start === -1) return undefined
    const tokenStart = start + bannerStart.length
    const tokenEnd = body.indexOf('<', tokenStart)
    if (tokenEnd === -1) return undefined
    if (body.startsWith(bannerMiddle, tokenEnd)) {
      const close = body.indexOf(bannerEnd, tokenEnd + bannerMiddle.length)
      // Without an end behind this one there is none behind a later one either.
      if (close === -1) return undefined
      return { start, end: close + bannerEnd.length, token: body.slice(tokenStart, tokenEnd) }
    }
    // The next banner needs a `<` of its own, and the line feed before it.
    from = tokenEnd - 1
  }
}

/** The body without its first banner; a second one stays. */
export function stripBanner(body: string): string {
  const banner = findBanner(body)
  return banner === undefined ? body : body.slice(0, banner.start) + body.slice(banner.end)
}
