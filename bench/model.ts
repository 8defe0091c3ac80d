/** Operations a second of made-up programs beside the model, against a bare loop of the same operations on the same server. */
import { requirements } from '../cases/index.ts'
import { cases } from '../cases/lifecycle/model.ts'
import { createReferenceDriver } from '../harness/fixture/reference.ts'
import { hunt } from '../harness/fuzz/program/hunt.ts'
import { openProgramStage } from '../harness/fuzz/program/stage.ts'
import type { ProgramStage } from '../harness/fuzz/program/stage.ts'
import type { AgentName } from '../harness/fuzz/program/program.ts'
import type { HandoffClient } from '../harness/handoff/client.ts'
import type { Answer, Operation } from '../harness/handoff/contract.ts'
import { handoffClients } from '../harness/handoff/open-clients.ts'
import type { Case, CaseContext } from '../harness/run/case.ts'
import { createCatalogue } from '../harness/run/catalogue.ts'
import { runConformance } from '../harness/run/run.ts'
import { referenceAdapter } from '../harness/target/adapter.ts'
import { startHttpServer } from '../server/index.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'

const rounds = 5
const programsARound = 24
const theme = { agents: 3, steps: { least: 5, most: 18 }, maxDepth: 2 }

/** What one crew did, in its order. */
type Trace = { readonly by: AgentName; readonly operation: Operation; readonly answer: Answer; readonly ids: readonly string[] }[]

const names: readonly AgentName[] = ['alpha', 'beta', 'gamma']

interface Rates {
  readonly model: number[]
  readonly bare: number[]
}

export async function benchModel(): Promise<Measurement> {
  const rates: Rates = { model: [], bare: [] }
  const [like] = cases
  if (like === undefined) throw new Error('there is no case to measure')
  const entry: Case = { ...like, scenario: async (context) => measure(context, rates) }
  const used = new Set(entry.requirements)
  const summary = await runConformance({
    catalogue: createCatalogue({ cases: [entry], requirements: requirements.filter(({ id }) => used.has(id)) }),
    driver: createReferenceDriver({ start: startHttpServer }), target: { name: 'reference', claims: { auth: 'static-bearer', adapter: referenceAdapter } },
    select: {}, level: 'hardening', emit: () => undefined, secrets: () => undefined,
  })
  const [fault] = summary.faults
  if (fault !== undefined) throw fault.error
  const [model, bare] = [median(rates.model), median(rates.bare)]
  return {
    name: 'operations a second of programs beside the model, against a bare loop of the same operations',
    ratio: model / bare, limit: 0.7, bound: 'least',
    detail: `${model.toFixed(0)} against ${bare.toFixed(0)} operations a second over HTTP, two at a time, medians of ${rounds} rounds of ${programsARound} programs; made up, compared and with somebody new for each program on one side, sent as they were on the other`,
  }
}

/** By turns, so that what else the machine does meets both alike. */
async function measure(context: CaseContext, rates: Rates): Promise<void> {
  let traces = new Map<object, Trace>()
  const stage = await openProgramStage(context, theme, {
    performed(crew, by, operation, answer) {
      const trace = traces.get(crew) ?? []
      traces.set(crew, trace)
      trace.push({ by, operation, answer, ids: names.map((name) => crew.players.get(name)?.id ?? '') })
    },
  })
  const bare = await bareLoop(context)
  try {
    for (let round = 0; round <= rounds; round += 1) {
      traces = new Map()
      const model = await modelRate(context, stage, round, () => [...traces.values()].reduce((sum, trace) => sum + trace.length, 0))
      const own = await bare([...traces.values()])
      // The first round warms up.
      if (round === 0) continue
      rates.model.push(model)
      rates.bare.push(own)
    }
  } finally {
    stage.close()
  }
}

async function modelRate(context: CaseContext, stage: ProgramStage, round: number, count: () => number): Promise<number> {
  const began = performance.now()
  const { programs, found, stopped } = await hunt({
    settings: stage.settings, seed: round, runs: programsARound, deadline: undefined, atOnce: stage.atOnce, signal: context.signal,
    run: async (program, lists) => stage.run(program, lists),
  })
  if (programs !== programsARound) throw new Error(`a program did not agree: ${found?.difference.got ?? stopped ?? ''}`)
  return count() / ((performance.now() - began) / 1_000)
}

/** Sends what was sent, as other agents, with the ids that the server gives this time; as many at a time as there are crews. */
async function bareLoop(context: CaseContext): Promise<(traces: readonly Trace[]) => Promise<number>> {
  const clients = handoffClients(context)
  const crews = await Promise.all([1, 2].map(async () => Promise.all([1, 2, 3].map(async () => clients.as(await context.fixture.issueToken({ expiresInMs: 3_600_000 }))))))
  return async (traces) => {
    const began = performance.now()
    await Promise.all(traces.map(async (trace, index) => replay(trace, crews[index % crews.length] ?? [])))
    return traces.reduce((sum, trace) => sum + trace.length, 0) / ((performance.now() - began) / 1_000)
  }
}

async function replay(trace: Trace, crew: readonly HandoffClient[]): Promise<void> {
  /** From what stood in an operation then to what stands there now: agents, handoffs, cursors. */
  const now = new Map<string, string>()
  for (const { by, operation, answer, ids } of trace) {
    for (const [index, id] of ids.entries()) now.set(id, crew[index]?.identity.agentId ?? '')
    const client = crew[names.indexOf(by)]
    if (client === undefined) throw new Error('nobody is there')
    const given = await client.perform(translated(operation, now))
    if (answer.kind !== 'ok' || given.kind !== 'ok') continue
    if (answer.result.kind === 'change' && given.result.kind === 'change') now.set(answer.result.handoff.id, given.result.handoff.id)
    if (answer.result.kind === 'inbox' && given.result.kind === 'inbox' && answer.result.next_cursor !== undefined) now.set(answer.result.next_cursor, given.result.next_cursor ?? '')
  }
}

function translated(operation: Operation, now: ReadonlyMap<string, string>): Operation {
  if (!('input' in operation)) return operation
  const input = Object.fromEntries(Object.entries(operation.input).map(([name, value]) => [name, typeof value === 'string' ? (now.get(value) ?? value) : value]))
  return { kind: operation.kind, input } as Operation
}
