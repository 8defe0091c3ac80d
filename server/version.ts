/** The version that the server tells its clients: that of the package, found from the sources and from `dist/` alike. */
import { readFileSync } from 'node:fs'

function findVersion(): string {
  for (const candidate of ['../package.json', '../../package.json']) {
    try {
      const content: unknown = JSON.parse(readFileSync(new URL(candidate, import.meta.url), 'utf8'))
      const { name, version } = content as { name?: unknown; version?: unknown }
      if (name === 'handoff-conformance' && typeof version === 'string') return version
    } catch {
      // Not there; the next place is tried.
    }
  }
  throw new Error('the package.json of handoff-conformance is not beside the server')
}

export const serverName = 'handoff-server'
export const serverVersion = findVersion()
