/** A whole handoff between two agents, step by step, through whatever client they have. */
import type { ClientJob, ClientReport, ClientStep } from './job.ts'
import { jobVariable } from './job.ts'

/** What a handoff needs of a client, whatever its generation. */
export interface ConnectedClient {
  /** Which era was spoken, where the client can tell. */
  readonly era: string | undefined
  tools(): Promise<readonly string[]>
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<{ readonly isError?: boolean | undefined; readonly structuredContent?: unknown }>
  close(): Promise<void>
}

export type Connect = (job: ClientJob, agent: 'alpha' | 'beta') => Promise<ConnectedClient>

/** Six tools of the handoff contract. */
const tools = ['handoff_whoami', 'handoff_send', 'handoff_inbox', 'handoff_get', 'handoff_acknowledge', 'handoff_update_status'] as const

/** Runs the job of this process and writes its report. @param era What the mode has to come to; undefined: the client cannot tell. */
export async function runJob(connect: Connect, era: (job: ClientJob) => string | undefined): Promise<void> {
  const job = JSON.parse(process.env[jobVariable] ?? '') as ClientJob
  const steps: ClientStep[] = []
  const opened: ConnectedClient[] = []
  try {
    const agents = { alpha: await connect(job, 'alpha'), beta: await connect(job, 'beta') }
    opened.push(agents.alpha, agents.beta)
    const wanted = era(job)
    if (wanted !== undefined) steps.push({ step: 'connect', ok: agents.alpha.era === wanted, expected: `the ${wanted} era`, actual: agents.alpha.era ?? 'none' })
    await completeHandoff(agents, job, steps)
  } catch (error) {
    steps.push({ step: steps.length === 0 ? 'connect' : `after ${steps.at(-1)?.step ?? ''}`, ok: false, expected: 'no exception of the client', actual: kindOf(error) })
  }
  await Promise.allSettled(opened.map(async (client) => client.close()))
  process.stdout.write(JSON.stringify({ steps } satisfies ClientReport))
}

async function completeHandoff({ alpha, beta }: { readonly alpha: ConnectedClient; readonly beta: ConnectedClient }, { recipient }: ClientJob, steps: ClientStep[]): Promise<void> {
  const step = (name: string, expected: string, ok: boolean, actual: string): void => { steps.push({ step: name, ok, expected, actual }) }
  const listed = await alpha.tools()
  step('tools/list', 'the six tools of the handoff contract', tools.every((name) => listed.includes(name)), `${tools.filter((name) => listed.includes(name)).length} of them`)
  const who = await call(alpha, 'handoff_whoami', {})
  step('handoff_whoami by alpha', 'an agent id', typeof who['agent_id'] === 'string', said(who))

  const sent = await call(alpha, 'handoff_send', { recipient, title: 'A handoff by an independent client', summary: 'Nothing is to be done.', request: 'Acknowledge and complete it.' })
  const id = handoffOf(sent)['id']
  step('handoff_send by alpha', 'a handoff that is queued', typeof id === 'string' && statusOf(sent) === 'queued', said(sent))
  const inbox = await call(beta, 'handoff_inbox', {})
  const items = Array.isArray(inbox['handoffs']) ? (inbox['handoffs'] as unknown[]) : []
  const found = items.some((item) => typeof item === 'object' && item !== null && (item as Record<string, unknown>)['id'] === id)
  step('handoff_inbox by beta', 'the handoff that was sent', found, found ? 'it is there' : 'it is not there')
  const acknowledged = await call(beta, 'handoff_acknowledge', { handoff_id: id })
  step('handoff_acknowledge by beta', 'a handoff that is accepted', statusOf(acknowledged) === 'accepted', said(acknowledged))
  const completed = await call(beta, 'handoff_update_status', { handoff_id: id, status: 'completed', note: 'Done.' })
  step('handoff_update_status by beta', 'a handoff that is completed', statusOf(completed) === 'completed', said(completed))
  const read = await call(alpha, 'handoff_get', { handoff_id: id })
  step('handoff_get by alpha', 'a handoff that is completed', statusOf(read) === 'completed', said(read))
}

async function call(client: ConnectedClient, name: string, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { isError, structuredContent } = await client.call(name, input)
  return { ...(typeof structuredContent === 'object' ? (structuredContent as Record<string, unknown>) : {}), isError: isError === true }
}

function handoffOf(content: Record<string, unknown>): Record<string, unknown> {
  const handoff = content['handoff']
  return typeof handoff === 'object' && handoff !== null ? (handoff as Record<string, unknown>) : {}
}

function statusOf(content: Record<string, unknown>): unknown {
  return content['isError'] === true ? undefined : handoffOf(content)['status']
}

const states = ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired']

/** Words of ours for an answer. */
function said(content: Record<string, unknown>): string {
  if (content['isError'] === true) return 'a tool error'
  const status = statusOf(content)
  return states.find((state) => state === status) ?? (Object.keys(content).length > 1 ? 'structured content' : 'no structured content')
}

/** The name of an error and its code, never its message. */
function kindOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error && (typeof error.code === 'number' || /^[A-Z_]{1,40}$/.test(String(error.code))) ? ` ${String(error.code)}` : ''
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? `${error.name}${code}` : `an exception${code}`
}
