/** The block of a target file by which the harness gets tokens itself, as `init` writes it. Pure. */
import { quotedScalar } from './plain-text.ts'

/** The variable that the block names for the secret of the client. */
export const clientSecret = { kind: 'env', name: 'CLIENT_SECRET' } as const

/**
 * @param issuer As the server writes it, in a comment: whatever is active here gets the secret, and the server could name
 * anybody. Undefined where it does not say.
 */
export function oauthLines(issuer: string | undefined): string[] {
  const named = issuer === undefined ? undefined : quotedScalar(issuer)
  return [
    'auth:',
    '  kind: oauth',
    '  oauth:',
    named === undefined ? '    issuer: "https://auth.example.com"' : `    # issuer: ${named}   # says the server: a secret goes there, so check it, and take the # away`,
    '    client_id: "CLIENT_ID"',
    `    client_secret_env: ${clientSecret.name}   # the variable that holds the secret, never the secret`,
    '    # scopes: ["mcp:call"]',
    '    # beta: { client_id: "OTHER_ID", client_secret_env: OTHER_SECRET }   # a second identity',
  ]
}
