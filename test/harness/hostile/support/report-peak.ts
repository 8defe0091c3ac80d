/** Loaded before the harness in its own process: writes down, when that ends, the most memory that it ever held. */
import { writeFileSync } from 'node:fs'

const { HOSTILE_PEAK_FILE: file } = process.env
process.once('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  if (file !== undefined) writeFileSync(file, JSON.stringify({ kibibytes: maxRSS, cpuMs: Math.round((userCPUTime + systemCPUTime) / 1_000) }))
})
