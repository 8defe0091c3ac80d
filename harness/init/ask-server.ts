/** Asks a server what it is, for `init`: with the same questions that every run begins with. */
import { HarnessError } from '../errors.ts'
import type { SecretSink } from '../target/taps.ts'
import { adapterNamed, adapterNames } from '../target/adapter.ts'
import { misfitsOf } from '../target/adapter-fit.ts'
import { isLoopback } from '../target/loopback.ts'
import { openTarget } from '../target/open-target.ts'
import { speaksHttp, type TargetProfile } from '../target/profile.ts'
import type { TargetInput } from '../target/target-input.ts'
import type { Driver } from '../fixture/driver.ts'
import { parseChallenges } from '../wire/challenge.ts'
import { rpcRequest } from '../wire/mcp.ts'
import { fieldValues } from '../wire/message.ts'

export interface ServerAnswers {
  readonly profile: TargetProfile
  /** The built-in adapter whose tools it has, where there is one. */
  readonly adapter: string | undefined
  /** Whether it lists tools for acceptance of its own, beside those of the adapter. */
  readonly acceptance: { readonly tool: string; readonly issueTool?: string; readonly verifyTool?: string } | undefined
  /** Whether its refusal of nobody points at OAuth metadata (RFC 9728 section 5.1). */
  readonly pointsAtOAuth: boolean
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
export async function askServer(options: AskOptions): Promise<ServerAnswers> {
  const opened = await openTarget(options)
  if (opened.kind === 'finding') {
    const { title, remedy } = opened.finding
    throw new HarnessError('server_unasked', `the server cannot be asked what it is: ${title}`, { remedy })
  }
  const { target } = opened
  const { profile, fixture, peers, sessions } = target
  try {
    return {
      profile, adapter: fittingAdapter(profile), acceptance: acceptanceTools(profile),
      pointsAtOAuth: speaksHttp(profile) && profile.demandsCredentials && await namesMetadata(),
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
