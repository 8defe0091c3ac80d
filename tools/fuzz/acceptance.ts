/**
 * `npm run fuzz:acceptance`: differential fuzzing of accept_handoff. Exit code 0 where all agree, 1 where two disagree
 * (the smallest such envelope is saved as a vector), 2 where somebody could not be asked.
 */
import { randomInt } from 'node:crypto'
import { join, relative } from 'node:path'
import { askFiles } from './files.ts'
import { ask, hunt } from './hunt.ts'
import { libraryPanel } from './library.ts'
import { readFuzzOptions } from './options.ts'
import type { FuzzOptions } from './options.ts'
import { pythonMissing, pythonPanel } from './python.ts'
import type { Panel } from './question.ts'
import { serverPanel } from './servers.ts'
import { createTally } from './tally.ts'
import { inWords, saveVector } from './vector.ts'

const root = join(import.meta.dirname, '../..')
const options = readFuzzOptions(process.argv.slice(2), { seed: randomInt(2 ** 31 - 1), output: join(root, 'release-evidence/fuzz-acceptance') })
const panels: Panel[] = []
try {
  panels.push(libraryPanel())
  const missing = options.python ? pythonMissing() : undefined
  if (missing !== undefined) throw new Error(`${missing}; --no-python does without it`)
  if (options.python) panels.push(pythonPanel())
  panels.push(await serverPanel())
  process.exitCode = options.files.length > 0 ? await askAll(options) : await fuzz(options)
} catch (error) {
  process.stderr.write(`fuzz:acceptance: ${error instanceof Error ? error.message : String(error)}; seed ${options.seed}\n`)
  process.exitCode = 2
} finally {
  await Promise.all(panels.map(async (panel) => panel.close()))
}

async function fuzz({ runs, seed, path, budgetMs, output }: FuzzOptions): Promise<number> {
  const began = performance.now()
  process.stderr.write(`fuzz:acceptance: seed ${seed}\n`)
  const tally = createTally()
  const result = await hunt({ panels, runs, seed, path, budgetMs, heard: tally.heard })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stderr.write(`${tally.lines().join('\n')}\n`)
  if (result.runs === 0) throw new Error('no envelope was judged within the time')
  if (result.kind === 'agreement') {
    process.stdout.write(`${result.runs} envelopes, ${tally.names().length} implementations, all agree (seed ${seed}, ${seconds} s)\n`)
    return 0
  }
  const { question, disagreement, path: foundAt } = result
  const file = saveVector({ question, disagreement, answers: await ask(panels, question), seed, path: foundAt }, output)
  process.stdout.write(`${inWords(disagreement).join('\n')}\n`)
  for (const { names, answer } of disagreement.parties) process.stdout.write(`${names.join(', ')}: ${JSON.stringify(answer)}\n`)
  process.stdout.write(`saved as ${relative(process.cwd(), file)}\nagain: npm run fuzz:acceptance -- --seed ${seed} --path ${foundAt}\n`)
  return 1
}

async function askAll({ files }: FuzzOptions): Promise<number> {
  const { asked, disagreements } = await askFiles(panels, files)
  process.stdout.write([...disagreements, `${asked} vectors, ${disagreements.length} disagreements`].map((line) => `${line}\n`).join(''))
  return disagreements.length === 0 ? 0 : 1
}
