/** How a target differs from the model. Our own words, codes and numbers only: nothing that a target wrote. */

/** Which of the contract's promises was not kept. */
export type Rule = 'answers' | 'handoffs' | 'unchanged' | 'events' | 'boxes'

export interface Difference {
  readonly rule: Rule
  readonly expected: string
  readonly got: string
}

export function difference(rule: Rule, expected: string, got: string): Difference {
  return { rule, expected, got }
}
