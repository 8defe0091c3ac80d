/** Asks a server what it is, for `init`: with the same questions that every run begins with. */
import { HarnessError } from '../errors.ts'
import type { SecretSink } from '../target/taps.ts'
import { adapterNamed, adapterNames } from '../target/adapter.ts'
import { misfitsOf } from '../target/adapter-fit.ts'
import { isLoopback } from '../target/loopback.ts'
import { readResourceMetadata } from '../oauth/protected-resource.ts'
import { openTarget } from '../target/open-target.ts'
import { speaksHttp, type TargetProfile } from '../target/profile.ts'
import type { TargetInput } from '../target/target-input.ts'
import type { Driver } from '../fixture/driver.ts'
import { parseChallenges } from '../wire/challenge.ts'
import { rpcRequest } from '../wire/mcp.ts'
import { fieldValues } from '../wire/message.ts'

/** A server that lets nobody in without a token, and says where tokens are given. */
export interface WalledServer {
  readonly kind: 'walled'
  readonly url: URL
  /** As the server writes it; an address. */
  readonly issuer: string
  /** Whether it is on this machine. */
  readonly local: boolean
}

export interface ServerAnswers {
  readonly kind: 'answers'
  readonly profile: TargetProfile
  /** The built-in adapter whose tools it has, where there is one. */
  readonly adapter: string | undefined
  /** Whether it lists tools for acceptance of its own, beside those of the adapter. */
  readonly acceptance: { readonly tool: string; readonly issueTool?: string; readonly verifyTool?: string } | undefined
  /** Whether its refusal of nobody points at OAuth metadata (RFC 9728 section 5.1). */
  readonly pointsAtOAuth: boolean
  /** Who gives its tokens, where it says so. */
  readonly issuer: string | undefined
  /** Whether it is on this machine; a command always is. */
  readonly local: boolean
}

export interface AskOptions {
  readonly driver: Driver
  readonly target: TargetInput
  readonly secrets: SecretSink
}

/**
 * Everything that was started or opened for it is gone afterwards.
 * @throws HarnessError `server_unasked` where it cannot be asked, and every error of configuration.
 */
export async function askServer(options: AskOptions): Promise<ServerAnswers | WalledServer> {
  const opened = await openTarget(options)
  if (opened.kind === 'finding') {
    const walled = opened.finding.id === 'token-needed' ? await askWall(options) : undefined
    if (walled !== undefined) return walled
    const { title, remedy } = opened.finding
    throw new HarnessError('server_unasked', `the server cannot be asked what it is: ${title}`, { remedy })
  }
  const { target } = opened
  const { profile, fixture, peers, sessions } = target
  try {
    const pointsAtOAuth = speaksHttp(profile) && profile.demandsCredentials && await namesMetadata()
    return {
      kind: 'answers', pointsAtOAuth, issuer: pointsAtOAuth ? await issuerOf(profile.url, options.target) : undefined,
      profile, adapter: fittingAdapter(profile), acceptance: acceptanceTools(profile),
      local: !speaksHttp(profile) || await isLoopback(profile.url),
    }
  } finally {
    for (const each of [peers, sessions, fixture]) await each.close()
  }

  async function namesMetadata(): Promise<boolean> {
    const { era, revision, url: endpoint } = profile
    const reaction = await target.wireFor('init').send(rpcRequest({ endpoint, era, revision, method: 'tools/list', params: {}, id: 'init' }))
    if (reaction.kind !== 'response') return false
    const { challenges } = parseChallenges(fieldValues(reaction.response, 'www-authenticate'))
    return challenges.some(({ parameters }) => parameters.some(({ name }) => name.toLowerCase() === 'resource_metadata'))
  }
}

/** Undefined where it does not say who gives tokens for it. */
async function askWall({ driver, target, secrets }: AskOptions): Promise<WalledServer | undefined> {
  const fixture = await driver.open({ secrets })
  try {
    const issuer = await issuerOf(fixture.url, target)
    return issuer === undefined ? undefined : { kind: 'walled', url: fixture.url, issuer, local: await isLoopback(fixture.url) }
  } finally {
    await fixture.close()
  }
}

async function issuerOf(url: URL, { allowRemote = false }: TargetInput): Promise<string | undefined> {
  try {
    return (await readResourceMetadata(url, { allowRemote }))?.issuer
  } catch (error) {
    if (error instanceof HarnessError) return undefined
    throw error
  }
}

function fittingAdapter({ tools }: TargetProfile): string | undefined {
  return tools.length === 0 ? undefined : adapterNames.find((name) => {
    const adapter = adapterNamed(name)
    return adapter !== undefined && misfitsOf(adapter, tools).length === 0
  })
}

function acceptanceTools({ tools }: TargetProfile): ServerAnswers['acceptance'] {
  const has = (name: string): boolean => tools.some((tool) => tool.name === name)
  if (!has('accept_handoff')) return undefined
  return {
    tool: 'accept_handoff',
    ...(has('issue_handoff_token') ? { issueTool: 'issue_handoff_token' } : {}),
    ...(has('verify_handoff_token') ? { verifyTool: 'verify_handoff_token' } : {}),
  }
}
