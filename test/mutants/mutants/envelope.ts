/** Faults of the envelope of 2026-07-28: what each request must say of itself. */
import { errorCodeInstead, onHttp, onRequest } from '../rewrite/build.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

const key = 'io.modelcontextprotocol/'

/** Supplies what a request of the revision lacks, as a server does that falls back to something. */
function supplying(name: string, value: unknown): Rewrite {
  return onRequest('any', (message, exchange) => {
    const meta = objectOr(exchange.params['_meta'])
    if (!isModern(exchange) || Object.hasOwn(meta, `${key}${name}`)) return undefined
    return { ...message, params: { ...exchange.params, _meta: { ...meta, [`${key}${name}`]: value } } }
  })
}

/** By the field, since the envelope may lack. */
function isModern({ method, http }: Exchange): boolean {
  return method !== '' && http?.headers.some(([name, value]) => name.toLowerCase() === 'mcp-protocol-version' && value === '2026-07-28') === true
}

export const envelope: readonly RewriteMutant[] = [
  {
    id: 'envelope-revision-defaults',
    title: 'A request that does not say its revision is taken to be in the newest one.',
    target: 'reference',
    rewrite: supplying('protocolVersion', '2026-07-28'),
    kills: ['spec.envelope-required'],
  },
  {
    id: 'envelope-capabilities-default',
    title: 'A request that does not say what its client can do is taken to come from one that can do nothing.',
    target: 'reference',
    rewrite: supplying('clientCapabilities', {}),
    kills: ['spec.envelope-not-remembered', 'spec.envelope-required'],
  },
  {
    id: 'envelope-error-code',
    title: 'Invalid parameters are answered as an internal error.',
    target: 'reference',
    rewrite: errorCodeInstead(-32_602, -32_603),
    kills: ['spec.cursor-invalid', 'spec.envelope-required', 'spec.envelope-types', 'spec.inherited-tool-names', 'spec.tool-call-shape', 'spec.unknown-tool'],
  },
  {
    id: 'envelope-status',
    title: 'A request without its envelope is refused with status 200.',
    target: 'reference',
    rewrite: onHttp((answer, exchange) => answer.status === 400 && isModern(exchange) && Object.keys(objectOr(exchange.params['_meta'])).length < 2, () => ({ status: 200 })),
    kills: ['spec.envelope-not-remembered', 'spec.envelope-required', 'spec.envelope-types'],
  },
]
