/**
 * How a case leaves early without a verdict. Anything else that a case throws is a fault of the harness, so these
 * must stay apart from ordinary errors.
 */

/** It ran, but cannot tell: its own control was refused, or a rejection whose cause is unproven. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** Only seen at run time: the target's own claims rule the case out. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** It could not run at all: something of this machine that it needs is missing. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}
