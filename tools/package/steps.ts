/** A list of named checks that are all tried, each with its outcome on a line of its own. */

export class Skip extends Error {}

export interface Step {
  readonly name: string
  /** @throws Error with what was wrong; `Skip` with why it cannot be told here. */
  run(): Promise<void>
}

/** @returns How many failed. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const step of steps) {
    const { name } = step
    try {
      await step.run()
      counts.passed += 1
      process.stdout.write(`ok      ${name}\n`)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (error instanceof Skip) {
        counts.skipped += 1
        process.stdout.write(`skipped ${name}: ${text}\n`)
      } else {
        counts.failed += 1
        process.stdout.write(`FAILED  ${name}\n${text.replaceAll(/^/gm, '        ')}\n`)
      }
    }
  }
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  return counts.failed
}
