/**
 * What the catalogue says, without what it does: enough to list and explain cases, and read in no time from the file
 * that a build writes beside the cases.
 */
import { readFileSync } from 'node:fs'
import type { Case } from './case.ts'
import type { Catalogue } from './catalogue.ts'
import type { Requirement } from './requirement.ts'

export type DescribedCase = Pick<Case, 'id' | 'suite' | 'title' | 'requirements' | 'channels' | 'needs' | 'last' | 'fuzz' | 'explain'>

/** A catalogue can stand for it. */
export interface DescribedCatalogue {
  /** In the order of the catalogue. */
  readonly cases: readonly DescribedCase[]
  /** Those of the cases and the engine's own. */
  readonly requirements: readonly Requirement[]
  requirement(id: string): Requirement | undefined
  find(id: string): DescribedCase | undefined
}

interface Written {
  /** The file is of this very version of the harness; another one is not read. */
  readonly version: string
  readonly cases: readonly DescribedCase[]
  readonly requirements: readonly Requirement[]
}

export function describedText({ cases, requirements }: Pick<Catalogue, 'cases' | 'requirements'>, version: string): string {
  const written: Written = {
    version,
    cases: cases.map(({ id, suite, title, requirements: named, channels, needs, last, fuzz, explain }) => ({
      id, suite, title, requirements: named, explain,
      ...(channels === undefined ? {} : { channels }), ...(needs === undefined ? {} : { needs }), ...(last === undefined ? {} : { last }), ...(fuzz === undefined ? {} : { fuzz }),
    })),
    requirements,
  }
  return `${JSON.stringify(written)}\n`
}

/** @returns Undefined where there is no such file, as in the sources, or it is of another version. */
export function readDescribed(file: URL, version: string): DescribedCatalogue | undefined {
  let written: Written
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as Written
  } catch {
    return undefined
  }
  if (written.version !== version) return undefined
  const cases = new Map(written.cases.map((entry) => [entry.id, entry]))
  const requirements = new Map(written.requirements.map((requirement) => [requirement.id, requirement]))
  return { cases: written.cases, requirements: written.requirements, requirement: (id) => requirements.get(id), find: (id) => cases.get(id) }
}
