/**
 * Loads a server of ours once more within this process, with one place of its source patched: the patched module and
 * all that lead to it by their imports are loaded anew, and what they have in common with the clean server is the clean
 * server's. That costs a fraction of a process, and the clock of such a server can be set.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { dependentsOf, importersIn } from './dependents.ts'
import type { Importers } from './dependents.ts'
import type { Patch } from './mutant.ts'
import { applyPatch, checkFile, patchable } from './patch.ts'
import { root } from './places.ts'

/** The patched file is no part of what was loaded. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'

  constructor(file: string) {
    super(`${file} was never loaded`)
  }
}

interface Graph {
  readonly patch: Patch
  /** The files that are loaded anew, relative to the root. */
  readonly anew: ReadonlySet<string>
  applied: boolean
}

const base = pathToFileURL(root).href
const graphs = new Map<string, Graph>()
let importers: Importers | undefined
let installed = false

/**
 * @param name Names the graph; each is loaded once.
 * @param entry The module to import, relative to the root.
 * @throws Error where the patch does not fit, or its file is not a part of what is loaded.
 */
export async function loadPatched(name: string, patch: Patch, entry: string): Promise<unknown> {
  checkFile(patch.file)
  install()
  importers ??= importersIn(root, patchable)
  const graph: Graph = graphs.get(name) ?? { patch, anew: dependentsOf(patch.file, importers), applied: false }
  graphs.set(name, graph)
  const loaded: unknown = await import(`${base}${entry}?mutant=${name}`)
  if (!graph.applied) throw new NotLoaded(patch.file)
  return loaded
}

function install(): void {
  if (installed) return
  installed = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const name = context.parentURL === undefined ? undefined : graphOf(context.parentURL)
      const graph = graphs.get(name ?? '')
      return name === undefined || graph === undefined || !isAnew(resolved.url, graph) ? resolved : { ...resolved, url: `${resolved.url}?mutant=${name}` }
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const graph = graphs.get(graphOf(url) ?? '')
      if (graph === undefined || url.slice(0, url.indexOf('?')) !== `${base}${graph.patch.file}`) return loaded
      const source = applyPatch(Buffer.from(loaded.source as string | Uint8Array).toString('utf8'), graph.patch)
      graph.applied = true
      return { ...loaded, source }
    },
  })
}

function graphOf(url: string): string | undefined {
  return /\?mutant=([a-z0-9-]+)$/.exec(url)?.[1]
}

/** An address that names its graph already is of none of its files. */
function isAnew(url: string, { anew }: Graph): boolean {
  return url.startsWith(base) && anew.has(url.slice(base.length))
}
