/**
 * Preloaded with `node --import`: loads one source file of the server with the patch of `HANDOFF_MUTANT_PATCH` applied.
 * It ends the process with exit code 70 where the patch does not fit, or where the file was never loaded, and notes
 * both, as it notes success, in the file that `HANDOFF_MUTANT_REPORT` names.
 */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { applyPatch, checkFile, parsePatch } from './patch.ts'

/** What no command of ours exits with. */
const notApplied = 70

const patch = parsePatch(process.env['HANDOFF_MUTANT_PATCH'])
checkFile(patch.file)
const url = new URL(`../../${patch.file}`, import.meta.url).href
const report = process.env['HANDOFF_MUTANT_REPORT']
let state: 'waiting' | 'applied' | 'failed' = 'waiting'

function note(line: string): void {
  if (report !== undefined) appendFileSync(report, `${line}\n`)
}

registerHooks({
  load(wanted, context, nextLoad) {
    const loaded = nextLoad(wanted, context)
    if (wanted !== url) return loaded
    try {
      const source = applyPatch(Buffer.from(loaded.source as string | Uint8Array).toString('utf8'), patch)
      state = 'applied'
      note('applied')
      return { ...loaded, source }
    } catch (error) {
      state = 'failed'
      const message = error instanceof Error ? error.message : String(error)
      process.stderr.write(`mutant: ${message}\n`)
      note(`failed: ${message}`)
      throw error
    }
  },
})

process.on('exit', () => {
  if (state === 'waiting') {
    process.stderr.write(`mutant: ${patch.file} was never loaded\n`)
    note(`failed: ${patch.file} was never loaded`)
  }
  if (state !== 'applied') process.exitCode = notApplied
})
