/** `npm run test:repeat`: runs the whole suite again and again, each time with another seed; stops at the first red run. */
import { execa } from 'execa'
import { parseRepeatOptions } from './runner/options.ts'
import { replayLine } from './runner/summary.ts'
import { randomSeed } from './support/seed.ts'

const { runs, filters } = parseRepeatOptions(process.argv.slice(2))
let child: ReturnType<typeof startRun> | undefined
// The run itself ends its tests and says where it stopped; npm or the terminal sends the signal to both of us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child?.kill(signal))

for (let run = 1; run <= runs; run += 1) {
  const seed = randomSeed()
  const begin = Date.now()
  child = startRun(seed)
  const { exitCode, stdout } = await child
  const seconds = ((Date.now() - begin) / 1000).toFixed(1)
  process.stdout.write(`run ${run} of ${runs}: ${exitCode === 0 ? 'green' : `red (exit ${exitCode ?? 'by signal'})`} in ${seconds} s, seed ${seed}\n`)
  if (exitCode !== 0) {
    process.stdout.write(`${stdout}\n${replayLine({ seed, filters })}\n`)
    process.exit(exitCode ?? 1)
  }
}
process.stdout.write(`${runs} runs in a row are green\n`)

function startRun(seed: number) {
  const file = `${import.meta.dirname}/run.ts`
  return execa(process.execPath, [file, '--seed', String(seed), ...filters], { reject: false, stdin: 'ignore', stderr: 'inherit' })
}
