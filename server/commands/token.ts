/**
 * `handoff-server token`: mints a token without touching a registry, for whoever writes registries with other means.
 * What it prints besides the token are the lines that belong into the registry.
 */
import type { Command } from 'commander'
import { hashToken, mintToken } from '../auth/tokens.ts'
import { defaultExpiry, parseExpiry } from './expiry.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

export function tokenCommand(output: Output): Command {
  return newCommand('token', 'mint a token and its registry lines, without touching a registry', ['expires']).action((options: ParsedOptions) => {
    const expiresAt = new Date(parseExpiry(options.expires ?? defaultExpiry, Date.now())).toISOString()
    const token = mintToken()
    const hash = hashToken(token)
    printResult(output, options.json === true, { command: 'token', token, token_sha256: hash, expires_at: expiresAt }, [
      `token: ${token}`, `token_sha256: "${hash}"`, `expires_at: "${expiresAt}"`,
    ])
    output.stderr('Give the first line to the agent, and put the other two into its entry in the registry.')
  })
}
