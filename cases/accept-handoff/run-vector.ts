/** Runs one vector over one transport: issues its tokens, makes its calls when they are due, and holds each answer against the vector. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CaseContext } from '../../harness/run/case.ts'
import { expand, wantsUpperCase } from '../../harness/vectors/expand.ts'
import { difference, expectedInWords } from '../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import { isTimeless } from '../../harness/vectors/format.ts'
import type { TokenSetup, Vector, VectorCall } from '../../harness/vectors/format.ts'
import { afterwardsS, eventsOf, fitsRealTime, keptToPlan } from '../../harness/vectors/timing.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import { cannotIssue, issueToken, mappingOf } from './transports.ts'
import type { Transport } from './transports.ts'

/** `wrong` names the first call whose answer differs; `aside` why nothing was shown. */
export type VectorOutcome =
  | { readonly kind: 'right'; readonly answers: readonly AcceptAnswer[] }
  | { readonly kind: 'wrong'; readonly expected: string; readonly actual: string; readonly answer: AcceptAnswer | undefined; readonly answers: readonly AcceptAnswer[] }
  | { readonly kind: 'aside'; readonly reason: string }

/** Every tenth token or so has no letter. */
const maxAttempts = 20

/** Moves the target's time to so many seconds after the beginning of the vector. */
type Wait = (atS: number) => Promise<void>

/** @throws Inconclusive where nothing can be told. */
export async function runVector(context: CaseContext, vector: Vector, transport: Transport): Promise<VectorOutcome> {
  const aside = whyAside(context, vector, transport)
  if (aside !== undefined) return { kind: 'aside', reason: aside }
  if (isTimeless(vector)) return perform(context, vector, transport, async () => Promise.resolve())
  if (!hasClock(context, transport)) return perform(context, vector, transport, waitForReal())
  const beginning = Date.now()
  try {
    return await perform(context, vector, transport, async (atS) => context.fixture.setClock((beginning * 1000 + Math.round(atS * 1e6)) / 1000))
  } finally {
    if (!context.signal.aborted) await context.fixture.setClock(undefined)
  }
}

/** Processes over stdio have a clock of their own. */
export function hasClock({ fixture }: CaseContext, { kind }: Pick<Transport, 'kind'>): boolean {
  return kind !== 'stdio' && fixture.abilities.has('setClock')
}

function whyAside(context: CaseContext, vector: Vector, transport: Transport): string | undefined {
  const { verifyTool } = mappingOf(context)
  if (vector.calls.some(({ via }) => via === 'verify') && verifyTool === undefined) return 'the target names no tool that verifies goal tokens'
  if (vector.tokens.length > 0) {
    const missing = cannotIssue(context)
    if (missing !== undefined) return missing
  }
  const accepts = vector.calls.filter(({ via }) => via === 'accept')
  if (transport.kind === 'plain' && accepts.length === 0) return 'verification by itself is there over MCP only'
  for (const { input, expect } of accepts) {
    const reason = transport.unsayable(expand(input, dry(vector)) as JsonObject, expect.kind === 'error')
    if (reason !== undefined) return reason
  }
  if (isTimeless(vector) || hasClock(context, transport) || fitsRealTime(vector)) return undefined
  return 'it needs a clock that can be set, or hangs on more time than there is'
}

/** Tokens that are none yet, to see what an input looks like. */
function dry({ tokens }: Vector): ReadonlyMap<string, string> {
  return new Map(tokens.map(({ alias }) => [alias, '0000000000000000']))
}

/** In real time every span counts from the end of what came before it, so that what has to be over is over. */
function waitForReal(): Wait {
  let last: number | undefined
  return async (atS) => {
    if (last !== undefined && atS > last) await pause((atS - last + afterwardsS) * 1000)
    last = atS
  }
}

async function perform(context: CaseContext, vector: Vector, transport: Transport, wait: Wait): Promise<VectorOutcome> {
  const tokens = new Map<string, string>()
  const answers: AcceptAnswer[] = []
  const answeredS: number[] = []
  const began = performance.now()
  for (const event of eventsOf(vector)) {
    await wait(event.atS)
    if (event.kind === 'mint') {
      const token = vector.tokens[event.index]
      if (token !== undefined) tokens.set(token.alias, await mint(context, transport, token, vector.calls.some(({ input }) => wantsUpperCase(input, token.alias))))
    } else {
      const call = vector.calls[event.index]
      if (call !== undefined) answers[event.index] = await make(context, transport, call, tokens)
      answeredS[event.index] = (performance.now() - began) / 1000
    }
  }
  if (!(hasClock(context, transport) && !isTimeless(vector)) && !keptToPlan(vector, answeredS)) return { kind: 'aside', reason: 'a token had ended in real time before the target answered' }
  return judge(vector.calls, answers, transport.name)
}

/** @param lettered Whether it has to be another one in upper case. */
async function mint(context: CaseContext, transport: Transport, { projectId, body, ttlS }: TokenSetup, lettered: boolean): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const token = await issueToken(context, transport, { projectId, ttlS, ...(body === undefined ? {} : { body }) })
    if (!lettered || token !== token.toUpperCase() || attempt === maxAttempts) return token
  }
}

async function make(context: CaseContext, transport: Transport, { via, input, expect }: VectorCall, tokens: ReadonlyMap<string, string>): Promise<AcceptAnswer> {
  const given = expand(input, tokens) as JsonObject
  const answer = via === 'verify' ? await transport.call(mappingOf(context).verifyTool ?? '', given) : await transport.accept(given, expect.kind === 'error')
  return expect.kind === 'error' && isRefusedAsText(answer) && isUnreadable(given) ? { ...expect } : answer
}

/** JSON with half a surrogate pair may also be refused as JSON, which names no field. */
function isUnreadable(given: JsonObject): boolean {
  return /\\u[dD][89a-fA-F]/.test(JSON.stringify(given))
}

function isRefusedAsText(answer: AcceptAnswer): boolean {
  if (answer.kind === 'error') return answer.code === 'invalid_input' && answer.field === undefined
  return answer.kind === 'other' && /JSON-RPC error -32(?:700|600|602)$/.test(answer.what)
}

function judge(calls: readonly VectorCall[], answers: readonly AcceptAnswer[], name: string): VectorOutcome {
  for (const [index, { expect }] of calls.entries()) {
    const found = difference(expect, answers[index] ?? { kind: 'other', what: 'no answer' })
    if (found === undefined) continue
    const which = calls.length === 1 ? '' : `call ${index + 1} of ${calls.length}: `
    return { kind: 'wrong', expected: `${which}${expectedInWords(expect)}`, actual: `over ${name}, ${found}`, answer: answers[index], answers }
  }
  return { kind: 'right', answers }
}
