/**
 * The external tools are packages that a user may have or not. This finds an installed one, and says how to get one
 * that is missing; nothing is ever fetched.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, ownMember } from '../wire/json.ts'
import { objectOf, textOf } from '../wire/members.ts'
import type { JsonObject } from '../wire/json.ts'

/** One external package, and which versions of it are understood. */
export interface PackageWish {
  readonly name: string
  /** What `npm install` is given. */
  readonly version: string
  /** Default: exactly `version`. */
  readonly accepts?: RegExp
}

export const externalPackages = {
  framework: { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' },
  inspector: { name: '@modelcontextprotocol/inspector', version: '2.12.0' },
  firstClient: { name: '@modelcontextprotocol/sdk', version: '1', accepts: /^1\./ },
  secondClient: { name: '@modelcontextprotocol/client', version: '2', accepts: /^2\./ },
} as const satisfies Readonly<Record<string, PackageWish>>

export interface FoundPackage {
  readonly folder: string
  readonly version: string
  readonly manifest: JsonObject
}

export type PackageSearch = { readonly kind: 'found'; readonly found: FoundPackage } | { readonly kind: 'missing'; readonly reason: string }

/** Beside this program, as Node.js itself would look for it. */
export const besideHarness: readonly string[] = [import.meta.dirname]

/**
 * @param from Folders whose `node_modules`, and those of every folder above, are looked into (default: beside this program).
 */
export function findPackage(wish: PackageWish, from: readonly string[] = besideHarness): PackageSearch {
  const install = `install it beside handoff-conformance: npm install --save-dev ${wish.name}@${wish.version}`
  let other: string | undefined
  for (const folder of from.flatMap(above)) {
    const found = readPackage(join(folder, 'node_modules', wish.name))
    if (found === undefined) continue
    if (wish.accepts?.test(found.version) ?? found.version === wish.version) return { kind: 'found', found }
    other ??= found.version
  }
  return { kind: 'missing', reason: `${wish.name} ${other === undefined ? 'is not installed' : 'is there in another version than is understood'}; ${install}` }
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}

function readPackage(folder: string): FoundPackage | undefined {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return undefined
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const version = isJsonObject(manifest) ? textOf(manifest, 'version') : undefined
    return isJsonObject(manifest) && version !== undefined ? { folder, version, manifest } : undefined
  } catch {
    return undefined
  }
}

/** The file behind a command of a package. @throws Error where the package has no such command. */
export function binaryOf({ folder, manifest }: FoundPackage, name: string): string {
  const bin = ownMember(manifest, 'bin')
  const path = typeof bin === 'string' ? bin : textOf(objectOf(manifest, 'bin') ?? {}, name)
  if (path === undefined) throw new Error(`the package has no command ${name}`)
  return join(folder, path)
}
