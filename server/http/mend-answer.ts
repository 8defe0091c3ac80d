/**
 * What the SDK answers as JSON, mended where the text wants it otherwise:
 * - `id: null` where no id could be read, as JSON-RPC 2.0 asks; in the schemas of MCP an id is a string or an integer, or
 *   the member is not there;
 * - codes from -32000 to -32019, which new implementations are not to use (2026-07-28 basic, Error Codes); all of them
 *   tell what is wrong with a request but for a fault of the server.
 */

const affected = /"id":null|"code":-320[01]\d\b/

/** @param text The whole body. @param status Of the HTTP answer. */
export function mendAnswer(text: string, status: number): string {
  if (!affected.test(text)) return text
  const message: unknown = JSON.parse(text)
  return JSON.stringify(Array.isArray(message) ? message.map((each) => mended(each, status)) : mended(message, status))
}

function mended(message: unknown, status: number): unknown {
  if (typeof message !== 'object' || message === null) return message
  const { id, ...rest } = message as Record<string, unknown>
  return { ...rest, ...(id !== null && id !== undefined && { id }), ...(isError(rest) && { error: withCode(rest.error, status) }) }
}

/** -32002 keeps its meaning of 2025 (resource not found). */
function withCode(error: { code: number }, status: number): { code: number } {
  const legacy = error.code <= -32_000 && error.code >= -32_019 && error.code !== -32_002
  return legacy ? { ...error, code: status >= 500 ? -32_603 : -32_600 } : error
}

function isError(message: Record<string, unknown>): message is { error: { code: number } } {
  const { error } = message
  return typeof error === 'object' && error !== null && typeof (error as { code?: unknown }).code === 'number'
}
