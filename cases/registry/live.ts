/**
 * Registry vectors on a running target: each file is written in the place of the registry, and the next requests show
 * whether it is in force. What is refused goes first, so that one good file stands behind all of it.
 */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { CaseContext } from '../../harness/run/case.ts'
import type { RegistryVector, RegistryVectorAgent, RegistryVectors } from '../../harness/vectors/registry/format.ts'
import { baseRegistry, sha256 } from './base.ts'
import type { Base } from './base.ts'
import { policyView } from './policy.ts'
import type { Known, PolicyView, Readiness } from './policy.ts'
import { lastGood, namedByBytes, noSecret, refusedRule, taken } from './rules.ts'

/** @returns Whether anything was shown. */
export async function onRunningTarget(context: CaseContext, { vectors, tokens }: RegistryVectors): Promise<boolean> {
  const view = policyView(context)
  if (view === undefined) return false
  const base = baseRegistry([context.alpha, ...(context.beta === undefined ? [] : [context.beta])])
  const stage: Stage = { context, view, base, tokens }
  try {
    await install(stage)
    for (const vector of vectors.filter(({ expect }) => expect.kind === 'refused')) await context.attempt(vector.id, async () => withoutEffect(stage, vector))
    for (const vector of vectors.filter(({ expect }) => expect.kind === 'accepted')) await context.attempt(vector.id, async () => inForce(stage, vector))
  } finally {
    if (!context.signal.aborted) await context.fixture.writeRegistry(base.text)
    view.close()
  }
  if (context.fixture.abilities.has('logs')) observeSecrets(context, vectors, `${await context.fixture.logs()}\n${view.said()}`, 'the log and the answers')
  return true
}

interface Stage {
  readonly context: CaseContext
  readonly view: PolicyView
  readonly base: Base
  readonly tokens: ReadonlyMap<string, string>
}

/** @throws Inconclusive where a good registry is not taken, so that nothing else can be told. */
async function install({ context, view, base }: Stage): Promise<void> {
  await context.fixture.writeRegistry(base.text)
  const [known, readiness] = [await view.who(context.alpha), await view.ready()]
  if (known.kind !== 'known') context.inconclusive(`a good registry was written, and ${knownInWords(known)}`)
  if (readiness.kind === 'degraded') context.inconclusive('a good registry was written, and the target is not ready')
}

async function withoutEffect(stage: Stage, vector: RegistryVector): Promise<void> {
  const { context, view, base } = stage
  await context.fixture.writeRegistry(vector.bytes)
  const [known, readiness] = [await view.who(context.alpha), await view.ready()]
  const isTaken = readiness.kind !== 'degraded' && (known.kind === 'stranger' || (known.kind === 'known' && isOther(known, base.revision)))
  if (vector.flags.has('implementation-defined')) context.setAside(`${vector.id} on the running target`, `implementation-defined: ${isTaken ? 'taken, where the vector has it refused' : 'refused, as the vector says'}`)
  else {
    context.observe({ requirement: refusedRule, input: vector.id, ok: !isTaken, expected: isTaken ? `the file is not taken. Whoever fails here: ${vector.comment}` : 'not taken', actual: `on the running target, ${isTaken ? 'it is in force' : 'not in force'}` })
    if (!isTaken) observeLastGood(stage, vector, known, readiness)
  }
  // What should not be in force must not be what the next file is held against.
  if (isTaken) await install(stage)
}

function isOther({ whoami }: Extract<Known, { readonly kind: 'known' }>, revision: string): boolean {
  return whoami.policy_revision !== undefined && whoami.policy_revision !== revision
}

function observeLastGood({ context }: Stage, { id }: RegistryVector, known: Known, readiness: Readiness): void {
  if (readiness.kind === 'absent') context.setAside(`${id}: readiness`, 'the target has no /readyz')
  const ok = known.kind === 'known' && (readiness.kind === 'degraded' || readiness.kind === 'absent')
  context.observe({ requirement: lastGood, input: id, ok, expected: 'the policy before it stays in force, and GET /readyz answers 503', actual: `${knownInWords(known)}, ${readinessInWords(readiness)}` })
}

async function inForce(stage: Stage, vector: RegistryVector): Promise<void> {
  const { context, view } = stage
  await context.fixture.writeRegistry(vector.bytes)
  const [known, readiness] = [await view.who(context.alpha), await view.ready()]
  const isTaken = known.kind === 'stranger' && readiness.kind !== 'degraded'
  if (vector.flags.has('implementation-defined')) {
    context.setAside(`${vector.id} on the running target`, `implementation-defined: ${isTaken ? 'taken, as the vector says' : 'refused, where the vector has it taken'}`)
    return
  }
  context.observe({
    requirement: taken, input: vector.id, ok: isTaken, expected: isTaken ? 'taken' : `the file is taken. Whoever fails here: ${vector.comment}`,
    actual: isTaken ? 'on the running target, in force' : `on the running target, ${readiness.kind === 'degraded' ? 'it is refused' : `the policy before it still holds: ${knownInWords(known)}`}`,
  })
  if (!isTaken || vector.expect.kind !== 'accepted') return
  for (const agent of vector.expect.agents) await observeAgent(stage, vector, agent)
}

/** Somebody whose token is known: what the target says of it, or that it is refused. */
async function observeAgent({ context, view, tokens }: Stage, { id, bytes }: RegistryVector, agent: RegistryVectorAgent): Promise<void> {
  const token = tokens.get(agent.token_sha256 ?? '')
  if (token === undefined) return
  context.secret(token)
  const identity: Identity = { name: agent.id, agentId: agent.id, token }
  const isActive = agent.enabled && agent.expires_at !== null && Date.parse(agent.expires_at) > Date.now()
  const known = await view.who(identity)
  const input = `${id}: ${agent.id}`
  const actual = known.kind === 'known' ? differences(known.whoami, agent) : knownInWords(known)
  context.observe({ requirement: taken, input, ok: isActive ? actual === 'as the file says' : known.kind === 'stranger', expected: isActive ? 'whoami tells what the file says of the agent' : 'the credentials of the agent are refused', actual })
  if (known.kind === 'known' && known.whoami.policy_revision !== undefined) {
    const ok = known.whoami.policy_revision === sha256(bytes)
    context.observe({ requirement: namedByBytes, input, ok, expected: 'policy_revision is the SHA-256 of the bytes of the file', actual: ok ? 'it is' : 'it is something else' })
  }
}

const fields = ['display_name', 'disclosure_ceiling', 'send_to', 'receive_from'] as const

function differences(whoami: Extract<Known, { readonly kind: 'known' }>['whoami'], agent: RegistryVectorAgent): string {
  if (whoami.agent_id !== agent.id) return 'another agent'
  const wrong = fields.filter((field) => whoami[field] !== undefined && setOf(whoami[field]) !== setOf(agent[field]))
  return wrong.length === 0 ? 'as the file says' : `${wrong.join(' and ')} ${wrong.length === 1 ? 'is' : 'are'} something else`
}

function setOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((one, other) => one.localeCompare(other)) : value)
}

/** Texts of vectors that look like secrets, each of which is in one vector only. */
export function observeSecrets(context: CaseContext, vectors: readonly RegistryVector[], said: string, where: string): void {
  for (const { id, comment, secrets } of vectors) {
    for (const secret of secrets) {
      const ok = !said.includes(secret)
      context.observe({ requirement: noSecret, input: id, ok, expected: `no secret of the file is shown${ok ? '' : `. Whoever fails here: ${comment}`}`, actual: `${where} ${ok ? 'do not ' : ''}hold it` })
    }
  }
}

function knownInWords(known: Known): string {
  switch (known.kind) {
    case 'known': return 'the caller is known'
    case 'stranger': return 'the caller is refused as unknown'
    case 'other': return known.what
  }
}

function readinessInWords(readiness: Readiness): string {
  switch (readiness.kind) {
    case 'ready': return 'GET /readyz answers 200'
    case 'degraded': return 'GET /readyz answers 503'
    case 'absent': return 'GET /readyz answers 404'
    case 'other': return readiness.what
  }
}
