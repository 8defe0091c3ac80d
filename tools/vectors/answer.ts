/** What the pure parts of the server answer to the calls of a vector, written as an expectation. */
import { expand } from '../../harness/vectors/expand.ts'
import { acceptAtEdge, HandoffError, stripBanner, tokenCheck } from '../../server/acceptance/index.ts'
import type { Edge, PresentedToken, TokenCheck, Verdict } from '../../server/acceptance/index.ts'
import { readVerifyInput } from '../../server/goal-tokens/inputs.ts'
import { GoalTokens, microseconds } from './goal-tokens.ts'
import type { Call, Expectation, Refusal, Vector } from './format.ts'

/** The registry that vectors may count on. */
export const projects: ReadonlyMap<string, string> = new Map([['alpha', 'proj-alpha'], ['beta', 'proj-beta']])

/** The edge function, or one that is not quite it. */
export type Accept = (given: unknown, edge: Edge) => Promise<{ readonly verdict: Verdict }>

interface Asked extends Pick<Vector, 'setup'> {
  readonly calls: readonly Omit<Call, 'expect'>[]
}

/** One answer a call, in their order. @param accept A faulty one shows that faults are found (default: the real one). */
export async function answersOf({ setup, calls }: Asked, accept: Accept = acceptAtEdge): Promise<Expectation[]> {
  const tokens = new GoalTokens(setup.tokens)
  const answers: Expectation[] = []
  for (const call of calls) answers.push(await answer(call, tokens, accept))
  return answers
}

async function answer(call: Omit<Call, 'expect'>, tokens: GoalTokens, accept: Accept): Promise<Expectation> {
  const nowUs = microseconds(call.at_s)
  const verifyToken = (presented: PresentedToken) => tokens.verify(presented, nowUs)
  const given = expand(call.input, tokens.issued)
  switch (call.via ?? 'accept') {
    case 'accept':
      return accept(given, { verifyToken, resolveProject: (name) => projects.get(name) }).then(
        ({ verdict }) => ({ ...verdict, token_check: verdict.token_check === null ? null : withoutWording(verdict.token_check) }),
        (error: unknown) => refusal(error))
    case 'verify':
      try {
        const { token, project_id, presented_body } = readVerifyInput(given)
        const body = presented_body === undefined ? undefined : stripBanner(presented_body)
        return withoutWording(tokenCheck(verifyToken({ project_id, token: token.trim(), presented_body: body })))
      } catch (error) {
        return refusal(error)
      }
  }
}

/** The wording is free, so only its presence is kept. */
function withoutWording(check: TokenCheck): TokenCheck {
  if (check.valid) return check
  const { message, next_step_hint } = check.recovery
  const presence = (text: string) => (text === '' ? '' : '…')
  return { ...check, recovery: { ...check.recovery, message: presence(message), next_step_hint: presence(next_step_hint) } }
}

function refusal(error: unknown): Refusal {
  if (!(error instanceof HandoffError)) throw error
  const { code, field } = error
  if ((code !== 'invalid_input' && code !== 'payload_too_large') || field === undefined) throw error
  return { error: { code, field } }
}
