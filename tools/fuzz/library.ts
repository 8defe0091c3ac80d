/** The library by itself, `server/acceptance`: the verdict without a transport, its tokens in memory, its time handed in. */
import { acceptAtEdge, HandoffError, stripBanner, tokenCheck } from '../../server/acceptance/index.ts'
import type { Edge, PresentedToken, Verdict } from '../../server/acceptance/index.ts'
import { readVerifyInput } from '../../server/goal-tokens/inputs.ts'
import { projects } from '../vectors/answer.ts'
import { expand } from '../vectors/expand.ts'
import { GoalTokens, microseconds } from '../vectors/goal-tokens.ts'
import { errorAnswer, withoutWording } from './question.ts'
import type { Answer, AskedCall, Panel, Question } from './question.ts'

/** The edge function, or one that is not quite it. */
export type Accept = (given: unknown, edge: Edge) => Promise<{ readonly verdict: Verdict }>

/** @param accept A faulty one shows that faults are found (default: the real one). */
export function libraryPanel(name = 'library', accept: Accept = acceptAtEdge): Panel {
  return {
    ask: async (question) => new Map([[name, await answersOf(question, accept)]]),
    close: async () => Promise.resolve(),
  }
}

async function answersOf({ setup, calls }: Question, accept: Accept): Promise<readonly Answer[]> {
  const tokens = new GoalTokens(setup.tokens)
  const answers: Answer[] = []
  for (const call of calls) answers.push(await answerOf(call, tokens, accept))
  return answers
}

async function answerOf({ at_s, via, input }: AskedCall, tokens: GoalTokens, accept: Accept): Promise<Answer> {
  const given = expand(input, tokens.issued)
  const verifyToken = (presented: PresentedToken) => tokens.verify(presented, microseconds(at_s))
  try {
    if (via === 'verify') {
      const { token, project_id, presented_body: delivered } = readVerifyInput(given)
      const presented_body = delivered === undefined ? undefined : stripBanner(delivered)
      return withoutWording({ ...tokenCheck(verifyToken({ token: token.trim(), project_id, presented_body })) })
    }
    const { verdict } = await accept(given, { verifyToken, resolveProject: (name) => projects.get(name) })
    return withoutWording({ ...verdict })
  } catch (error) {
    if (error instanceof HandoffError) return errorAnswer(error.code, error.field)
    throw error
  }
}
