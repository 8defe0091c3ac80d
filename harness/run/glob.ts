/** Globs over case ids: `*` is any run of characters, `?` one; ids are slugs with dots, so nothing else is special. */

/** Whether the whole id fits the pattern. */
export function matchesGlob(pattern: string, id: string): boolean {
  const source = pattern.replaceAll(/[$()+.[\\\]^{|}]/g, String.raw`\$&`).replaceAll('*', '.*').replaceAll('?', '.')
  return new RegExp(`^${source}$`).test(id)
}
