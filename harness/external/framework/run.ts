/** Runs the official conformance framework against a server, and reads what it wrote. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { makeFolder } from '../../fixture/disposal.ts'
import { isJsonObject, ownMember } from '../../wire/json.ts'
import { objectOf, objectsOf, textOf } from '../../wire/members.ts'
import type { FoundPackage } from '../packages.ts'
import { binaryOf } from '../packages.ts'
import { runProgram } from '../program.ts'

export const frameworkRevisions = ['2026-07-28', '2025-11-25'] as const
export type FrameworkRevision = (typeof frameworkRevisions)[number]

export const checkStatuses = ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'] as const
export type CheckStatus = (typeof checkStatuses)[number]

/** One check as the framework reported it. */
export interface FrameworkCheck {
  readonly id: string
  readonly status: CheckStatus
  /** In the framework's own words, with texts of the target; never shown. */
  readonly message: string
  /** It says itself that it could test nothing. */
  readonly untestable: boolean
}

export interface FrameworkScenario {
  readonly name: string
  /** Why it does not count for the requirement set, where it does not: `extension`, `pending`, `added-after-release`. */
  readonly notScored: string | undefined
  readonly checks: readonly FrameworkCheck[]
}

export type FrameworkRun =
  | { readonly kind: 'ran'; readonly exitCode: number; readonly scenarios: readonly FrameworkScenario[] }
  | { readonly kind: 'broken'; readonly why: string }

export interface FrameworkOptions {
  readonly found: FoundPackage
  readonly url: URL
  readonly revision: FrameworkRevision
  /** Of the whole run. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Every scenario of the requirement set is in the answer; one that reported nothing has no checks. */
export async function runFramework({ found, url, revision, timeoutMs, signal }: FrameworkOptions): Promise<FrameworkRun> {
  const set = await requirementSet(found, revision)
  const folder = await makeFolder()
  try {
    const end = await runProgram({
      command: [process.execPath, binaryOf(found, 'conformance'), 'server', '--url', url.href, '--requirements', revision, '--output-dir', folder.path],
      timeoutMs, signal,
    })
    if (end.kind === 'missing') return { kind: 'broken', why: 'its program could not be started' }
    if (end.kind === 'broken') return end
    const reports = await readReports(folder.path)
    if (reports.size === 0) return { kind: 'broken', why: `it reported nothing and ended with ${end.code}` }
    return { kind: 'ran', exitCode: end.code, scenarios: set.map(({ name, notScored }) => ({ name, notScored, checks: reports.get(name) ?? [] })) }
  } finally {
    await folder.remove()
  }
}

/** What the installed version demands of a server for a revision, in its order. */
export async function requirementSet({ folder }: FoundPackage, revision: FrameworkRevision): Promise<readonly Omit<FrameworkScenario, 'checks'>[]> {
  const document: unknown = parse(await readFile(join(folder, 'requirements', `${revision}.yaml`), 'utf8'))
  const file = isJsonObject(document) ? document : {}
  const scored = ownMember(file, 'server')
  return [
    ...(Array.isArray(scored) ? scored.filter((name) => typeof name === 'string') : []).map((name) => ({ name, notScored: undefined })),
    ...objectsOf(file, 'not_scored').flatMap(({ value }) => {
      const name = textOf(value, 'scenario')
      return name === undefined || textOf(value, 'leg') !== 'server' ? [] : [{ name, notScored: textOf(value, 'reason') ?? 'not scored' }]
    }),
  ]
}

/** A folder a scenario, named after it and the time. */
async function readReports(folder: string): Promise<Map<string, readonly FrameworkCheck[]>> {
  const reports = new Map<string, readonly FrameworkCheck[]>()
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(name)?.[1]
    if (scenario === undefined) continue
    const checks: unknown = await readFile(join(folder, name, 'checks.json'), 'utf8').then((text) => JSON.parse(text) as unknown, () => undefined)
    if (Array.isArray(checks)) reports.set(scenario, checks.flatMap(readCheck))
  }
  return reports
}

function readCheck(check: unknown): FrameworkCheck[] {
  if (!isJsonObject(check)) return []
  const [id, status] = [textOf(check, 'id'), checkStatuses.find((each) => each === ownMember(check, 'status'))]
  if (id === undefined || status === undefined) return []
  return [{ id, status, message: textOf(check, 'errorMessage') ?? '', untestable: ownMember(objectOf(check, 'details') ?? {}, 'untestable') === true }]
}
