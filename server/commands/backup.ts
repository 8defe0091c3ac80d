/** `handoff-server backup`: copies the database and its registry while servers go on, and verifies the copy. */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { writeBackup } from '../backup/write.ts'
import { counted } from '../counted.ts'
import { UsageError } from '../errors.ts'
import { parseRegistry } from '../registry/load.ts'
import { readSafely, resolveRegistry } from '../registry/safe-file.ts'
import { tellingProblems } from './log-problems.ts'
import { databaseOf, newCommand, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'
import { InvalidRegistry } from './validate.ts'

export function backupCommand(output: Output): Command {
  return newCommand('backup', 'write a verified copy of the database and the registry into a new folder, while servers go on', ['registry', 'db'])
    .argument('<folder>', 'the folder that is to be the backup; it appears when it is whole')
    .option('--force', 'replace the backup that is there')
    .action(async (folder: string, options: ParsedOptions & { readonly force?: boolean }) => {
      if (folder === '') throw new UsageError('the name of the folder must not be empty')
      const db = databaseOf(options)
      const registry = readRegistry(registryOf(options))
      const manifest = await tellingProblems(output, () => writeBackup({ db, registry, destination: folder, force: options.force === true, clock: Date.now }))
      const { events, handoffs, head, created_at } = manifest
      printResult(output, options.json === true, { command: 'backup', backup: resolve(folder), ...manifest }, [
        `${folder}: ${counted(events, 'event')} of ${counted(handoffs, 'handoff')} and the registry, as they were at ${created_at}`,
        `head ${head}`,
      ])
    })
}

/** A broken one could not be restored. @throws CommandError */
function readRegistry(path: string): Uint8Array {
  const { bytes } = readSafely(resolveRegistry(path))
  const parsed = parseRegistry(bytes)
  if (!parsed.ok) throw new InvalidRegistry(path, parsed.problems)
  return bytes
}
