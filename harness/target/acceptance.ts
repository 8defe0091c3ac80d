/**
 * Where a target's acceptance of handoffs is found: the names of its tools, and the address of the same check over
 * plain HTTP. It is data, like the adapters.
 */
import { valueAt } from './adapter.ts'
import type { Adapter } from './adapter.ts'
import type { ToolSummary } from './profile.ts'

export interface AcceptanceMapping {
  /** The tool that gives the verdict. */
  readonly tool: string
  /** The tool that issues goal tokens; absent where only the driver can, or nobody. */
  readonly issueTool?: string
  /** The tool that verifies a goal token by itself. */
  readonly verifyTool?: string
  /** Path of the endpoint over plain HTTP on the target's own origin, with `{project_id}` in it. */
  readonly path?: string
}

/**
 * What a target is taken to have: what its owner names, or the adapter's own names where the target lists the tool.
 * Undefined where there is nothing of the kind.
 */
export function acceptanceOf(claims: { readonly acceptHandoff?: AcceptanceMapping; readonly adapter?: Adapter }, tools: readonly ToolSummary[]): AcceptanceMapping | undefined {
  if (claims.acceptHandoff !== undefined) return claims.acceptHandoff
  const mapping = claims.adapter?.acceptHandoff
  return mapping !== undefined && tools.some(({ name }) => name === mapping.tool) ? mapping : undefined
}

/** Code and field of an error that a tool or the endpoint gave as data; undefined where there is no code. */
export function refusalIn(value: unknown): { readonly code: string; readonly field: string | undefined } | undefined {
  const code = valueAt(value, 'error.code')
  const field = valueAt(value, 'error.field')
  return typeof code === 'string' ? { code, field: typeof field === 'string' ? field : undefined } : undefined
}

const placeholder = '{project_id}'

/** Whether a path may stand in a target file: absolute, without white space, query or fragment, naming the project once. */
export function isAcceptancePath(path: string): boolean {
  return /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !/[?#\\]/.test(path) && path.split(placeholder).length === 2
}

/**
 * The path for one project, percent-encoded.
 * @returns Undefined where no path can name the project: the empty one, dot segments, what UTF-8 cannot encode.
 */
export function acceptancePath(path: string, projectId: string): string | undefined {
  if (projectId === '' || projectId === '.' || projectId === '..' || !projectId.isWellFormed()) return undefined
  return path.replace(placeholder, () => encodeURIComponent(projectId))
}
