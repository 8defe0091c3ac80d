/** The tokens of a third-party server: who may speak to it, as an official verifier wants to be told. */

/** Known tokens by value, from `TEST_TOKENS` (`token=client` pairs, separated by commas). */
export function knownTokens(env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const pairs = (env['TEST_TOKENS'] ?? '').split(',').filter((pair) => pair !== '')
  return new Map(pairs.map((pair): [string, string] => {
    const at = pair.lastIndexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)]
  }))
}

/** What a verifier answers for a known token: valid for an hour from now, in s since the epoch. */
export function authInfo(token: string, clientId: string): { token: string; clientId: string; scopes: string[]; expiresAt: number } {
  return { token, clientId, scopes: [], expiresAt: Math.floor(Date.now() / 1000) + 3600 }
}
