/** One case for each file of golden vectors: every vector of it, over every transport of the target. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { isTimeless } from '../../harness/vectors/format.ts'
import type { Vector } from '../../harness/vectors/format.ts'
import { readVectors } from '../../harness/vectors/locate.ts'
import { createConnections, LostConnection } from '../../harness/peer/connections.ts'
import { acceptCase } from './define.ts'
import { runVector } from './run-vector.ts'
import type { VectorOutcome } from './run-vector.ts'
import { eachTransport } from './transports.ts'
import type { Transport } from './transports.ts'

/** What the vectors of one file are about. */
export interface Theme {
  /** The file's name without its ending, and the last part of the case's id. */
  readonly name: string
  readonly title: string
  readonly requirement: string
  /** Whether the clock of the target is set for it, so that it needs a fixture of its own. */
  readonly timed?: true
  readonly sends: string
  readonly why: string
  readonly failure: string
  readonly fix: string
}

/** Calls that are refused for what they hold. */
export const badInput = 'accept.bad-input'

/** How many vectors without times are under way at once on one transport. */
const atOnce = 24

/** How often a vector is begun. */
const maxAttempts = 5

export function themeFile({ name }: Pick<Theme, 'name'>): string {
  return `accept-handoff/${name}.json`
}

export function themeCase(theme: Theme): Case {
  const { name, title, requirement, timed, sends, why, failure, fix } = theme
  return acceptCase({
    id: `accept.vectors-${name}`,
    title,
    requirements: [...new Set([requirement, badInput])],
    fixture: timed === true ? 'own' : 'shared',
    timeoutMs: 120_000,
    scenario: async (context) => runTheme(context, theme),
    explain: {
      sends: `${sends} The vectors are in vectors/${themeFile(theme)}; each is run over MCP and, where the target has it, over plain HTTP.`,
      expects: 'For each vector the whole verdict that it states, or the error that it states; the texts message and next_step_hint only have to be there.',
      why, failure, fix,
    },
  })
}

async function runTheme(context: CaseContext, theme: Theme): Promise<void> {
  const vectors = (await readVectors(themeFile(theme))).flatMap((group) => group.vectors)
  const connections = createConnections(async () => context.openConnection())
  const came: Came[] = []
  try {
    await eachTransport(context, async (transport) => { came.push(await overOne(context, theme, vectors, transport)) }, { connections })
  } finally {
    connections.close()
  }
  const [ruledOut] = came.flatMap(({ asides }) => [...asides.keys()])
  if (ruledOut !== undefined && came.every(({ shown, untold }) => !shown && !untold)) context.notApplicable(ruledOut)
}

/** What the vectors came to over one transport. */
interface Came {
  readonly shown: boolean
  /** Whether nothing could be told of some, which is recorded for each of them. */
  readonly untold: boolean
  /** How many were set aside, by the reason. */
  readonly asides: ReadonlyMap<string, number>
}

async function overOne(context: CaseContext, theme: Theme, vectors: readonly Vector[], transport: Transport): Promise<Came> {
  const asides = new Map<string, number>()
  const outcomes = await runAll(context, vectors, transport)
  for (const { vector, outcome } of outcomes) {
    if (outcome.kind === 'aside') asides.set(outcome.reason, (asides.get(outcome.reason) ?? 0) + 1)
    else report(context, theme, vector, transport, outcome)
  }
  for (const [reason, count] of asides) context.setAside(`${count} ${count === 1 ? 'vector' : 'vectors'} over ${transport.name}`, reason)
  return { shown: outcomes.some(({ outcome }) => outcome.kind !== 'aside'), untold: outcomes.length < vectors.length, asides }
}

/** What sets the clock goes first, one at a time; the others need not wait for each other. */
async function runAll(context: CaseContext, vectors: readonly Vector[], transport: Transport): Promise<readonly { readonly vector: Vector; readonly outcome: VectorOutcome }[]> {
  const outcomes = new Map<Vector, VectorOutcome>()
  const run = async (vector: Vector): Promise<void> => {
    await context.attempt(`${vector.id} over ${transport.name}`, async () => { outcomes.set(vector, await runAnew(context, vector, transport)) })
  }
  for (const vector of vectors.filter((each) => !isTimeless(each))) await run(vector)
  const waiting = vectors.filter(isTimeless)
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let vector = waiting.shift(); vector !== undefined && !context.signal.aborted; vector = waiting.shift()) await run(vector)
  }))
  return vectors.flatMap((vector) => {
    const outcome = outcomes.get(vector)
    return outcome === undefined ? [] : [{ vector, outcome }]
  })
}

/** A vector begins with tokens of its own, so that it can be run again where a connection was lost. */
async function runAnew(context: CaseContext, vector: Vector, transport: Transport): Promise<VectorOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runVector(context, vector, transport)
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error
      if (attempt === maxAttempts) context.inconclusive('the target closed connections that were in use, again and again')
    }
  }
}

function report(context: CaseContext, { requirement }: Theme, { id, comment, flags, calls }: Vector, { name }: Transport, outcome: Exclude<VectorOutcome, { readonly kind: 'aside' }>): void {
  if (flags.has('implementation-defined')) {
    context.setAside(`${id} over ${name}`, `implementation-defined: ${outcome.kind === 'right' ? 'answered as the vector says' : `${outcome.actual}, where the vector has ${outcome.expected}`}`)
    return
  }
  context.observe({
    requirement: calls.every(({ expect }) => expect.kind === 'error') ? badInput : requirement,
    input: id,
    ok: outcome.kind === 'right',
    expected: outcome.kind === 'right' ? 'what the vector states' : `${outcome.expected}. Whoever fails here: ${comment}`,
    actual: outcome.kind === 'right' ? `over ${name}, the same` : outcome.actual,
  }, outcome.kind === 'right' ? undefined : outcome.answer)
}
