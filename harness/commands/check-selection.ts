/** Whether a selection names what there is; where it does not, the error says what may have been meant. */
import { HarnessError } from '../errors.ts'
import type { Case } from '../run/case.ts'
import { selectCases, type Selection } from '../run/plan.ts'
import { didYouMean } from './suggest.ts'

/**
 * The cases that a command shows: of all suites where none is named, also of those that a run leaves out.
 * @throws HarnessError `unknown_suite`, `unknown_case`
 */
export function shownCases<Shown extends Pick<Case, 'id' | 'suite' | 'fuzz'>>({ cases }: { readonly cases: readonly Shown[] }, options: Selection): readonly Shown[] {
  const select = { ...options, suites: options.suites ?? [...new Set(cases.map(({ suite }) => suite))] }
  checkSelection({ cases }, select)
  return selectCases(cases, select)
}

/** @throws HarnessError `unknown_suite`, `unknown_case` */
export function checkSelection({ cases }: { readonly cases: readonly Pick<Case, 'id' | 'suite' | 'fuzz'>[] }, select: Selection): void {
  try {
    selectCases(cases, select)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    const known = error.code === 'unknown_suite' ? [...new Set(cases.map(({ suite }) => suite))] : cases.map(({ id }) => id)
    const typed = [...(error.code === 'unknown_suite' ? (select.suites ?? []) : [...(select.only ?? []), ...(select.skip ?? [])])]
    const wrong = typed.find((name) => error.message.includes(JSON.stringify(name)))
    const hint = wrong === undefined ? undefined : didYouMean(wrong, known)
    throw hint === undefined ? error : new HarnessError(error.code, error.message, { remedy: `${hint} ${error.remedy}`, cause: error })
  }
}
