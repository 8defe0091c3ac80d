/**
 * What is wrong with an input that has to be refused. One thing at a time, for only then does the contract settle which
 * field is named; and right at a limit, which is no fault at all.
 */
import * as fc from 'fast-check'
import type { Input } from '../../vectors/format.ts'

/** Takes an input that is in order to one that has this fault. */
export type Fault = (input: Input) => Input

const texts = ['project_id', 'project_name', 'session_id', 'goal_token', 'presented_body', 'expected_required_tools_hash', 'expected_board_revision', 'expected_repo_path', 'delivery_source'] as const
const toolLists = ['required_tools', 'available_tools'] as const
const members = ['id', 'status', 'depends_on'] as const

const half = '\ud800'
const noText = fc.constantFrom<unknown>(7, 0, 1.5, true, false, [], ['x'], {}, { toString: 'x' })
const noList = fc.constantFrom<unknown>('', 'meridian', '["meridian"]', 7, 0, true, false, {}, { length: 0 })
const noObject = fc.constantFrom<unknown>(null, 7, 'i1', true, [], [{ id: 'i1' }])

/** Bytes of UTF-8: as many as may be, and one more. */
const long = (limit: number): fc.Arbitrary<unknown> => fc.constantFrom<unknown>(
  { $repeat: ['x', limit] }, { $repeat: ['x', limit + 1] }, { $repeat: ['é', limit / 2] }, { $repeat: ['é', limit / 2 + 1] }, { $repeat: ['\u{1f600}', limit / 4] }, { $repeat: ['\u{1f600}', limit / 4 + 1] },
)

const instead = (name: string, value: unknown): Fault => (input) => ({ ...input, [name]: value })
/** After what is in the list already. */
const appended = (name: string, value: unknown): Fault => (input) => ({ ...input, [name]: [...(Array.isArray(input[name]) ? (input[name] as readonly unknown[]) : []), value] })
const inItem = (name: string, value: unknown): Fault => appended('live_items', { id: 'i1', [name]: value })
const named = (value: unknown, asText: boolean): Fault => inItem('tool_requirements', asText ? JSON.stringify([{ name: value }]) : [{ name: 'meridian' }, { name: value }])

/** A body that is long makes no small vector, so it is rare. */
const large = fc.oneof(
  long(1_048_576).map((value) => instead('presented_body', value)),
  fc.tuple(fc.constantFrom(...toolLists), fc.constantFrom(10_000, 10_001)).map(([name, count]) => instead(name, { $list: ['meridian', count] })),
  fc.constantFrom(10_000, 10_001).map((count) => instead('live_items', { $list: [{}, count] })),
)

export const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...texts), noText).map(([name, value]) => instead(name, value)) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom<string>(...toolLists, 'live_items'), noList).map(([name, value]) => instead(name, value)) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...toolLists), fc.oneof(noText, fc.constant(null))).map(([name, value]) => appended(name, value)) },
  { weight: 2, arbitrary: noObject.map((value) => appended('live_items', value)) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...members), noText).map(([name, value]) => inItem(name, value)) },
  { weight: 4, arbitrary: fc.tuple(fc.oneof(noText, fc.constant(half)), fc.boolean()).map(([value, asText]) => named(value, asText)) },
  { weight: 2, arbitrary: fc.constantFrom('goal_Token', 'tools', 'Project_id', 'project_id ', '__proto__', 'constructor').map((name) => withUnknown(name)) },
  { weight: 2, arbitrary: fc.constantFrom('gamma', 'Alpha', 'alpha ', '', 'proj-alpha', 'toString', '__proto__').map((name) => withUnknownProject(name)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...texts), fc.constantFrom(half, `${half}x`, 'x\udc00', '\udc00\ud800')).map(([name, value]) => instead(name, value)) },
  { weight: 1, arbitrary: fc.constantFrom(...toolLists).map((name) => appended(name, half)) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...members, 'title').map((name) => inItem(name, half)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...texts.filter((name) => name !== 'presented_body' && name !== 'project_name')), long(4096)).map(([name, value]) => instead(name, value)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...toolLists), long(4096)).map(([name, value]) => appended(name, value)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom<string>(...members, 'tool_requirements', 'title'), long(4096)).map(([name, value]) => inItem(name, value)) },
  { weight: 1, arbitrary: large },
)

function withUnknownProject(name: string): Fault {
  return (input) => {
    const { project_id: _, ...rest } = input
    return { ...rest, project_name: name }
  }
}

/** As a name of its own also where JavaScript has a setter of that name. */
function withUnknown(name: string): Fault {
  return (input) => Object.fromEntries([...Object.entries(input), [name, 'x']])
}
