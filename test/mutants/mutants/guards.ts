/**
 * Each check of the server's guards, taken out by itself, where no case of `auth-negative` is about it: then a test of
 * the server is. What no test can see either is named at the end, with the reason.
 */
import type { Equivalent, TestMutant } from '../mutant.ts'

const guards = 'test/server/http/guards.test.ts'
const credentialsTest = 'test/server/http/credentials.test.ts'
const bearerTest = 'test/server/auth/bearer.test.ts'
const parse = 'test/server/http/parse.test.ts'
const app = 'server/http/app.ts'
const host = 'server/http/guards/host.ts'
const content = 'server/http/guards/content.ts'
const message = 'server/http/guards/message.ts'
const intake = 'server/http/intake.ts'
const route = 'server/http/mcp-route.ts'
const bearer = 'server/auth/bearer.ts'

export const guardMutants: readonly TestMutant[] = [
  { id: 'several-hosts', title: 'Of several Host fields each may be the one.', target: 'test', test: guards, patch: { file: host, find: 'fields.length !== 1', replace: 'fields.length === 0' } },
  { id: 'no-method-guard', title: 'Any method reaches the route.', target: 'test', test: guards, patch: { file: app, find: 'if (wrongMethod !== undefined) return refuse(response, wrongMethod)', replace: '' } },
  { id: 'no-address-limit', title: 'Refused credentials cost nothing.', target: 'test', test: credentialsTest, patch: { file: 'server/http/guards/credentials.ts', find: 'if (seconds !== undefined) return', replace: 'if (false) return' } },
  { id: 'refusals-unspent', title: 'The budget of an address is checked and never spent.', target: 'test', test: credentialsTest, patch: { file: 'server/http/guards/credentials.ts', find: 'if (spends) refusals.use(address)', replace: '' } },
  { id: 'no-policy-no-guard', title: 'Where no policy is in force the guard throws instead of refusing.', target: 'test', test: credentialsTest, patch: { file: 'server/http/guards/credentials.ts', find: "if (error instanceof HandoffError && error.code === 'policy_unavailable') return undefined", replace: '' } },
  { id: 'no-identity-limit', title: 'Calls of an identity are not limited.', target: 'test', test: credentialsTest, patch: { file: intake, find: 'if (overused !== undefined) return refuse(response, overused)', replace: '' } },
  { id: 'batch-counts-once', title: 'A batch counts as one call.', target: 'test', test: credentialsTest, patch: { file: route, find: 'Array.isArray(message) ? this.#options.intake.checkRate(agentId, message.length - 1) : undefined', replace: 'undefined as never' } },
  { id: 'any-type', title: 'Any content type is taken for JSON.', target: 'test', test: guards, patch: { file: content, find: "if (type !== 'json')", replace: 'if (false)' } },
  { id: 'any-charset', title: 'JSON in any charset is let in.', target: 'test', test: guards, patch: { file: content, find: "essence === 'application/json' && isUtf8", replace: "essence === 'application/json'" } },
  { id: 'any-announced-size', title: 'A body that announces too many bytes is waited for.', target: 'test', test: guards, patch: { file: content, find: "if (length > maxBodyBytes) return { kind: 'refused', refusal: tooLarge(maxBodyBytes) }", replace: '' } },
  { id: 'any-size', title: 'A body without an announced length may have any size.', target: 'test', test: parse, patch: { file: intake, find: "if (body.kind === 'too-large') return refuse(response, tooLarge(limit))", replace: "if (body.kind === 'too-large') return refuse(response, { status: 200, error: '', description: '' })" } },
  { id: 'no-message-guard', title: 'Ids and batches that cannot be answered reach the protocol.', target: 'test', test: parse, patch: { file: route, find: 'if (fault !== undefined) return sendRpcFault(response, fault)', replace: '' } },
  { id: 'spaces-in-a-token', title: 'White space and commas are not told from other characters that a token cannot have.', target: 'test', test: bearerTest, patch: { file: bearer, find: "if (/[ \\t,]/.test(token)) return { kind: 'fault', fault: 'malformed' }", replace: '' } },
  { id: 'token-grammar', title: 'A token of any characters is looked up.', target: 'test', test: bearerTest, patch: { file: bearer, find: "if (!b64token.test(token)) return { kind: 'fault', fault: 'malformed-token' }", replace: '' } },
  { id: 'token-length', title: 'A token of any length is hashed and looked up.', target: 'test', test: bearerTest, patch: { file: bearer, find: "if (token.length > maxTokenLength) return { kind: 'fault', fault: 'malformed-token' }", replace: '' } },
  { id: 'batches-always', title: 'Batches are let in under every revision.', target: 'test', test: parse, patch: { file: message, find: "if ((version ?? assumedVersion) !== batchVersion) return invalidRequest('This protocol version has no batches.')", replace: '' } },
]

export const equivalents: readonly Equivalent[] = [
  {
    id: 'constant-time',
    title: 'The hash that was found is not compared once more.',
    patch: { file: 'server/auth/authenticate.ts', find: "if (!sameHash(agent.tokenSha256, hash)) return { ok: false, refusal: refusalFor('not-accepted') }", replace: '' },
    reason: 'The map that was asked is keyed by the same hash; the comparison guards against a later change of the map.',
  },
]
