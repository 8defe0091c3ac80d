/** The bounds of a registry file, version 1. */

export const registryVersion = 1

export const bounds = {
  fileBytes: 1024 * 1024,
  agents: 500,
  projects: 100,
  listEntries: 100,
  textLength: 100,
  /** Levels of nesting; a valid registry has four. */
  depth: 16,
  /** Nodes that are reached through aliases, counted after expansion. */
  aliasedNodes: 100_000,
  /** Words of YAML. The largest valid registry stays below each, in flow style and with an anchor at every node too. */
  lexemes: { value: 120_000, property: 120_000, indicator: 250_000 },
} as const

export const agentIdPattern = /^[a-z0-9][a-z0-9._-]{1,63}$/
export const tokenSha256Pattern = /^[0-9a-f]{64}$/

export const rootKeys = { required: ['version', 'agents'], optional: ['projects'] } as const
export const projectKeys = { required: ['id', 'name'], optional: [] } as const
export const agentKeys = {
  required: ['id', 'display_name', 'enabled', 'send_to', 'receive_from', 'disclosure_ceiling'],
  optional: ['token_sha256', 'expires_at'],
} as const
