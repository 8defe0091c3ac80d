/** The start of the commands that send nothing, as a package is installed: processor time beside that of Node alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { median, type Measurement, milliseconds } from './benchmark.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/harness/bin.js')
const times = 7

/** Prints what a process has used when it ends. In µs, for the processor and not for the clock: others may be busy. */
const meter = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('cpu '+(user+system))})`

export async function benchListing(): Promise<Measurement[]> {
  if (!existsSync(join(root, 'dist/cases/catalogue.json'))) await execa(process.execPath, [join(root, 'tools/build.ts')])
  const bare = await processorMs(['-e', '0'])
  const commands = [['list'], ['explain', 'auth.no-credentials']]
  const measured: Measurement[] = []
  for (const command of commands) {
    const ms = await processorMs([built, ...command])
    measured.push({ name: `starting \`${command[0]}\`, as built, over starting Node alone`, ratio: ms / bare, limit: 3, detail: `${milliseconds(ms)} of processor time against ${milliseconds(bare)}` })
  }
  return measured
}

async function processorMs(args: readonly string[]): Promise<number> {
  const found: number[] = []
  for (let at = 0; at < times; at++) {
    const { stderr } = await execa(process.execPath, ['--import', meter, ...args], { stdin: 'ignore' })
    found.push(Number(/cpu (\d+)/.exec(stderr)?.[1]) / 1000)
  }
  return median(found)
}
