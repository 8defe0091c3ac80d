/** How the requirements of the earlier revisions are written: the newest of them is cited, differences are told in words. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const specification = 'https://modelcontextprotocol.io/specification/2025-11-25'
/** Where a requirement of ours is explained. */
export const ours = 'https://github.com/handoff-conformance/handoff-conformance#hardening'

/** Where a statement stands: the page under the revision, the section's heading, and the anchor of the section. */
export interface Place {
  readonly page: string
  readonly heading: string
  readonly anchor: string
}

/** A statement of revision 2025-11-25 (and of the earlier ones, unless it says otherwise). */
export function stated(name: string, level: Exclude<Level, 'hardening'>, { page, heading, anchor }: Place, statement: string, unobservable?: string): Requirement {
  return {
    id: `mcp-2025-11-25.${name}`,
    level,
    source: 'MCP 2025-11-25',
    section: `${page}, ${heading}`,
    url: `${specification}/${page}#${anchor}`,
    statement,
    ...(unobservable === undefined ? {} : { unobservable }),
  }
}

/** What no keyword demands of a server of the earlier revisions, with our reason. */
export function advised(name: string, section: string, statement: string, reason: string, rows?: readonly string[]): Requirement {
  return { id: `hardening.legacy-${name}`, level: 'hardening', source: 'handoff-conformance', section, url: ours, statement, reason, ...(rows === undefined ? {} : { rows }) }
}
