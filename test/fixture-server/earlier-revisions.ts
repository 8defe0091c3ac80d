/**
 * What the SDK (2.4.0) sends alike in every revision, although the earlier ones have it otherwise: the code for a
 * resource that is not there (-32002 before 2026-07-28, server/resources "Error Handling"; it sends -32602 also where a
 * handler threw -32002), and links in tool results, which 2025-03-26 does not have.
 */
import type { Server, Transport } from '@modelcontextprotocol/server'
import { isObject } from './feature.ts'

type Message = Parameters<Transport['send']>[0]

/** Lets a server of an earlier revision send what that revision has. */
export function speakEarlier(server: Server): void {
  const connect = server.connect.bind(server)
  server.connect = async (transport) => {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => send(earlier(message, server.getNegotiatedProtocolVersion()), options)
    await connect(transport)
  }
}

function earlier(message: Message, revision: string | undefined): Message {
  if ('error' in message) {
    const { code, data } = message.error
    // Only what names the URI in its data is such an error.
    return code === -32_602 && isObject(data) && typeof data['uri'] === 'string' ? { ...message, error: { ...message.error, code: -32_002 } } : message
  }
  if (!('result' in message) || revision === undefined || revision >= '2025-06-18') return message
  const { content } = message.result as { content?: unknown }
  return Array.isArray(content) ? { ...message, result: { ...message.result, content: content.map(withoutLink) } } : message
}

function withoutLink(block: unknown): unknown {
  return isObject(block) && block['type'] === 'resource_link' ? { type: 'text', text: String(block['uri']) } : block
}
