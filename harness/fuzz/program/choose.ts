/** How a generator chooses: whole numbers below a bound are all that it is given. */

/** A whole number from 0 to one below the bound. */
export type Draw = (bound: number) => number

export function oneOf<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[draw(items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

/** In so many of a hundred times. */
export function chance(draw: Draw, percent: number): boolean {
  return draw(100) < percent
}

/** One of those with a weight above 0, as often as its weight says. */
export function weighted<Item>(draw: Draw, choices: readonly (readonly [number, Item])[]): Item {
  let left = draw(choices.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, item] of choices) {
    if (left < weight) return item
    left -= weight
  }
  throw new Error('there is nothing to choose from')
}
