/** The well-formed request that a target over stdio must serve before and after every case. */
import { HarnessError } from '../errors.ts'
import { describeAnswer } from '../peer/describe.ts'
import type { Peer, PeerCall } from '../peer/peer.ts'
import type { RootCause } from '../run/outcome.ts'
import { Inconclusive } from '../run/signals.ts'
import { findings } from './findings.ts'
import type { ToolSummary } from './profile.ts'
import type { TargetClaims } from './target-input.ts'

/** A tool that the target file names, one that is annotated as read-only and needs no arguments, the list of tools, or what every server answers. */
export function stdioControls(peer: Peer, tools: readonly ToolSummary[], hasTools: boolean, claims: TargetClaims): PeerCall[] {
  const [named] = claims.readOnlyTools ?? []
  if (named !== undefined) return [toolCall(named, claims.calls?.[named] ?? {})]
  const annotated = tools.find((tool) => tool.readOnly && tool.needsNothing)
  return [
    ...(annotated === undefined ? [] : [toolCall(annotated.name, {})]),
    ...(hasTools ? [{ method: 'tools/list' }] : []),
    { method: peer.channel.era === 'modern' ? 'server/discover' : 'ping' },
  ]
}

/** Sends it once; undefined where it succeeded. */
export async function checkStdioControl(open: () => Promise<Peer>, call: PeerCall): Promise<RootCause | undefined> {
  const name = call.method === 'tools/call' ? `tools/call ${String(call.params?.['name'])}` : call.method
  try {
    const answer = await (await open()).call(call)
    const { answer: read } = answer
    const served = read.kind === 'result' && (read.result['resultType'] ?? 'complete') === 'complete' && (read.result['isError'] ?? false) === false
    return served ? undefined : findings.controlRefused(`${name} over stdio`, describeAnswer(answer))
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof HarnessError) return findings.controlRefused(`${name} over stdio`, error.message)
    throw error
  }
}

function toolCall(name: string, args: Readonly<Record<string, unknown>>): PeerCall {
  return { method: 'tools/call', params: { name, arguments: args } }
}
