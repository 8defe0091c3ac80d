/** Which case is speaking to the target just now: what is received for it is known by its id, whoever judges it later. */
import { AsyncLocalStorage } from 'node:async_hooks'

const speaking = new AsyncLocalStorage<string>()

/** Does the work of a case. */
export async function speakingAs<Result>(caseId: string, work: () => Promise<Result>): Promise<Result> {
  return speaking.run(caseId, work)
}

/** @returns Its id; empty where it is no case that speaks, but the opening of the target, which every run does. */
export function speakingCase(): string {
  return speaking.getStore() ?? ''
}
