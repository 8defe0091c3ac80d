/** What `issue` and `rotate` share: the token goes to stdout once, all that is said about it to stderr. */
import type { IssuedToken, TokenRequest } from '../registry/identities.ts'
import { defaultExpiry, parseExpiry } from './expiry.ts'
import { agentOf, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

/** @throws UsageError, CommandError */
export async function runTokenCommand(
  command: 'issue' | 'rotate',
  write: (request: TokenRequest) => Promise<IssuedToken>,
  options: ParsedOptions,
  output: Output,
): Promise<void> {
  const [registry, agent] = [registryOf(options), agentOf(options)]
  const expiresAt = parseExpiry(options.expires ?? defaultExpiry, Date.now())
  const issued = await write({ registry, agent, expiresAt })
  printResult(output, options.json === true, {
    command, registry, revision: issued.revision, agent, token: issued.token, expires_at: issued.expiresAt,
  }, [issued.token])
  output.stderr(`This token of ${agent} is not shown again; it expires at ${issued.expiresAt}.`)
  if (!issued.enabled) output.stderr(`${agent} is disabled, so the token is refused until \`handoff-server enable --agent ${agent}\`.`)
}
