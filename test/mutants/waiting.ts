/** Which jobs leave the processors idle for most of their time: those that wait for processes of their own. */
import { mutants } from './catalogue.ts'
import type { Job } from './jobs.ts'

/** What these are run against lives within the worker, which is busy all the time. */
const withinWorker: ReadonlySet<string> = new Set(['reference', 'fixture', 'fixture-2025', 'fixture-modern', 'fixture-legacy', 'proxy', 'library'])

const targets: ReadonlyMap<string, string> = new Map(mutants.map(({ id, target }) => [id, target]))

/** Jobs over stdio, on a process of the server, and of test files. They get workers of their own, so that they hold up no other job. */
export function mostlyWaits(job: Job): boolean {
  switch (job.kind) {
    case 'clean': return !withinWorker.has(job.target)
    case 'clean-test': return true
    case 'sentinel':
    case 'equivalent': return false
    case 'mutant': return !withinWorker.has(targets.get(job.id) ?? 'reference')
  }
}
