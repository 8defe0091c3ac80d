/** Puts a handoff into another agent's inbox. */
import type { SendInput } from '../handoff/inputs.ts'
import { sendDefaults } from '../handoff/send.ts'
import type { HandoffService } from '../handoff/service.ts'
import { priorities } from '../handoff/types.ts'
import { ceilings } from '../registry/policy.ts'
import { idempotencyKey } from './arguments.ts'
import { changeResultSchema, oneOf, optional, strictObject, text, textList, wholeNumber } from './schemas.ts'
import type { Tool } from './tool.ts'

const inputSchema = strictObject(
  {
    recipient: text(1, 64, 'The id of the agent that shall do the work.'),
    title: text(1, 160, 'What it is about, in one line.'),
    summary: text(1, 2000, 'What the recipient must know first.'),
    request: text(1, 8000, 'What is asked for.'),
    context_refs: optional(textList(20, 500, 'References to read; never followed by the server.'), sendDefaults.context_refs),
    artifact_refs: optional(textList(20, 500, 'References to results; never followed by the server.'), sendDefaults.artifact_refs),
    tags: optional(textList(20, 50, 'Labels.'), sendDefaults.tags),
    sensitivity: optional(oneOf(ceilings, 'Who may see it: at most the disclosure ceiling of both agents.'), sendDefaults.sensitivity),
    priority: optional(oneOf(priorities, 'How urgent it is.'), sendDefaults.priority),
    parent_id: optional(text(1, 100, 'The id of the handoff that this one continues, between the same two agents.')),
    expires_in_s: optional(wholeNumber(1, 2_592_000, 'Seconds after which it expires if it is still queued.')),
    idempotency_key: idempotencyKey,
  },
  ['recipient', 'title', 'summary', 'request'],
)

export function handoffSend(service: HandoffService): Tool {
  return {
    name: 'handoff_send',
    title: 'Send a handoff',
    description: 'Hands work to another agent: it finds the handoff, queued, in its inbox. Refused unless the policy of both sides allows it.',
    inputSchema,
    outputSchema: changeResultSchema,
    annotations: { title: 'Send a handoff', readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: async (input, caller) => ({ ...(await service.send(caller, input as unknown as SendInput)) }),
  }
}
