/** Whether each parameter of each check is tried absent, null and empty, with the outcome that the contract wants. */
import { isVerdict } from '../format.ts'
import type { Call, Checks, Input, Vector } from '../format.ts'

const forms = ['absent', 'null', 'empty'] as const
type Form = (typeof forms)[number]

/** Of each check its parameters, and in which forms they make that it is skipped. */
const gates: Readonly<Record<keyof Checks, Readonly<Record<string, readonly Form[]>>>> = {
  token_check: { goal_token: forms, project_id: [], presented_body: [] },
  identity_check: { presented_body: forms, project_id: [], expected_repo_path: [] },
  capability_check: { required_tools: forms, available_tools: ['absent', 'null'] },
  tool_manifest_check: { expected_required_tools_hash: forms, live_items: ['absent', 'null'] },
  board_check: { expected_board_revision: forms, live_items: ['absent', 'null'] },
}

/** What makes no check run, and has to be taken in every form all the same; an empty project_name is not settled. */
const others: readonly (readonly [parameter: string, form: Form])[] = [
  ['project_name', 'null'], ['session_id', 'null'], ['session_id', 'empty'], ['delivery_source', 'absent'], ['delivery_source', 'null'], ['delivery_source', 'empty'],
]

/** @returns One sentence for each gate that no vector flagged `contract` covers. */
export function gateGaps(vectors: readonly Vector[]): string[] {
  const calls = vectors.filter(({ flags }) => flags.includes('contract')).flatMap((vector) => vector.calls).filter(({ via = 'accept' }) => via === 'accept')
  const gaps: string[] = []
  for (const [check, parameters] of Object.entries(gates) as [keyof Checks, Readonly<Record<string, readonly Form[]>>][]) {
    for (const [parameter, skipping] of Object.entries(parameters)) {
      for (const form of forms) {
        const skips = skipping.includes(form)
        const rest = Object.keys(parameters).filter((name) => name !== parameter)
        const covered = calls.some((call) => hasForm(call.input, parameter, form) && rest.every((name) => isSupplied(call.input, name)) && (skips ? isSkipped(call, check) : isRun(call, check)))
        if (!covered) gaps.push(`no vector has ${parameter} ${form} beside all else that ${check} needs, and ${skips ? 'skips' : 'runs'} it`)
      }
    }
  }
  for (const [parameter, form] of others) {
    if (!calls.some((call) => isVerdict(call.expect) && hasForm(call.input, parameter, form))) gaps.push(`no vector has ${parameter} ${form} and a verdict`)
  }
  return gaps
}

function hasForm(input: Input, parameter: string, form: Form): boolean {
  switch (form) {
    case 'absent': return !Object.hasOwn(input, parameter)
    case 'null': return input[parameter] === null
    case 'empty': return isEmpty(input[parameter])
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

function isSupplied(input: Input, parameter: string): boolean {
  return input[parameter] !== undefined && input[parameter] !== null && !isEmpty(input[parameter])
}

/** Skipped and not merely out of reach: the verdict is an acceptance. */
function isSkipped({ expect }: Call, check: keyof Checks): boolean {
  return isVerdict(expect) && expect.accepted && expect[check] === null
}

function isRun({ expect }: Call, check: keyof Checks): boolean {
  return isVerdict(expect) && expect[check] !== null
}
