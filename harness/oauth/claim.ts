/** What a target file says of the clients for which an authorization server gives access tokens to a target. */

/** A confidential client (RFC 6749 section 2.1): the client-credentials grant is for no other. */
export interface OAuthClient {
  readonly clientId: string
  /** The environment variable that holds its secret. */
  readonly secretEnv: string
  /** Absent: those that the target asks for, where it was asked; else none are named. */
  readonly scopes?: readonly string[]
}

export interface OAuthClaim {
  /** Of the authorization server, as its metadata must write it. Absent: the target's own metadata name it. */
  readonly issuer?: string
  /** For which server tokens are meant (RFC 8707). Absent: the target, by the name that its metadata or its address give it. */
  readonly resource?: string
  readonly alpha: OAuthClient
  readonly beta?: OAuthClient
}

/** The names of the variables that hold a secret, which no process of a target gets. */
export function secretVariables({ alpha, beta }: OAuthClaim): string[] {
  return [alpha.secretEnv, ...(beta === undefined ? [] : [beta.secretEnv])]
}
