/**
 * Faults that leave a case nothing to look at: it has to say so instead of passing. Whatever else sees them has mutants
 * of its own, so that these come last.
 */
import type { RewriteMutant } from '../mutant.ts'
import { onHttp, withFields } from '../rewrite/build.ts'

export const unclearMutants: readonly RewriteMutant[] = [
  {
    id: 'forbidden-without-challenge',
    title: 'Every refusal of credentials is 403 and has no challenge.',
    target: 'reference',
    rewrite: onHttp(({ headers }) => headers.some(([name]) => name.toLowerCase() === 'www-authenticate'), ({ headers }) => ({ status: 403, headers: withFields(headers, { 'www-authenticate': undefined }) })),
    kills: [
      'accept.nothing-consumed', 'auth.argument-token', 'auth.bad-characters', 'auth.before-body', 'auth.boundary-expiry',
      'auth.challenge-present', 'auth.challenge-reason', 'auth.cookie-token', 'auth.custom-header-token', 'auth.disabled-identity',
      'auth.each-request', 'auth.empty-credentials', 'auth.every-rpc', 'auth.expired-token', 'auth.form-body-token', 'auth.json-body-token',
      'auth.list-value', 'auth.meta-token', 'auth.method-override', 'auth.multipart-body-token', 'auth.no-credentials', 'auth.other-scheme',
      'auth.proxy-authorization', 'auth.query-and-header', 'auth.query-token', 'auth.revoked-token', 'auth.rotated-token',
      'auth.token-variants', 'auth.trailing-junk', 'auth.two-headers', 'auth.unknown-token', 'lifecycle.live-identity',
      'lifecycle.live-same-size', 'lifecycle.model-policy', 'lifecycle.send-authorisation', 'lifecycle.transitions-disabled',
      'registry.vectors-bytes', 'registry.vectors-ids', 'registry.vectors-lists', 'registry.vectors-nesting', 'registry.vectors-texts',
      'registry.vectors-times', 'registry.vectors-values', 'registry.vectors-version', 'registry.vectors-yaml',
    ],
    unclear: ['auth.challenge-grammar'],
  },
]
