/**
 * Sessions of 2025 targets: `initialize` once an identity, kept for the life of the fixture, so that a control and
 * its faulty twin differ in nothing but the fault (2025-11-25, basic/transports "Session Management").
 */
import type { Identity } from '../fixture/driver.ts'
import { fieldValues, withField } from '../wire/message.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../wire/mcp.ts'
import type { Wire } from '../wire/wire.ts'
import type { Era } from './profile.ts'

export interface Speech {
  readonly endpoint: URL
  readonly era: Era
  readonly revision: string
}

export interface Sessions {
  /** Opens the identity's session where the target keeps sessions and it has none yet; failing to is no error here. */
  ensure(identity: Identity | undefined): Promise<void>
  /**
   * The identity's session id; undefined where there is none. Whoever gives no credentials names the session that was
   * opened first, so that their lack is the only fault of the request.
   */
  id(identity: Identity | undefined): string | undefined
  /** Opens every session anew, after the target was started again and has forgotten them. */
  renew(): Promise<void>
  /** Ends the session of a token that nobody speaks with any more. @param by Another one of the same name, which is good. */
  retire(ended: Identity, by: Identity): Promise<void>
  /** Ends every session that was opened here, so that none stays with the target. */
  close(): Promise<void>
}

/** @param enabled False for a target without sessions: then nothing is ever sent. */
export function createSessions(options: { readonly wire: Wire; readonly speech: Speech; readonly enabled: boolean }): Sessions {
  const opening = new Map<string, Promise<void>>()
  const ids = new Map<string, string>()
  const owners = new Map<string, Identity>()
  const open = async (identity: Identity): Promise<void> => {
    const id = await openSession(options.wire, options.speech, identity)
    if (id !== undefined) ids.set(identity.token, id)
  }
  const ensure = async (identity: Identity | undefined): Promise<void> => {
    if (!options.enabled || identity === undefined) return
    const started = opening.get(identity.token) ?? open(identity)
    opening.set(identity.token, started)
    owners.set(identity.token, identity)
    await started
  }
  return {
    ensure,
    async renew() {
      opening.clear()
      ids.clear()
      for (const identity of owners.values()) await ensure(identity)
    },
    async retire({ token }, by) {
      await opening.get(token)
      const sessionId = ids.get(token)
      opening.delete(token)
      ids.delete(token)
      owners.delete(token)
      if (sessionId !== undefined) await endSession(options.wire, { ...options.speech, token: by.token }, sessionId)
    },
    id: (identity) => (identity === undefined ? ids.values().next().value : ids.get(identity.token)),
    async close() {
      await Promise.all(opening.values())
      const open = [...ids]
      // The last token of a name: those before it may have ended.
      const latest = new Map([...owners.values()].map(({ name, token }) => [name, token]))
      opening.clear()
      ids.clear()
      for (const [token, sessionId] of open) await endSession(options.wire, { ...options.speech, token: latest.get(owners.get(token)?.name ?? '') ?? token }, sessionId)
    },
  }
}

/** In ms: nothing depends on the answer. */
const farewellMs = 2_000

/**
 * Ends a session with a DELETE (2025-11-25, basic/transports "Session Management"); a target may not let clients do that.
 * @param speech With the token of its owner, empty for none.
 */
export async function endSession(wire: Wire, speech: Speech & { readonly token: string }, sessionId: string): Promise<void> {
  // One that no field can carry is no session.
  if (!/^[\x21-\x7e]+$/.test(sessionId)) return
  const { token, ...rest } = speech
  const request = rpcRequest({ ...rest, ...(token === '' ? {} : { token }), sessionId, method: 'ping' })
  const { body: _, ...bodiless } = withField(request, 'content-type')
  await wire.send({ ...bodiless, method: 'DELETE' }, { limits: { timeoutMs: farewellMs } })
}

async function openSession(wire: Wire, speech: Speech, identity: Identity): Promise<string | undefined> {
  const token = identity.token === '' ? {} : { token: identity.token }
  const call = { ...speech, ...token }
  const reaction = await wire.send(rpcRequest({ ...call, method: 'initialize', params: initializeParams(speech.revision), id: 'initialize' }))
  if (reaction.kind !== 'response' || rpcAnswer(reaction, 'initialize').kind !== 'result') return undefined
  const [sessionId] = fieldValues(reaction.response, 'mcp-session-id')
  if (sessionId === undefined) return undefined
  await wire.send(rpcRequest({ ...call, sessionId, method: 'notifications/initialized' }))
  return sessionId
}
