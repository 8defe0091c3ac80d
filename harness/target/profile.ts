/** What is known about a target before a case runs: what was claimed for it, and what it said of itself. */

import type { RegistryFormat } from '../fixture/registry-file.ts'
import type { RegistryValidator } from '../registry/validator.ts'
import type { AcceptanceMapping } from './acceptance.ts'
import type { Adapter } from './adapter.ts'

/** `modern`: 2026-07-28 and later, stateless envelopes. `legacy`: `initialize`, revisions up to 2025-11-25. */
export type Era = 'modern' | 'legacy'

export type Transport = 'http' | 'stdio'

/** One way in which a target can be spoken to. */
export interface Channel {
  readonly transport: Transport
  /** For example `2026-07-28`. */
  readonly revision: string
  readonly era: Era
}

/** Which channels a case is about; what is absent is any. */
export interface ChannelFilter {
  readonly transport?: Transport
  readonly era?: Era
  /** Any of these. */
  readonly revisions?: readonly string[]
}

export function fitsChannel(channel: Channel, filter: ChannelFilter): boolean {
  return (filter.transport ?? channel.transport) === channel.transport
    && (filter.era ?? channel.era) === channel.era
    && (filter.revisions?.includes(channel.revision) ?? true)
}

/** For reports: `2026-07-28 over HTTP`. */
export function channelName({ transport, revision }: Channel): string {
  return `${revision} over ${transport === 'http' ? 'HTTP' : 'stdio'}`
}

/** Newest revision first, HTTP before stdio. */
export function inOrder(channels: readonly Channel[]): Channel[] {
  return channels.toSorted((one, other) => (one.revision === other.revision ? one.transport.localeCompare(other.transport) : other.revision.localeCompare(one.revision)))
}

/** Whether it speaks over HTTP at all. */
export function speaksHttp({ url }: { readonly url: URL }): boolean {
  return url.protocol !== 'stdio:'
}

export interface ToolSummary {
  readonly name: string
  /** True where its input schema requires no argument. */
  readonly needsNothing: boolean
  /** As they were listed, whatever they are. */
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  readonly readOnly: boolean
}

export type AuthKind = 'none' | 'static-bearer' | 'oauth'

/** Who may speak to a target, as the harness writes it down. */
export interface RegistryClaim {
  readonly format: RegistryFormat
  /** False: the server knows no projects (default true). */
  readonly projects?: boolean
  /** What of the target checks such a file without serving it, where something does. */
  readonly validator?: RegistryValidator
}

export interface TargetProfile {
  readonly name: string
  /** For a target that only speaks over stdio: `stdio:` and its name. */
  readonly url: URL
  /** Every way in which it was found to answer, newest revision first, HTTP before stdio. */
  readonly channels: readonly Channel[]
  /** Every revision that it was found to speak, newest first. */
  readonly revisions: readonly string[]
  readonly eras: ReadonlySet<Era>
  /** The era and revision that probes use. */
  readonly era: Era
  readonly revision: string
  readonly auth: AuthKind
  /** True where a request without credentials was refused for their lack when the target was asked what it is. */
  readonly demandsCredentials: boolean
  /** True where `initialize` answers with an `Mcp-Session-Id`. */
  readonly sessions: boolean
  readonly serverInfo: { readonly name: string; readonly version: string } | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly tools: readonly ToolSummary[]
  /** What its owner says may be called: tools beside those annotated as read-only, and arguments for any of them. */
  readonly claimed: { readonly readOnlyTools: readonly string[]; readonly calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  /** The handoff adapter in use: `reference`, another name, or undefined where the target hands off nothing. */
  readonly adapter: string | undefined
  /** That adapter; absent: the built-in one of the name. */
  readonly mapping?: Adapter
  /** The depth of the last child that a chain of handoffs may have (a root has 0), where its owner says so. */
  readonly maxDepth?: number
  /** How it checks handoff envelopes, where it does. */
  readonly acceptance?: AcceptanceMapping
  /** The path of the `server.json` by which it is published, where one was named. */
  readonly manifest?: string
  /** The registry that the harness writes for it, where it does. */
  readonly registry?: RegistryClaim
  /** How many identities with tokens there are. */
  readonly identities: number
}
