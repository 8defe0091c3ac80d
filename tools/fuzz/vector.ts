/** A disagreement as a file of golden vectors, to be decided by the contract and then kept. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileText } from '../vectors/build.ts'
import type { Expectation, Vector, VectorFile } from '../vectors/format.ts'
import { flagsOf } from '../vectors/writing.ts'
import { differingPlace } from './disagreement.ts'
import type { Answers, Disagreement } from './disagreement.ts'
import type { Answer, Question } from './question.ts'

export interface Found {
  readonly question: Question
  readonly disagreement: Disagreement
  /** What all said to it. */
  readonly answers: Answers
  readonly seed: number
  readonly path: string
}

/** @param folder Made where it is missing. @returns The path of the file. */
export function saveVector(found: Found, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const vector = vectorOf(found)
  const file = join(folder, `${vector.id}.json`)
  const groups: VectorFile['groups'] = [{ name: 'Found by differential fuzzing', source: 'accept_handoff contract: which section decides it is for its reader to tell', vectors: [vector] }]
  writeFileSync(file, fileText({ schema: 1, generator: 'handoff-conformance, tools/fuzz', groups }))
  return file
}

/** Expected is what most of them said: a proposal, and no decision. */
export function vectorOf({ question, disagreement, answers, seed, path }: Found): Vector {
  const [most] = disagreement.parties
  const speaker = answers.get(most?.names[0] ?? '') ?? []
  const calls = question.calls.map((call, index) => ({ ...call, expect: expectation(speaker[index]) }))
  const digest = createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 8)
  return {
    id: `fuzz-${seed}-${digest}`,
    comment: `${inWords(disagreement).join('; ')} (seed ${seed}, path ${path}). Expected is what most of them answer: the contract decides.`,
    flags: flagsOf(question.setup.tokens, calls),
    setup: question.setup,
    calls,
  }
}

/** One sentence a party that differs from the largest. */
export function inWords({ call, parties: [most, ...others] }: Disagreement): readonly string[] {
  return others.map(({ names, answer }) => `call ${call}: ${names.join(', ')} and ${most?.names.join(', ') ?? ''} differ at ${differingPlace(most?.answer, answer) ?? 'the answer'}`)
}

/** Where there is none, or one that no vector can expect, a reader has to put one in its place. */
function expectation(answer: Answer | undefined): Expectation {
  return (answer ?? {}) as unknown as Expectation
}
