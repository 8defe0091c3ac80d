/** How long a process takes that opens an in-process disposable fixture, against one that only imports its dependencies. */
import { join } from 'node:path'
import { execa } from 'execa'
import { median, milliseconds } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'
import { measureProcess } from './process.ts'

const rounds = 7
const here = (file: string) => join(import.meta.dirname, file)

export async function benchFixtureStart(): Promise<Measurement> {
  const packages = await loadedPackages()
  const fixture: number[] = []
  const imports: number[] = []
  // By turns, so that what else the machine does meets both alike.
  for (let round = 0; round < rounds; round += 1) {
    imports.push((await measureProcess([here('import-packages.ts'), ...packages])).ms)
    fixture.push((await measureProcess([here('open-fixture.ts')])).ms)
  }
  return {
    name: 'start of a disposable fixture, whole process, against the import of its dependencies',
    ratio: median(fixture) / median(imports), limit: 1.5,
    detail: `${milliseconds(median(fixture))} against ${milliseconds(median(imports))}, medians of ${rounds}; ${packages.length} modules imported`,
  }
}

/** What the fixture imports and is not ours, in the order of its first import; found by watching one start. */
async function loadedPackages(): Promise<string[]> {
  const { stdout } = await execa(process.execPath, ['--import', here('watch-imports.ts'), here('open-fixture.ts')], { stdin: 'ignore' })
  return stdout.split('\n')
}
