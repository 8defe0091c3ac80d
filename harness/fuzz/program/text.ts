/** A program as a person reads it: one line a step, handoffs numbered as they are created. */
import { openStatuses } from '../../handoff/contract.ts'
import type { HandoffRef, ModelStep, SendStep, TransitionStep } from '../model/step.ts'
import { advance, startState } from './advance.ts'
import { nobody } from './program.ts'
import type { AgentStep, PolicyEdit, Program, ProgramStep } from './program.ts'

/** @param maxDepth As in the fixture: what is refused creates nothing, and is no handoff to number. */
export function programLines({ agents, steps }: Program, maxDepth: number): string[] {
  let state = startState(agents, 0, maxDepth)
  return steps.map((step) => {
    const { state: after, step: resolved, expected } = advance(state, step)
    state = after
    if (step.kind !== 'agent') return aroundLine(step)
    const creates = expected?.kind === 'change' && !expected.replayed && step.step.kind === 'send' ? expected.handoff.number : undefined
    return agentLine(step, resolved ?? step.step, creates)
  })
}

function agentLine({ by, page }: AgentStep, step: ModelStep, creates: number | undefined): string {
  switch (step.kind) {
    case 'whoami': return `${by} asks who it is`
    case 'get': return `${by} gets ${name(step.handoff)}`
    case 'inbox': {
      if (page?.next === true) return `${by} asks for the next page`
      const what = step.box === 'sent' ? 'sent' : 'received'
      return `${by} lists what it ${what}${list([
        step.statuses === undefined || step.statuses.join() === openStatuses.join() ? undefined : step.statuses.join(' or '),
        page?.limit === undefined ? undefined : `${page.limit} at most`,
      ])}`
    }
    case 'send': return `${by} sends ${creates === undefined ? 'something' : `h${creates}`} to ${recipient(step, by)}${list(sendDetails(step))}`
    case 'acknowledge': return `${by} acknowledges ${name(step.handoff)}${transitionDetails(step)}`
    case 'update_status': return `${by} sets ${name(step.handoff)} to ${step.status}${transitionDetails(step)}`
  }
}

function recipient({ to }: SendStep, by: string): string {
  return to === by ? 'itself' : to === nobody ? 'nobody that there is' : to
}

function sendDetails({ content, sensitivity, priority, parent, expiresInS, key }: SendStep): (string | undefined)[] {
  return [
    content.title.trim() === '' ? 'without a title' : undefined,
    sensitivity,
    priority === undefined ? undefined : `${priority} priority`,
    parent === undefined ? undefined : `a child of ${name(parent)}`,
    expiresInS === undefined ? undefined : `good for ${expiresInS} s`,
    key === undefined ? undefined : `key ${key}`,
    content.title.trim() === '' || content.title.endsWith('0') ? undefined : `content ${content.title.slice(-1)}`,
  ]
}

function transitionDetails({ note, expectedVersion, key }: TransitionStep): string {
  const details = [
    expectedVersion === undefined ? undefined : `expecting version ${expectedVersion}`,
    key === undefined ? undefined : `with key ${key}`,
    note === undefined ? undefined : 'with a note',
  ].filter((detail) => detail !== undefined)
  return details.map((detail) => `, ${detail}`).join('')
}

function list(details: readonly (string | undefined)[]): string {
  const there = details.filter((detail) => detail !== undefined)
  return there.length === 0 ? '' : ` (${there.join(', ')})`
}

function name(ref: HandoffRef): string {
  return ref === 'unknown' ? 'an id that nothing has' : `h${ref}`
}

function aroundLine(step: Exclude<ProgramStep, AgentStep>): string {
  switch (step.kind) {
    case 'policy': return editLine(step.agent, step.change)
    case 'clock': return `${step.ms % 1_000 === 0 ? `${step.ms / 1_000} s` : `${step.ms} ms`} pass`
    case 'restart': return 'the server is started again'
  }
}

function editLine(agent: string, { enabled, sendTo, receiveFrom, ceiling, expired }: PolicyEdit): string {
  const whom = (names: readonly string[]): string => (names.length === 0 ? 'nobody' : names.includes('*') ? 'everybody' : names.join(' and '))
  const edits = [
    enabled === undefined ? undefined : enabled ? `${agent} is enabled` : `${agent} is disabled`,
    sendTo === undefined ? undefined : `${agent} may send to ${whom(sendTo)}`,
    receiveFrom === undefined ? undefined : `${agent} receives from ${whom(receiveFrom)}`,
    ceiling === undefined ? undefined : `${agent}'s ceiling is ${ceiling}`,
    expired === undefined ? undefined : expired ? `${agent}'s time is over` : `${agent} has time again`,
  ].filter((edit) => edit !== undefined)
  return `registry: ${edits.join(', ')}`
}
