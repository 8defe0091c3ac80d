/** `npm run bench`: measures, compares each ratio with its limit, and with `--write` keeps the figures in the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fill, table } from '../tools/docs/markdown.ts'
import { withinLimit } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'
import { benchAcceptance } from './acceptance.ts'
import { benchAllSuites } from './all-suites.ts'
import { benchExchanges } from './exchanges.ts'
import { benchFixtureStart } from './fixture-start.ts'
import { benchFramework } from './framework.ts'
import { benchLinearizability } from './linearizability.ts'
import { benchListing } from './listing.ts'
import { benchModel } from './model.ts'
import { benchReporters } from './reporters.ts'
import { benchStore } from './store.ts'
import { benchSuite } from './suite.ts'
import { benchVectors } from './vectors.ts'

const measurements: Measurement[] = []
for (const bench of [benchAcceptance, benchVectors, benchFixtureStart, benchExchanges, benchSuite, benchFramework, benchAllSuites, benchLinearizability, benchModel, benchListing, benchStore, benchReporters]) {
  const found = await bench()
  for (const measurement of [found].flat()) {
    measurements.push(measurement)
    process.stdout.write(`${verdict(measurement)}  ${measurement.name}: ${ratio(measurement)} (${limit(measurement)}); ${measurement.detail}\n`)
  }
}
if (process.argv.includes('--write')) await write()
process.exitCode = measurements.every(withinLimit) ? 0 : 1

async function write(): Promise<void> {
  const page = join(import.meta.dirname, 'README.md')
  const rows = measurements.map((measurement) => [measurement.name, ratio(measurement), limit(measurement), verdict(measurement), measurement.detail])
  const figures = () => `${machine()}\n\n${table(['what', 'ratio', 'limit', 'verdict', 'figures'], rows)}`
  writeFileSync(page, await fill(readFileSync(page, 'utf8'), { figures }))
}

function machine(): string {
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node.js ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores.`
}

function ratio(measurement: Measurement): string {
  return measurement.ratio.toFixed(2)
}

function limit({ limit: value, bound = 'most' }: Measurement): string {
  return `at ${bound} ${value}`
}

function verdict(measurement: Measurement): string {
  return withinLimit(measurement) ? 'ok' : 'MISSED'
}
