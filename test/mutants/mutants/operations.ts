/** Faults of what an operator relies on: the verification of the log, backups, and their restore. */
import type { Patch, TestMutant } from '../mutant.ts'

const log = 'test/server/store/verify-log.test.ts'
const reading = 'test/server/store/read-only.test.ts'
const presence = 'test/server/store/presence.test.ts'
const backup = 'test/server/backup/write.test.ts'
const restore = 'test/server/backup/restore.test.ts'

function faulty(id: string, title: string, test: string, [file, find, replace]: readonly [string, string, string]): TestMutant {
  const patch: Patch = { file: `server/${file}`, find, replace }
  return { id, title, target: 'test', test, patch }
}

export const operations: readonly TestMutant[] = [
  faulty('log-content-unread', 'The hash of an event is not held against its content.', log, ['store/verify/history.ts', 'if (hashes.hash !== linkHash(hashes.prev_hash, text))', 'if (false)']),
  faulty('log-one-chain', 'The chain over the whole store is not held against the content of events.', log, ['store/verify/history.ts', 'if (hashes.store_hash !== linkHash(hashes.store_prev_hash, text))', 'if (false)']),
  faulty('log-links-unread', 'An event may name any event as the one before it.', log, ['store/verify/store-chain.ts', "if (row['store_prev_hash'] !== head)", 'if (false)']),
  faulty('log-rows-unread', 'The status of a handoff is not held against its events.', log, ['store/verify/history.ts', 'if (state.status !== this.#status)', 'if (false)']),
  faulty('log-lifecycle-unread', 'A log may hold transitions that nobody may make.', log, ['store/verify/history.ts', 'return may ? undefined :', 'return true ? undefined :']),
  faulty('log-triggers-unread', 'Triggers that keep events from being changed may be gone.', log, ['store/verify/schema.ts', "if (there === undefined) problems.add(", "if (there === undefined && entry.type !== 'trigger') problems.add("]),
  faulty('log-any-head', 'A head that the log does not hold is as good as one that it does.', log, ['store/verify-log.ts', 'if (keptHead !== undefined && keptAt === undefined)', 'if (false)']),
  faulty('log-traces', 'Looking at a database at rest leaves files beside it.', reading, ['store/read-only.ts', 'if (!isAtRest(real)) return connected(path, real, work)', 'return connected(path, real, work)']),
  faulty('log-stale', 'What is in the write-ahead log alone is not looked at.', reading, ['store/read-only.ts', '?.size ?? 0) === 0', '?.size ?? 0) >= 0']),
  faulty('idle-unseen', 'A server that has nothing to do counts as gone.', presence, ['store/open.ts', 'return await open(path, options, presence)', 'presence.release()\n    return await open(path, options, presence)']),
  faulty('backup-unverified', 'A backup is made of a log that was changed.', backup, ['backup/check.ts', 'refuseProblems(path, report)', '']),
  faulty('backup-overwrites', 'A backup takes the place of whatever is there.', backup, ['backup/write.ts', 'if (!isBackup(destination)) throw', 'if (false) throw']),
  faulty('backup-leftovers', 'A backup that failed leaves what it had written.', backup, ['backup/write.ts', '    partial.remove()\n', '']),
  faulty('restore-unchecked', 'Files that the manifest does not name are restored.', restore, ['backup/check.ts', 'if (!sameContent(read(folder, name, contentOf), manifest.files[name]))', 'if (false)']),
  faulty('restore-under-a-server', 'A server that lost its file is not asked whether it still runs.', restore, ['backup/restore.ts', 'if (alone === undefined) throw inUse(db)\n  try', 'if (alone === undefined) return { manifest, kept: replaceBoth({ source, manifest, db, registry, ...(options.force && { keptAs: suffix(options.clock()) }) }) }\n  try']),
  faulty('restore-beside-others', 'A program that knows nothing of our lock goes on with the old file.', restore, ['backup/settle.ts', "isBusy(error) ? 'in use' : 'unreadable'", "'unreadable'"]),
  faulty('restore-old-log', 'The log of the old database stays, and becomes a part of the new one.', restore, ['backup/restore.ts', "const databaseParts = ['-wal', '-journal'] as const", 'const databaseParts = [] as const']),
  faulty('restore-by-halves', 'A restore that fails leaves what it had done until then.', restore, ['backup/replace.ts', 'for (const step of undo.reverse()) step()', '']),
]
