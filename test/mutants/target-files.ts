/** The target files for servers that run as a process of their own: the fixture server, and a proxy before the reference. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hook, root } from './places.ts'

export interface ProcessTarget {
  /** The file to start, relative to the root. */
  readonly program: string
  readonly args: readonly string[]
  /** Whether the program is loaded through the hook. */
  readonly patched: boolean
  /** Default: whatever the server speaks, newest first. */
  readonly revision?: string
}

/** Writes the target file into a folder. @returns Its path. */
export function writeTargetFile(folder: string, { program, args, patched, revision }: ProcessTarget): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'target.yaml')
  const command = ['{node}', ...(patched ? ['--import', hook] : []), join(root, program), ...args]
  // JSON is YAML, and leaves nothing to quote.
  writeFileSync(path, JSON.stringify({
    version: 1,
    name: 'mutant',
    start: {
      command,
      url: 'http://127.0.0.1:{port}/mcp',
      env: {
        HANDOFF_MCP_PORT: '{port}',
        HANDOFF_MCP_DB: '{workdir}/handoffs.sqlite',
        HANDOFF_MCP_REGISTRY: '{registry}',
        HANDOFF_MCP_RATE_LIMIT: '1000000',
        HANDOFF_MCP_REFUSAL_LIMIT: '1000000',
      },
      ready: { url: 'http://127.0.0.1:{port}/readyz', timeout_ms: 30_000 },
    },
    ...(revision === undefined ? {} : { revisions: [revision] }),
    registry: { format: 'agents-yaml' },
    auth: { kind: 'static-bearer' },
    handoff: { adapter: 'reference' },
  }))
  return path
}
