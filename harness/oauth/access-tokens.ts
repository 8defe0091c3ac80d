/**
 * The access tokens of a target's identities: got from the authorization server when they are first wanted, kept while
 * they are good for long enough, and replaced before they end.
 */
import { HarnessError } from '../errors.ts'
import type { Fixture, Identity } from '../fixture/driver.ts'
import { createTurns } from '../fixture/turns.ts'
import type { SecretSink } from '../target/taps.ts'
import { canonicalResource } from './addresses.ts'
import type { OAuthRules } from './addresses.ts'
import { discoverServer } from './authorization-server.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import type { OAuthClaim, OAuthClient } from './claim.ts'
import { findAuthorizationServer } from './protected-resource.ts'
import { basicCredentials, requestToken } from './token-request.ts'

export interface AccessTokens {
  /**
   * The identities with tokens that are good for so many ms more, or for half of what the server gives them; the same
   * objects while that is so. None where the target does not answer, which whoever speaks to it next will find.
   * @param refused Tokens that the target does not serve any more: one of which nobody said when it ends is replaced.
   * @throws HarnessError `client_secret_missing`, `authorization_server_unusable`, `access_token_refused`, `remote_refused`
   */
  identities(endpoint: URL, leastMs: number, secrets: SecretSink, refused?: ReadonlySet<string>): Promise<Readonly<Record<string, Identity>>>
}

export interface AccessTokensOptions extends OAuthRules {
  readonly claim: OAuthClaim
  readonly environment: Readonly<Record<string, string | undefined>>
  /** In ms (default `performance.now`). */
  readonly now?: () => number
}

/** Where tokens for a target come from, and what is asked for. */
interface Source {
  readonly server: AuthorizationServer
  readonly resource: string
  readonly scopes: readonly string[] | undefined
}

interface Held {
  readonly identity: Identity
  readonly lifetimeMs: number | undefined
}

interface Wanted {
  readonly leastMs: number
  readonly secrets: SecretSink
  readonly refused: ReadonlySet<string> | undefined
}

/** How long a server that gave no token is left alone, in ms. */
const patienceMs = 5_000

export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { claim, now = () => performance.now() } = options
  const sources = new Map<string, Source>()
  const held = new Map<string, Held>()
  const failures = new Map<string, { readonly at: number; readonly error: unknown }>()
  const inTurn = createTurns()

  const sourceFor = async (endpoint: URL): Promise<Source | undefined> => {
    const known = sources.get(endpoint.href)
    if (known !== undefined) return known
    const found = claim.issuer === undefined ? await findAuthorizationServer(endpoint, options) : undefined
    const issuer = claim.issuer ?? found?.issuer
    if (issuer === undefined) return undefined
    const source = { server: await discoverServer(issuer, options, claim.issuer === undefined ? endpoint : undefined), resource: claim.resource ?? found?.resource ?? canonicalResource(endpoint), scopes: found?.scopes }
    sources.set(endpoint.href, source)
    return source
  }

  const left = ({ identity }: Held): number => (identity.expiresAt ?? Infinity) - now()

  /** A token that is good for less long than was wanted is good until then. */
  const oldOr = (old: Held | undefined, error: unknown): Held => {
    if (old !== undefined && left(old) > 0) return old
    throw error
  }

  const heldFor = async (name: string, client: OAuthClient, { server, resource, scopes }: Source, { leastMs, secrets, refused }: Wanted): Promise<Held> => {
    const key = JSON.stringify([name, server.issuer, resource])
    const old = held.get(key)
    if (old !== undefined) {
      secrets(old.identity.token)
      const over = old.lifetimeMs === undefined && refused?.has(old.identity.token) === true
      if (!over && left(old) > Math.min(leastMs, (old.lifetimeMs ?? Infinity) / 2)) return old
    }
    const failure = failures.get(key)
    if (failure !== undefined && now() < failure.at + patienceMs) return oldOr(old, failure.error)
    const secret = secretOf(client, options.environment)
    for (const each of [secret, basicCredentials(client, secret)]) secrets(each)
    const asked = now()
    try {
      const { token, lifetimeMs } = await requestToken({ server, client, secret, resource, scopes: client.scopes ?? scopes }, options)
      secrets(token)
      const fresh: Held = { lifetimeMs, identity: { name, agentId: undefined, token, ...(lifetimeMs === undefined ? {} : { expiresAt: asked + lifetimeMs }) } }
      held.set(key, fresh)
      return fresh
    } catch (error) {
      failures.set(key, { at: now(), error })
      return oldOr(old, error)
    }
  }

  return {
    identities: async (endpoint, leastMs, secrets, refused) => inTurn(async () => {
      const clients = Object.entries({ alpha: claim.alpha, beta: claim.beta }).flatMap(([name, client]) => (client === undefined ? [] : [{ name, client }]))
      // A secret that is not there is told before anybody is asked.
      for (const { client } of clients) secrets(secretOf(client, options.environment))
      const source = await sourceFor(endpoint)
      if (source === undefined) return {}
      const identities: Record<string, Identity> = {}
      for (const { name, client } of clients) identities[name] = (await heldFor(name, client, source, { leastMs, secrets, refused })).identity
      if (identities['alpha']?.token === identities['beta']?.token) throw new HarnessError('access_token_refused', `${source.server.issuer} gives both clients the same access token`, { remedy: 'Name two clients that are two to the target, or only one.' })
      return identities
    }),
  }
}

function secretOf({ secretEnv }: OAuthClient, environment: AccessTokensOptions['environment']): string {
  const secret = environment[secretEnv]
  if (secret === undefined || secret === '') throw new HarnessError('client_secret_missing', `the environment variable ${secretEnv} is ${secret === undefined ? 'not set' : 'empty'}`)
  return secret
}

/** What a fixture's first tokens must be good for, in ms: opening it, and a case. */
const firstMs = 90_000

/** The fixture with identities for which the authorization server speaks; closed where there are no tokens for it. */
export async function withAccessTokens(fixture: Fixture, tokens: AccessTokens | undefined, secrets: SecretSink = () => undefined): Promise<Fixture> {
  if (tokens === undefined) return fixture
  try {
    return {
      ...fixture,
      identities: await tokens.identities(fixture.url, firstMs, secrets),
      freshIdentities: async (leastMs, refused) => tokens.identities(fixture.url, leastMs, secrets, refused),
    }
  } catch (error) {
    await fixture.close()
    throw error
  }
}
