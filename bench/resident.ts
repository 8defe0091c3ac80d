/** Loaded into a measured process: leaves its largest resident set, in bytes, in a file when it ends. */
import { writeFileSync } from 'node:fs'

const file = process.env['HANDOFF_BENCH_FIGURES']
// maxRSS counts KiB.
if (file !== undefined) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)))
