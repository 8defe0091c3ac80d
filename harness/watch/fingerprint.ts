/** What a server says of itself when it is greeted: two versions of it seldom say the same. */
import type { Identity } from '../fixture/driver.ts'
import { newestLegacyRevision, modernRevisions, serverInfoOf } from '../target/discover.ts'
import { endSession } from '../target/sessions.ts'
import { fieldValues } from '../wire/message.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../wire/mcp.ts'
import type { Wire } from '../wire/wire.ts'

/** @returns Undefined where it gives no complete response. */
export async function fingerprintOf(wire: Wire, endpoint: URL, identity: Identity | undefined): Promise<string | undefined> {
  const [newest = ''] = modernRevisions
  const token = identity === undefined || identity.token === '' ? {} : { token: identity.token }
  const modern = await wire.send(rpcRequest({ endpoint, era: 'modern', revision: newest, ...token, method: 'server/discover', params: {}, id: 'discover' }))
  if (modern.kind !== 'response') return undefined
  const discovered = rpcAnswer(modern, 'discover')
  if (discovered.kind === 'result') return said(discovered.result)
  const legacy = await wire.send(rpcRequest({ endpoint, era: 'legacy', revision: newestLegacyRevision, ...token, method: 'initialize', params: initializeParams(newestLegacyRevision), id: 'initialize' }))
  if (legacy.kind !== 'response') return undefined
  const [sessionId] = fieldValues(legacy.response, 'mcp-session-id')
  if (sessionId !== undefined) await endSession(wire, { endpoint, era: 'legacy', revision: newestLegacyRevision, token: identity?.token ?? '' }, sessionId)
  const initialized = rpcAnswer(legacy, 'initialize')
  return initialized.kind === 'result' ? said(initialized.result) : `status ${legacy.response.status}`
}

function said(opening: Readonly<Record<string, unknown>>): string {
  const { supportedVersions, protocolVersion, capabilities } = opening
  return JSON.stringify([serverInfoOf(opening), supportedVersions, protocolVersion, capabilities])
}
