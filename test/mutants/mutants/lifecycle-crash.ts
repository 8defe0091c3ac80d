/** Faults that only a crash, a stop, a full or locked or damaged store, or a clock that steps brings to light. */
import type { ServerMutant } from '../mutant.ts'

const target = 'reference-process'

export const lifecycleCrash: readonly ServerMutant[] = [
  {
    id: 'crash-answer-before-commit',
    title: 'A change is answered as done a moment before it is committed.',
    target,
    history: true,
    patch: {
      file: 'server/store/open.ts',
      find: "    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')",
      replace: `    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    const exec = db.exec.bind(db)
    let late: NodeJS.Timeout | undefined
    db.exec = (sql: string): void => {
      if (sql === 'COMMIT') {
        late ??= setTimeout(() => {
          late = undefined
          if (db.isOpen && db.isTransaction) exec('COMMIT')
        }, 25)
      } else if (late === undefined || !sql.startsWith('BEGIN')) exec(sql)
    }`,
    },
    kills: ['lifecycle.crash'],
  },
  {
    id: 'crash-keys-in-memory',
    title: 'What idempotency keys were used for is kept by the process and not by the store.',
    target,
    history: true,
    patch: {
      file: 'server/store/open.ts',
      find: '    await retryWhileBusy(() => migrate(db, path, options.clock), retried)',
      replace: `    await retryWhileBusy(() => migrate(db, path, options.clock), retried)
    db.exec('CREATE TEMP TABLE idempotency_records AS SELECT * FROM main.idempotency_records WHERE false')`,
    },
    kills: ['lifecycle.crash'],
  },
  {
    id: 'crash-event-later',
    title: 'The event of a transition is written a moment after its change was committed.',
    target,
    history: true,
    patch: {
      file: 'server/handoff/changes.ts',
      find: "  appendEvent(transaction, { ...eventOf(moved, cause), type: to, from_status: handoff.status })",
      replace: "  setTimeout(() => { appendEvent(transaction, { ...eventOf(moved, cause), type: to, from_status: handoff.status }) }, 3)",
    },
    kills: ['lifecycle.crash'],
  },
  {
    id: 'stop-without-handler',
    title: 'SIGTERM ends the process at once, with a code of its own.',
    target,
    patch: { file: 'server/commands/signals.ts', find: "for (const name of signals) process.on(name, onFirst)", replace: "for (const name of signals) process.on(name, () => process.exit(143))" },
    kills: ['lifecycle.graceful-stop'],
  },
  {
    id: 'stop-waits-for-idle-connections',
    title: 'A server that is asked to end waits until its clients have closed their connections.',
    target,
    patch: {
      file: 'server/http/app.ts',
      find: '  server.closeIdleConnections()\n  await connections.drain(drainMs)',
      replace: '  await new Promise((resolve) => server.once(\'close\', resolve))',
    },
    kills: ['lifecycle.graceful-stop'],
  },
  {
    id: 'full-disk-acknowledged',
    title: 'A change whose commit fails for want of room is answered as done.',
    target,
    patch: { file: 'server/store/write-queue.ts', find: '      this.#rollback()\n      this.#afterFailure(jobs, error)\n      return\n', replace: '      this.#rollback()\n      if (settled.length < jobs.length) throw error\n' },
    kills: ['lifecycle.full-disk'],
  },
  {
    id: 'locked-store-waits-inside',
    title: 'SQLite waits for a lock on the thread that serves requests.',
    target: 'reference',
    patch: { file: 'server/store/open.ts', find: 'timeout: 0,', replace: 'timeout: 4000,' },
    kills: ['lifecycle.locked-store'],
  },
  {
    id: 'locked-store-internal',
    title: 'A lock that is not to be had is an internal error.',
    target: 'reference',
    patch: { file: 'server/store/write-queue.ts', find: "return new HandoffError('busy',", replace: "return new HandoffError('internal'," },
    kills: ['lifecycle.locked-store'],
  },
  {
    id: 'corrupt-store-served',
    title: 'A database is served without a look at whether it is whole.',
    target: 'reference',
    patch: { file: 'server/store/open.ts', find: "if (row?.['quick_check'] !== 'ok') throw", replace: "if (row === undefined) throw" },
    kills: ['lifecycle.corrupt-store'],
  },
  {
    id: 'clock-back-updated-at',
    title: 'The time of a change goes back with the clock.',
    target: 'reference',
    patch: { file: 'server/handoff/changes.ts', find: 'updated_at: now > handoff.updated_at ? now : handoff.updated_at,', replace: 'updated_at: now,' },
    kills: ['lifecycle.clock-steps'],
  },
  {
    id: 'live-identity-kept-by-token',
    title: 'Whom a token stands for is kept from the first request on.',
    target: 'reference',
    patch: {
      file: 'server/auth/authenticate.ts',
      find: '  const agent = snapshot.byToken.get(hash)',
      replace: "  const kept = ((globalThis as Record<string, unknown>)['keptAgents'] ??= new Map()) as Map<string, Agent>\n  const agent = kept.get(hash) ?? snapshot.byToken.get(hash)\n  if (agent !== undefined) kept.set(hash, agent)",
    },
    kills: ['lifecycle.live-identity', 'lifecycle.live-same-size'],
  },
  {
    id: 'live-relationship-kept',
    title: 'Who may see a handoff is decided once for each handoff and agent.',
    target: 'reference',
    patch: {
      file: 'server/handoff/access.ts',
      find: '  if (!isRelated(sender, recipient)) return false\n  return isWithinCeiling(handoff.sensitivity, agent.disclosureCeiling)',
      replace: `  const kept = ((globalThis as Record<string, unknown>)['keptAccess'] ??= new Set()) as Set<string>
  const { id } = handoff as Partial<Handoff>
  const allowed = kept.has(\`\${agentId} \${id}\`) || (isRelated(sender, recipient) && isWithinCeiling(handoff.sensitivity, agent.disclosureCeiling))
  if (allowed && id !== undefined) kept.add(\`\${agentId} \${id}\`)
  return allowed`,
    },
    kills: ['lifecycle.live-relationship'],
  },
  {
    id: 'live-policy-by-size-and-time',
    title: 'A change of the registry is looked for by the size and time of the file.',
    target: 'reference',
    patch: {
      file: 'server/registry/source.ts',
      find: '      bytes = readRegistryFile(this.#options.path).bytes',
      replace: `      const read = readRegistryFile(this.#options.path)
      const seen = \`\${read.stats.size} \${read.stats.mtimeMs}\`
      const kept = this as unknown as { seen?: string }
      bytes = kept.seen === seen && this.#bytes !== undefined ? this.#bytes : read.bytes
      kept.seen = seen`,
    },
    kills: ['lifecycle.live-same-size'],
  },
  {
    id: 'live-policy-kept-over-stdio',
    title: 'A server over stdio goes on by the policy of its first message.',
    target,
    patch: { file: 'server/stdio/identity.ts', find: '    const snapshot = policy.current()', replace: '    const kept = policy as typeof policy & { first?: ReturnType<typeof policy.current> }\n    const snapshot = kept.first ??= policy.current()' },
    kills: ['lifecycle.live-identity', 'lifecycle.live-relationship'],
  },
  {
    id: 'broken-registry-empties-policy',
    title: 'A broken registry takes the last good policy away.',
    target: 'reference',
    patch: { file: 'server/registry/source.ts', find: "    this.#fault = { cause, problem, since", replace: "    this.#snapshot = undefined\n    this.#fault = { cause, problem, since" },
    kills: ['lifecycle.broken-registry'],
  },
  {
    id: 'broken-registry-for-ever',
    title: 'After a broken registry nothing is read any more.',
    target: 'reference',
    patch: { file: 'server/registry/source.ts', find: '    let bytes: Buffer\n', replace: "    if (this.#fault !== undefined) return\n    let bytes: Buffer\n" },
    kills: ['lifecycle.broken-registry'],
  },
]
