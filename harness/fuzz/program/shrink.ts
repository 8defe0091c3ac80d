/**
 * Smaller programs in the order in which they are worth trying: cut off what comes after the failure, take steps out
 * one by one from the last to the first, then take details out of the steps that are left, and begin again while anything goes. Whoever found one that still
 * fails goes on from where it was found, and not from the beginning.
 */
import type { ModelStep } from '../model/step.ts'
import { contents } from './generate-send.ts'
import { labelUsed } from './program.ts'
import type { AgentStep, Program, ProgramStep } from './program.ts'

/** Where to go on: `steps` down from that position, then once more through all if any has gone, then `details`, then again if any of those has. */
export type Place =
  | { readonly phase: 'cut' }
  | { readonly phase: 'steps'; readonly at: number; readonly gone: boolean }
  | { readonly phase: 'details'; readonly at: number; readonly gone: boolean }

export interface Smaller {
  readonly program: Program
  /** Where to go on from it, if it still fails. */
  readonly place: Place
}

/** @param failedAt The step at which it failed; the number of steps where that was seen after the last one. */
export function* smaller(program: Program, place: Place, failedAt: number): Generator<Smaller> {
  const { steps } = program
  switch (place.phase) {
    case 'cut':
      if (failedAt + 1 < steps.length) yield { program: { ...program, steps: steps.slice(0, failedAt + 1) }, place: { phase: 'steps', at: failedAt - 1, gone: false } }
      yield* smaller(program, { phase: 'steps', at: steps.length - 1, gone: false }, failedAt)
      return
    case 'steps':
      for (let at = Math.min(place.at, steps.length - 1); at >= 0; at -= 1) {
        const fewer = without(program, at)
        if (fewer !== undefined) yield { program: fewer, place: { phase: 'steps', at: at - 1, gone: true } }
      }
      // What was needed by a step that has gone since need not be there any more.
      yield* place.gone ? smaller(program, { phase: 'steps', at: steps.length - 1, gone: false }, failedAt) : smaller(program, { phase: 'details', at: 0, gone: false }, failedAt)
      return
    case 'details':
      for (let at = place.at; at < steps.length; at += 1) {
        const step = steps[at]
        if (step === undefined) return
        for (const plainer of plainerSteps(step)) yield { program: { ...program, steps: steps.with(at, plainer) }, place: { phase: 'details', at, gone: true } }
      }
      // Nor by one that has lost what it needed it for.
      if (place.gone) yield* smaller(program, { phase: 'steps', at: steps.length - 1, gone: false }, failedAt)
  }
}

/** Without a step, and without those that speak of the handoff that it creates; undefined where nothing would be left. */
function without({ steps, ...rest }: Program, at: number): Program | undefined {
  const gone = new Set<ProgramStep>()
  const labels = new Set<number>()
  for (const [index, step] of steps.entries()) {
    const used = labelUsed(step)
    if (index !== at && (used === undefined || !labels.has(used))) continue
    gone.add(step)
    if (step.kind === 'agent' && step.label !== undefined) labels.add(step.label)
  }
  const left = steps.filter((step) => !gone.has(step))
  return left.length === 0 ? undefined : { ...rest, steps: left }
}

/** The same step with one detail less. */
function plainerSteps(step: ProgramStep): ProgramStep[] {
  if (step.kind !== 'agent') return []
  const plainer = plainerModelSteps(step.step).map((each): AgentStep => ({ ...step, step: each }))
  if (step.page?.limit === undefined) return plainer
  const { page: _, ...rest } = step
  return [rest, ...plainer]
}

const details = ['key', 'note', 'expectedVersion', 'parent', 'priority', 'sensitivity', 'expiresInS', 'statuses'] as const

function plainerModelSteps(step: ModelStep): ModelStep[] {
  const fewer = details.filter((name) => Object.hasOwn(step, name)).map((name) => withoutDetail(step, name))
  const [plain] = contents
  return step.kind === 'send' && plain !== undefined && step.content.title.trim() !== '' && step.content.title !== plain.title ? [{ ...step, content: plain }, ...fewer] : fewer
}

function withoutDetail(step: ModelStep, name: string): ModelStep {
  return Object.fromEntries(Object.entries(step).filter(([each]) => each !== name)) as unknown as ModelStep
}
