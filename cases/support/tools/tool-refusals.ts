/** Checks of which calls of tools are refused, and how; the same in every revision but for the codes, which cases name. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, Peer, PeerCall } from '../../../harness/peer/peer.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import type { AnswerExpectation } from '../answers.ts'
import { describeAnswer, isResult, needTelling } from '../answers.ts'
import { askInVain, isToolError } from '../asking.ts'
import { invalidArguments } from '../schemas/invalid-arguments.ts'
import { refuse, withParams } from '../refusal.ts'
import { plainCalls } from '../showing.ts'
import { listedTools } from './tool-list.ts'

/** Names that an object has without anybody having put them there. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

/** Tools that do not exist; nothing is executed, so that any name may be tried. */
export async function checkUnknownTools(context: CaseContext, peer: Peer, channel: string, names: 'invented' | 'inherited', expect: readonly AnswerExpectation[]): Promise<void> {
  const listed = (await listedTools(context, peer)).map((tool) => tool['name'])
  const wanted = names === 'invented' ? [`no_such_tool_${randomUUID().slice(0, 8)}`] : inherited.filter((name) => !listed.includes(name))
  for (const name of wanted) {
    await context.attempt(`${channel}: ${name}`, async () => {
      await askInVain(context, peer, { input: names === 'invented' ? `${channel}: a name that no tool has` : `${channel}: ${name}`, call: callOf(name), expect })
    })
  }
}

/** Calls without a name, or with arguments that are no object. The latter name a tool that may be called. */
export async function checkCallShape(context: CaseContext, peer: Peer, channel: string, expect: readonly AnswerExpectation[]): Promise<void> {
  await listedTools(context, peer)
  const nameless: readonly [input: string, params: JsonObject][] = [['no name', { arguments: {} }], ['a number as name', { name: 7, arguments: {} }]]
  for (const [input, params] of nameless) await askInVain(context, peer, { input: `${channel}: ${input}`, call: { method: 'tools/call', params }, expect })
  const control = await servedCall(context, peer)
  if (control === undefined) return
  const shapes: readonly [input: string, value: unknown][] = [['an array as arguments', ['x']], ['a text as arguments', 'x'], ['a number as arguments', 7]]
  for (const [input, value] of shapes) {
    await context.attempt(`${channel}: ${input}`, async () => {
      await refuse(context, peer, { input: `${channel}: ${input}`, control, fault: (message) => withParams(message, (params) => ({ ...params, arguments: value })), expect })
    })
  }
}

export interface InputRequirements {
  /** Arguments that break the schema are refused somehow. */
  readonly refused: string
  /** A property that the schema forbids is refused. */
  readonly extra: string
  /** The refusal is a tool error or an error for invalid parameters. */
  readonly kind: string
}

const maxTools = 6
const maxFaults = 8

/** Calls each callable tool that succeeds with arguments that break its schema in one way at a time. */
export async function checkInputs(context: CaseContext, peer: Peer, channel: string, requirements: InputRequirements): Promise<void> {
  const tools = await listedTools(context, peer)
  let tried = 0
  for (const [index, call] of (await plainCalls(context, peer)).slice(0, maxTools).entries()) {
    const schema = ownMember(tools.find(({ name }) => name === call.params?.['name']) ?? {}, 'inputSchema')
    const args = ownMember(call.params ?? {}, 'arguments')
    const faults = isJsonObject(schema) && isJsonObject(args) ? invalidArguments(schema, args).slice(0, maxFaults) : []
    if (faults.length === 0 || !isServed(await peer.call(call))) continue
    for (const { fault, extra, arguments: wrong } of faults) {
      tried += 1
      const answer = await peer.call({ ...call, params: { ...call.params, arguments: wrong } })
      needTelling(answer)
      const input = `${channel}: tool ${index + 1}: ${fault}`
      const refused = answer.answer.kind === 'error' || isToolError(answer)
      context.observe({ requirement: extra ? requirements.extra : requirements.refused, input, ok: refused, expected: 'a tool error, or a JSON-RPC error', actual: refused ? 'a refusal' : `${describeAnswer(answer)} that is no tool error` }, answer)
      const code = answer.answer.kind === 'error' ? answer.answer.code : undefined
      // Over HTTP an argument can be mirrored in a header, which then does not match.
      if (refused) context.observe({ requirement: requirements.kind, input, ok: code === undefined || code === -32_602 || code === -32_020, expected: 'a tool error, or the JSON-RPC error -32602', actual: code === undefined ? 'a tool error' : `JSON-RPC error ${code}` })
    }
    const again = await peer.call(call)
    if (!isServed(again)) context.inconclusive(`tool ${index + 1} is not served any more: ${describeAnswer(again)}`)
  }
  if (tried === 0) context.notApplicable('no tool that may be called has an input schema that arguments can break')
}

/** A call of a tool that may be called and that succeeds. */
async function servedCall(context: CaseContext, peer: Peer): Promise<PeerCall | undefined> {
  for (const call of (await plainCalls(context, peer)).slice(0, maxTools)) if (isServed(await peer.call(call))) return call
  return undefined
}

function isServed(answer: Awaited<ReturnType<Peer['call']>>): boolean {
  return isResult(answer) && !isToolError(answer)
}

function callOf(name: string): PeerCall {
  return { method: 'tools/call', params: { name, arguments: {} } }
}
