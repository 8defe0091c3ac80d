/** Faults of how input is read, of the endpoint over plain HTTP, and of what the tools say of themselves. */
import { faulty } from './acceptance-patch.ts'
import type { AcceptanceMutant } from './acceptance-patch.ts'

const input = 'acceptance/input.ts'
const faults = 'acceptance/input-faults.ts'
const items = 'acceptance/live-items.ts'
const limits = 'acceptance/limits.ts'
const route = 'http/accept-route.ts'

/** Verifies the token of whatever was sent, before anything of it is read. */
const tokenFirst = `      const first = given as { readonly project_id?: unknown; readonly goal_token?: unknown } | null
      const early = new Map<unknown, Awaited<ReturnType<typeof verifyGoalToken>>>()
      if (typeof first?.goal_token === 'string') early.set(first.goal_token, await verifyGoalToken(options, caller.agentId, { token: first.goal_token, project_id: String(first.project_id ?? ''), presented_body: undefined }))
`

export const acceptanceInput: readonly AcceptanceMutant[] = [
  faulty('input-unknown', 'Unknown parameters are passed over.', input, ['if (!Object.hasOwn(input, key)) throw', 'if (key === undefined) throw'], 'nothing-consumed', 'vectors-delivery-source', 'vectors-error-types'),
  faulty('input-types', 'Values that are no texts are used as though they were.', faults, ["if (typeof value !== 'string') throw invalid(field, 'It must be a string.')", "if (value === undefined) throw invalid(field, 'It must be a string.')"], 'issued-tokens', 'no-server-fault', 'nothing-consumed', 'vectors-error-types', 'vectors-sequences', 'vectors-verify-tool'),
  faulty('input-coerced', 'Numbers are taken for texts.', faults, ["export function readText(value: unknown, field: string, sizes: SizeFaults, max: number = limits.textBytes): string {\n", "export function readText(given: unknown, field: string, sizes: SizeFaults, max: number = limits.textBytes): string {\n  const value: unknown = typeof given === 'number' ? String(given) : given\n"], 'issued-tokens', 'nothing-consumed', 'vectors-error-types', 'vectors-sequences', 'vectors-verify-tool'),
  faulty('input-surrogates', 'Halves of surrogate pairs are replaced.', faults, ["  if (!value.isWellFormed()) throw invalid(field, 'The text has half of a surrogate pair.')\n  sizes.text(value, field, max)\n  return value\n", '  sizes.text(value, field, max)\n  return value.toWellFormed()\n'], 'vectors-error-lone-surrogates'),
  faulty('input-field', 'The place of what is wrong is told without its index.', faults, ['return field.slice(0, longestField).toWellFormed()', "return field.split('[')[0] ?? ''"], 'vectors-error-limits', 'vectors-error-lone-surrogates', 'vectors-error-types'),
  faulty('input-items', 'What is no item is passed over.', items, ["if (!isObject(item)) throw invalid(`${list}[${index}]`, 'It must be an object.')", "if (!isObject(item)) return { id: '', status: '', depends_on: '', tools: noTools }"], 'nothing-consumed', 'vectors-error-types'),
  faulty('limit-characters', 'Sizes are counted in characters.', faults, ['text.length > max || Buffer.byteLength(text) > max', 'text.length > max'], 'vectors-error-limits'),
  faulty('limit-body', 'A body of a million bytes is the largest.', limits, ['bodyBytes: 1_048_576', 'bodyBytes: 1_000_000'], 'vectors-error-limits'),
  faulty('limit-texts', 'Texts may have a byte more.', limits, ['textBytes: 4096', 'textBytes: 4097'], 'nothing-consumed', 'vectors-error-limits'),
  faulty('limit-items', 'The largest board is refused.', limits, ['  items: 10_000', '  items: 9_999'], 'vectors-error-limits'),
  faulty('limit-tools', 'Lists of tools have no limit.', limits, ['  tools: 10_000', '  tools: 1_000_000'], 'vectors-error-limits'),
  faulty('token-first', 'The token is verified before the rest of the input is read.', 'goal-tokens/service.ts', ["      const { input, verdict, warnings } = await acceptAtEdge(given, {\n        verifyToken: async (presented) => verifyGoalToken(options, caller.agentId, presented),\n", `${tokenFirst}      const { input, verdict, warnings } = await acceptAtEdge(given, {\n        verifyToken: async (presented) => early.get(presented.token) ?? verifyGoalToken(options, caller.agentId, presented),\n`], 'nothing-consumed', 'vectors-banner', 'vectors-body-binding', 'vectors-error-limits', 'vectors-error-types', 'vectors-examples', 'vectors-gates', 'vectors-precedence', 'vectors-project-name', 'vectors-sequences'),
  faulty('plain-status', 'Over plain HTTP invalid input has status 422.', route, ['invalid_input: 400', 'invalid_input: 422'], 'nothing-consumed', 'plain-http', 'transports-agree', 'vectors-delivery-source', 'vectors-error-lone-surrogates', 'vectors-error-types', 'vectors-sequences'),
  faulty('plain-rejection', 'Over plain HTTP a rejection has status 409.', route, ['return sendJson(response, 200, structuredContent)', "return sendJson(response, structuredContent['accepted'] === true ? 200 : 409, structuredContent)"], 'expiry', 'plain-http', 'plain-http-project', 'single-use', 'stays-consumed', 'transports-agree', 'vectors-banner', 'vectors-board-hash', 'vectors-body-binding', 'vectors-capability', 'vectors-delivery-source', 'vectors-error-limits', 'vectors-examples', 'vectors-gates', 'vectors-identity-attributes', 'vectors-identity-path', 'vectors-identity-quoting', 'vectors-identity-tag', 'vectors-manifest-hash', 'vectors-precedence', 'vectors-sequences', 'vectors-token', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('plain-two-projects', 'The project of the body wins over that of the path.', route, ["if (named !== projectId) {", 'if (named === undefined) {'], 'plain-http'),
  faulty('plain-decoded-twice', 'The project in the path is decoded twice.', route, ['return decodeURIComponent(segment)', 'return decodeURIComponent(decodeURIComponent(segment))'], 'plain-http-project'),
  faulty('plain-encoded', 'The project in the path is taken as it stands there.', route, ['return decodeURIComponent(segment)', 'return segment'], 'plain-http-project', 'vectors-identity-attributes'),
  faulty('plain-lax-json', 'Over plain HTTP the last of equal names counts.', route, ['given = parseStrictJson(bytes)', "try { given = parseStrictJson(bytes) } catch (error) {\n        if (!(error instanceof StrictJsonError) || error.fault !== 'duplicate-key') throw error\n        given = JSON.parse(Buffer.from(bytes).toString())\n      }"], 'nothing-consumed'),
  faulty('plain-source', 'Over plain HTTP an empty call has a delivery source of its own.', route, ['{ ...given, project_id: projectId }', "{ ...(Object.keys(given).length === 0 ? { delivery_source: 'plain_http' } : {}), ...given, project_id: projectId }"], 'transports-agree', 'vectors-delivery-source', 'vectors-examples', 'vectors-gates', 'vectors-sequences'),
  faulty('plain-texts', 'Over plain HTTP the recovery has words of its own.', route, ['return sendJson(response, 200, structuredContent)', "return sendJson(response, 200, JSON.parse(JSON.stringify(structuredContent).replace('No such token', 'No token like this')) as typeof structuredContent)"], 'transports-agree'),
  faulty('read-only-verify', 'Verification says that it only reads.', 'tools/verify-handoff-token.ts', ['readOnlyHint: false', 'readOnlyHint: true'], 'annotations'),
  faulty('idempotent-accept', 'Acceptance says that it may be repeated.', 'tools/accept-handoff.ts', ['idempotentHint: false', 'idempotentHint: true'], 'annotations'),
  faulty('deep-fault', 'Deep nesting is an error of the server.', items, ['if (!isObject(item)) throw invalid(`${list}[${index}]`', "if (Array.isArray(item) && Array.isArray(item[0])) throw new Error('deep')\n  if (!isObject(item)) throw invalid(`${list}[${index}]`"], 'no-server-fault'),
]
