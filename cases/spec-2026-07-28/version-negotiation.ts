/** Revisions that a server does not serve, those that it says it serves, and the two eras beside each other. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerAnswer } from '../../harness/peer/peer.ts'
import { endSession } from '../../harness/target/sessions.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../../harness/wire/mcp.ts'
import type { RpcAnswer } from '../../harness/wire/mcp.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { describeAnswer, errorCode, httpStatus, isResult, needTelling } from '../support/answers.ts'
import type { AnswerExpectation } from '../support/answers.ts'
import { describeHttp, httpPeer } from '../support/http.ts'
import { modernHttpCase, revision } from './define.ts'

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const status = httpStatus('mcp-2026-07-28.unsupported-version-status', 400)
const code = errorCode('mcp-2026-07-28.unsupported-version-code', -32_022)
const older = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** A request whose field and envelope both name that revision. */
async function inVersion(peer: Peer, version: string): Promise<PeerAnswer> {
  const answer = await peer.call({ method: 'server/discover', meta: { [versionKey]: version }, headers: { 'MCP-Protocol-Version': version } })
  needTelling(answer)
  return answer
}

function judge(context: CaseContext, input: string, answer: PeerAnswer, expectations: readonly AnswerExpectation[]): void {
  for (const { requirement, expected, holds } of expectations) context.observe({ requirement, input, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
}

const unsupported: Case = modernHttpCase({
  id: 'spec.unsupported-version',
  title: 'A revision that is not served is refused with the list of those that are',
  requirements: [status.requirement, code.requirement, 'mcp-2026-07-28.unsupported-version-data'],
  async scenario(context) {
    const peer = await httpPeer(context)
    const listed = strings((await peer.survey()).opening['supportedVersions'])
    for (const version of ['1900-01-01', '2099-12-31', 'never-a-version']) {
      await context.attempt(version, async () => {
        const answer = await inVersion(peer, version)
        judge(context, version, answer, [status, code])
        const data = answer.answer.kind === 'error' && isJsonObject(answer.answer.data) ? answer.answer.data : {}
        const problem = dataProblem(data, version, listed)
        context.observe({
          requirement: 'mcp-2026-07-28.unsupported-version-data', input: version, ok: problem === undefined,
          expected: 'data with the revisions that are served and the one that was asked for', actual: problem ?? 'both are there',
        })
      })
    }
  },
  explain: {
    sends: 'Requests whose version field and envelope both name a revision that does not exist: of the past, of the future, and of no form.',
    expects: 'Status 400 with the JSON-RPC error -32022, whose data lists the served revisions in supported (as server/discover does; older ones may be among them) and the one of the request in requested.',
    why: 'A client chooses its next attempt from that list, without another request.',
    failure: 'Any revision is served, the error is a general one, or its data is left out.',
    fix: 'Compare the revision with those that are served, and answer UnsupportedProtocolVersion with both members of data.',
  },
})

/** A list may also hold older revisions, which `server/discover` need not name. */
function dataProblem(data: JsonObject, requested: string, listed: readonly string[]): string | undefined {
  const supported = strings(data['supported'])
  if (supported.length === 0) return 'no list of revisions'
  if (!supported.includes(revision)) return `a list without ${revision}, which is served`
  if (supported.some((version) => version >= revision && !listed.includes(version))) return 'a list with a revision that server/discover does not name'
  return data['requested'] === requested ? undefined : 'another revision than the one that was asked for'
}

const olderInEnvelope: Case = modernHttpCase({
  id: 'spec.older-version-in-envelope',
  title: 'An older revision that is not served is refused like an unknown one',
  requirements: ['mcp-2026-07-28.older-version-in-envelope'],
  async scenario(context) {
    const peer = await httpPeer(context)
    const listed = strings((await peer.survey()).opening['supportedVersions'])
    const absent = context.target.eras.has('legacy') ? [] : older.filter((version) => !listed.includes(version))
    if (absent.length === 0) context.notApplicable('the target also serves older revisions, and may take such a request for theirs')
    for (const version of absent) {
      await context.attempt(version, async () => {
        const answer = await inVersion(peer, version)
        judge(context, version, answer, [
          errorCode('mcp-2026-07-28.older-version-in-envelope', -32_022),
          httpStatus('mcp-2026-07-28.older-version-in-envelope', 400),
        ])
      })
    }
  },
  explain: {
    sends: 'Requests with an envelope whose version field and envelope both name a revision that began with initialize; only to targets that serve none of those.',
    expects: 'Status 400 with the JSON-RPC error -32022.',
    why: 'It makes no difference why a revision is not served: a client needs the same answer to choose another one.',
    failure: 'The revision is compared with a list of all that exist, or the request is served as though it were in the newest.',
    fix: 'Compare with the revisions that are really served.',
  },
})

const discovered: Case = modernHttpCase({
  id: 'spec.listed-versions-served',
  title: 'Every revision that server/discover lists is served',
  requirements: ['hardening.served-versions-true'],
  async scenario(context) {
    const peer = await httpPeer(context)
    for (const [index, version] of strings((await peer.survey()).opening['supportedVersions']).slice(0, 10).entries()) {
      const known = /^\d{4}-\d\d-\d\d$/.test(version) ? version : `revision ${index + 1}`
      await context.attempt(known, async () => {
        const { ok, actual } = version >= revision ? served(await inVersion(peer, version)) : negotiated(await initialize(context, peer, version), version)
        context.observe({ requirement: 'hardening.served-versions-true', input: known, ok, expected: 'a request in that revision is served', actual })
      })
    }
  },
  explain: {
    sends: 'For each revision in the answer to server/discover: that request again in the revision, or initialize where the revision begins with it.',
    expects: 'A result; of initialize one that agrees to the revision.',
    why: 'Clients choose from the list, and a choice that then fails is worse than a shorter list.',
    failure: 'The list is a constant of a library and not of what the server is set up to serve.',
    fix: 'Derive the list from what is really dispatched.',
  },
})

const initializeLegacy: Case = modernHttpCase({
  id: 'spec.initialize-stays-legacy',
  title: 'Initialize never negotiates the revision that has no initialize',
  requirements: ['mcp-2026-07-28.initialize-stays-legacy'],
  async scenario(context) {
    const { answer, reaction } = await initialize(context, await httpPeer(context), revision)
    const agreed = answer.kind === 'result' ? answer.result['protocolVersion'] : undefined
    context.observe({
      requirement: 'mcp-2026-07-28.initialize-stays-legacy',
      ok: answer.kind === 'error' || (typeof agreed === 'string' && agreed < revision) || (answer.kind === 'none' && (reaction.kind !== 'response' || reaction.response.status >= 400)),
      expected: 'an older revision, or a refusal', actual: agreed === revision ? `${revision} was agreed to` : describeHttp(reaction),
    }, reaction)
  },
  explain: {
    sends: `An initialize request that asks for ${revision}.`,
    expects: 'A result with an older revision that the server has, or an error.',
    why: 'A client that was told so would go on with sessions and without envelopes, and no request of it would be served.',
    failure: 'The list of all revisions is used for the handshake too.',
    fix: 'Negotiate among the revisions up to 2025-11-25 only.',
  },
})

const initializeNames: Case = modernHttpCase({
  id: 'spec.initialize-names-versions',
  title: 'A server without initialize tells the revisions that it has',
  requirements: ['mcp-2026-07-28.initialize-names-versions'],
  appliesTo: ({ eras }) => (eras.has('legacy') ? 'the target serves initialize' : undefined),
  async scenario(context) {
    const { answer, reaction } = await initialize(context, await httpPeer(context), '2025-11-25')
    const named = reaction.kind === 'response' && Buffer.from(reaction.response.body).includes(revision)
    context.observe({
      requirement: 'mcp-2026-07-28.initialize-names-versions', ok: answer.kind === 'error' && named,
      expected: `a JSON-RPC error that names ${revision}`, actual: `${describeHttp(reaction)}${named ? '' : ', which is not named'}`,
    }, reaction)
  },
  explain: {
    sends: 'An initialize request as clients of revision 2025-11-25 begin with; only to targets that serve none of the older revisions.',
    expects: 'A JSON-RPC error that names the revisions which are served, in its message or its data.',
    why: 'An older client can do no more than show the error to somebody, who then knows what to update.',
    failure: 'The request is answered as an unknown method, or as one without an envelope.',
    fix: 'Answer initialize with UnsupportedProtocolVersion and the list of served revisions.',
  },
})

async function initialize(context: CaseContext, peer: Peer, version: string): Promise<{ readonly answer: RpcAnswer; readonly reaction: Reaction }> {
  const { token } = peer.identity
  const reaction = await context.wire.send(rpcRequest({
    endpoint: context.target.url, era: 'legacy', revision: version, ...(token === '' ? {} : { token }), method: 'initialize', params: initializeParams(version), id: 'initialize',
  }))
  const session = reaction.kind === 'response' ? fieldValues(reaction.response, 'mcp-session-id')[0] : undefined
  // One that nobody uses would stay with the target until it expires.
  if (session !== undefined) await endSession(context.wire, { endpoint: context.target.url, era: 'legacy', revision: '2025-11-25', token }, session)
  return { answer: rpcAnswer(reaction, 'initialize', { unreadId: true }), reaction }
}

function negotiated({ answer, reaction }: { readonly answer: RpcAnswer; readonly reaction: Reaction }, version: string): { ok: boolean; actual: string } {
  const ok = answer.kind === 'result' && answer.result['protocolVersion'] === version
  return { ok, actual: ok ? 'initialize agrees to it' : `initialize does not agree to it: ${describeHttp(reaction)}` }
}

function served(answer: PeerAnswer): { ok: boolean; actual: string } {
  return { ok: isResult(answer), actual: describeAnswer(answer) }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

export const cases: readonly Case[] = [unsupported, olderInEnvelope, discovered, initializeLegacy, initializeNames]
