/** What somebody may have meant who mistyped a name. */

/** The nearest of the known names, where one is near enough to be meant; at most three, nearest first. */
export function nearest(typed: string, known: readonly string[]): string[] {
  const wanted = typed.toLowerCase()
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  return known
    .map((name) => ({ name, distance: wanted !== '' && name.includes(wanted) ? 0 : editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** `did you mean A or B?`, or undefined. Of a pattern such as `auht.*` what stands before its first star is looked for. */
export function didYouMean(typed: string, known: readonly string[]): string | undefined {
  const [, start, rest] = /^([^*]*?)(\.?\*.*)$/.exec(typed) ?? []
  const names = start === undefined || rest === undefined ? nearest(typed, known) : nearest(start, beginnings(known)).map((name) => name + rest)
  return names.length === 0 ? undefined : `Did you mean ${names.join(' or ')}?`
}

/** What stands before each dot of the names. */
function beginnings(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => name.split('.').slice(0, -1).map((_, at) => name.split('.').slice(0, at + 1).join('.'))))]
}

/** Levenshtein's, with exchanged neighbours as one edit. */
function editDistance(left: string, right: string): number {
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + Number(!same))
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    before = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
