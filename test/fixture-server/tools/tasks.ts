/** Tools that become tasks where the client knows tasks, as the official framework names them; all but one need that. */
import { setTimeout as delay } from 'node:timers/promises'
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { answerTo, ask, form } from '../input-requests.ts'
import { isObject, noInput, readOnly, text } from '../feature.ts'
import type { FeatureCall, FixtureTool, JsonObject, ToolAnswer } from '../feature.ts'
import { tasksNotDeclared } from '../tasks/extension.ts'
import type { RunTask } from '../tasks/task.ts'

function needsTask(name: string, description: string, inputSchema: JsonObject, run: (input: JsonObject, call: FeatureCall) => ToolAnswer | Promise<ToolAnswer>): FixtureTool {
  return {
    name,
    description: `${description} Works as a task alone.`,
    inputSchema,
    annotations: readOnly,
    era: 'modern',
    run: (input, call) => {
      if (call.startTask === undefined) throw tasksNotDeclared()
      return run(input, call)
    },
  }
}

function start(call: FeatureCall, run: RunTask): ToolAnswer {
  if (call.startTask === undefined) throw tasksNotDeclared()
  return call.startTask(run)
}

/** Who cannot be asked for a form gets no task that would ask for one. */
function needForms({ clientCapabilities }: FeatureCall): void {
  const { elicitation } = clientCapabilities
  if (isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { elicitation: { form: {} } } })
}

const confirmation = form('confirm', 'Shall it be deleted?', { confirm: { type: 'boolean' } })
const nameQuestion = form('name', 'What is your name?', { name: { type: 'string' } })
const taskUserName = form('user_name', 'What is your name?', { name: { type: 'string' } })

const greet: FixtureTool = {
  name: 'greet',
  description: 'Greets, and never becomes a task.',
  inputSchema: { type: 'object', properties: { name: { type: 'string', maxLength: 200 } }, additionalProperties: false },
  annotations: readOnly,
  run: (input) => text(`Hello, ${typeof input['name'] === 'string' ? input['name'] : 'you'}!`),
}

const slowCompute: FixtureTool = {
  name: 'slow_compute',
  description: 'Waits for some seconds: as a task where the client knows tasks, else before it answers.',
  inputSchema: {
    type: 'object',
    properties: { seconds: { type: 'number', minimum: 0, maximum: 3600, default: 0 }, label: { type: 'string', maxLength: 200 } },
    additionalProperties: false,
  },
  annotations: readOnly,
  run: async (input, call) => {
    const compute = async (signal: AbortSignal): Promise<{ content: readonly JsonObject[] }> => {
      await delay(Number(input['seconds'] ?? 0) * 1000, undefined, { signal })
      return text(`computed ${typeof input['label'] === 'string' ? input['label'] : 'it'}`)
    }
    return call.startTask === undefined ? compute(call.request.mcpReq.signal) : call.startTask(async ({ signal }) => compute(signal))
  },
}

export const taskTools: readonly FixtureTool[] = [
  greet,
  slowCompute,
  needsTask('failing_job', 'Ends in a tool error.', noInput, (_input, call) => start(call, async () => ({ ...text('The job failed.'), isError: true }))),
  needsTask('protocol_error_job', 'Ends in a JSON-RPC error.', noInput, (_input, call) =>
    start(call, async () => Promise.reject(new ProtocolError(ProtocolErrorCode.InternalError, 'The job broke.'))),
  ),
  needsTask(
    'confirm_delete',
    'Asks before it deletes, and deletes nothing.',
    { type: 'object', properties: { filename: { type: 'string', maxLength: 200 } }, additionalProperties: false },
    (_input, call) => {
      needForms(call)
      return start(call, async (work) => {
        const [answer] = await work.ask([confirmation])
        return text(answer?.kind === 'form' && answer.content['confirm'] === true ? 'confirmed' : 'left alone')
      })
    },
  ),
  needsTask('multi_input', 'Asks two things at once.', noInput, (_input, call) => {
    needForms(call)
    return start(call, async (work) => {
      const answers = await work.ask([nameQuestion, confirmation])
      return text(`${answers.filter(({ kind }) => kind === 'form').length} answers`)
    })
  }),
  needsTask('two_rounds', 'Asks the same thing twice, under a key of its own each time.', noInput, (_input, call) => {
    needForms(call)
    return start(call, async (work) => {
      await work.ask([confirmation])
      await work.ask([confirmation])
      return text('asked twice')
    })
  }),
  needsTask('test_tool_with_task', 'Asks for a name before it becomes a task.', noInput, async (_input, call) => {
    const answer = answerTo(call, taskUserName)
    if (answer.kind === 'declined') return { ...text('The user declined.'), isError: true }
    if (answer.kind !== 'form') return ask(call, [taskUserName], { step: 'name' })
    const name = String(answer.content['name'])
    return start(call, async () => text(`Hello, ${name}!`))
  }),
]
