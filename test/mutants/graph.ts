/**
 * Loads a server of ours once more within this process, with one place of its source patched: a graph of modules of its
 * own, beside the clean one. That costs a fraction of a process, and the clock of such a server can be set.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Patch } from './mutant.ts'
import { applyPatch, checkFile, patchable } from './patch.ts'
import { root } from './places.ts'

interface Graph {
  readonly patch: Patch
  applied: boolean
}

const base = pathToFileURL(root).href
const graphs = new Map<string, Graph>()
let installed = false

/**
 * @param name Names the graph; each is loaded once.
 * @param entry The module to import, relative to the root.
 * @throws Error where the patch does not fit, or its file is not a part of what is loaded.
 */
export async function loadPatched(name: string, patch: Patch, entry: string): Promise<unknown> {
  checkFile(patch.file)
  install()
  const graph: Graph = graphs.get(name) ?? { patch, applied: false }
  graphs.set(name, graph)
  const loaded: unknown = await import(`${base}${entry}?mutant=${name}`)
  if (!graph.applied) throw new Error(`${patch.file} was never loaded`)
  return loaded
}

function install(): void {
  if (installed) return
  installed = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const name = context.parentURL === undefined ? undefined : graphOf(context.parentURL)
      return name === undefined || !isOurs(resolved.url) || graphOf(resolved.url) !== undefined ? resolved : { ...resolved, url: `${resolved.url}?mutant=${name}` }
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

function isOurs(url: string): boolean {
  return patchable.some((folder) => url.startsWith(`${base}${folder}`))
}
