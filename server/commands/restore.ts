/** `handoff-server restore`: puts a backup in place of the database and the registry. */
import type { Command } from 'commander'
import { restoreBackup } from '../backup/restore.ts'
import { counted } from '../counted.ts'
import { UsageError } from '../errors.ts'
import { tellingProblems } from './log-problems.ts'
import { databaseOf, newCommand, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

export function restoreCommand(output: Output): Command {
  return newCommand('restore', 'verify a backup and put it in place of the database and the registry, while no server runs', ['registry', 'db'])
    .argument('<folder>', 'the backup')
    .option('--force', 'keep a database and a registry that are there under another name, instead of refusing')
    .action(async (folder: string, options: ParsedOptions & { readonly force?: boolean }) => {
      if (folder === '') throw new UsageError('the name of the folder must not be empty')
      const [db, registry] = [databaseOf(options), registryOf(options)]
      const { manifest, kept } = await tellingProblems(output, async () => restoreBackup({ source: folder, db, registry, force: options.force === true, clock: Date.now }))
      const { events, handoffs, head, created_at } = manifest
      printResult(output, options.json === true, { command: 'restore', db, registry, kept, ...manifest }, [
        `${db} and ${registry}: ${counted(events, 'event')} of ${counted(handoffs, 'handoff')} and the registry, as they were at ${created_at}`,
        `head ${head}`,
        ...kept.map((path) => `kept ${path}`),
      ])
      output.stderr('The registry is the old one too: tokens that were replaced or revoked since, and agents that were disabled, are good again. Look through it before you start a server.')
    })
}
