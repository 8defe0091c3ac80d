/**
 * Faults that need several clients at once: what is read outside of the transaction that writes, kept for a while, or
 * mixed up. Who sees one only where chance helps is not named.
 */
import type { ServerMutant } from '../mutant.ts'

const transition = 'server/handoff/transition.ts'
const begins = `  const outcome = await store.write((transaction): Outcome => {
    const cause = { policyRevision: caller.policy.revision, now: clock() }
    const found = findHandoff(transaction, input.handoff_id)`

export const lifecycleConcurrent: readonly ServerMutant[] = [
  {
    id: 'concurrent-two-acknowledgements',
    title: 'Whether a change is legal is looked up before the transaction that writes it.',
    target: 'reference',
    history: true,
    patch: {
      file: transition,
      find: begins,
      replace: `  const before = await store.read((transaction) => findHandoff(transaction, input.handoff_id))
  const outcome = await store.write((transaction): Outcome => {
    const cause = { policyRevision: caller.policy.revision, now: clock() }
    const found = before`,
    },
    kills: ['lifecycle.concurrent', 'lifecycle.concurrent-acknowledge'],
  },
  {
    id: 'concurrent-lost-version',
    title: 'The version is counted on from what was read before the transaction, so that two changes get one number.',
    target: 'reference',
    history: true,
    patch: {
      file: transition,
      find: begins,
      replace: `  const before = await store.read((transaction) => findHandoff(transaction, input.handoff_id))
  const outcome = await store.write((transaction): Outcome => {
    const cause = { policyRevision: caller.policy.revision, now: clock() }
    const fresh = findHandoff(transaction, input.handoff_id)
    const found = fresh === undefined ? undefined : { ...fresh, version: before?.version ?? fresh.version }`,
    },
    kills: ['lifecycle.concurrent', 'lifecycle.concurrent-acknowledge'],
  },
  {
    id: 'concurrent-expected-version',
    title: 'The version that a change expects is compared before the transaction.',
    target: 'reference',
    history: true,
    patch: {
      file: transition,
      find: '  const outcome = await store.write((transaction): Outcome => {',
      replace: `  const before = await store.read((transaction) => findHandoff(transaction, input.handoff_id))
  if (before?.version === input.expected_version) input = { ...input, expected_version: undefined }
  const outcome = await store.write((transaction): Outcome => {`,
    },
    kills: ['lifecycle.concurrent-acknowledge'],
  },
  {
    id: 'concurrent-early-answer',
    title: 'A change is answered as done before it is written in a transaction of its own.',
    target: 'reference',
    history: true,
    patch: {
      file: transition,
      find: '  const outcome = await store.write((transaction): Outcome => {',
      replace: `  const soon = async (work: (transaction: Transaction) => Outcome): Promise<Outcome> => {
    const undone = await store.write((transaction) => { throw Object.assign(new HandoffError('busy', ''), { answer: work(transaction) }) }).catch((error: unknown) => error)
    if (!(undone instanceof Error) || !('answer' in undone)) throw undone
    void store.write(work).catch(() => undefined)
    return undone.answer as Outcome
  }
  const outcome = await soon((transaction): Outcome => {`,
    },
    kills: ['lifecycle.concurrent', 'lifecycle.concurrent-acknowledge', 'lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-key-later',
    title: 'What a key was used for is written a moment after the change.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/replay.ts',
      find: '  insertIdempotencyRecord(transaction, { identity, key, tool, inputHash, handoffId: handoff.id, result: handoff }, handoff.updated_at)',
      replace: `  setImmediate(() => {
    try {
      insertIdempotencyRecord(transaction, { identity, key, tool, inputHash, handoffId: handoff.id, result: handoff }, handoff.updated_at)
    } catch { /* The other one was first. */ }
  })`,
    },
    kills: ['lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-key-before',
    title: 'Whether a key was used is looked up before the transaction, and the store refuses the second one.',
    target: 'reference',
    history: true,
    patch: {
      file: transition,
      find: begins + `
    if (found === undefined || !mayAccess(caller.policy, caller.agentId, found, cause.now)) throw notFound('handoff_id')
    const replay = findReplay(transaction, call)`,
      replace: `  const known = await store.read((transaction) => findReplay(transaction, call))
${begins}
    if (found === undefined || !mayAccess(caller.policy, caller.agentId, found, cause.now)) throw notFound('handoff_id')
    const replay = known`,
    },
    kills: ['lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-send-key-before',
    title: 'Whether the key of a send was used is looked up before the transaction, so that two sends with one key make two handoffs.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/send.ts',
      find: `  return store.write((transaction) => {
    const now = clock()
    const parent = findParent(transaction, caller, draft.parent_id, now)
    const replay = findReplay(transaction, call)`,
      replace: `  const known = await store.read((transaction) => findReplay(transaction, call))
  return store.write((transaction) => {
    const now = clock()
    const parent = findParent(transaction, caller, draft.parent_id, now)
    const replay = known
    if (known === undefined && findReplay(transaction, call) !== undefined) call.key = undefined`,
    },
    kills: ['lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-shared-get',
    title: 'A get that comes while another one of the same handoff is slowly answered gets what that one has read.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/reads.ts',
      find: '  const seen = await store.read((transaction) => readOne(transaction, caller, input.handoff_id, now))',
      replace: `  const reading = ((store as unknown as { reading?: Map<string, Promise<GetResult>> }).reading ??= new Map())
  const read = async (): Promise<GetResult> => {
    const seen = await store.read((transaction) => readOne(transaction, caller, input.handoff_id, now))
    await new Promise((resolve) => setTimeout(resolve, 300))
    return seen
  }
  const shared = reading.get(input.handoff_id) ?? read().finally(() => reading.delete(input.handoff_id))
  reading.set(input.handoff_id, shared)
  const seen = await shared`,
    },
    kills: ['lifecycle.concurrent'],
  },
  {
    id: 'concurrent-torn-get',
    title: 'A get reads the handoff and its events one after the other, and not as they are at one moment.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/reads.ts',
      find: '  const seen = await store.read((transaction) => readOne(transaction, caller, input.handoff_id, now))',
      replace: `  const { handoff } = await store.read((transaction) => readOne(transaction, caller, input.handoff_id, now))
  await new Promise((resolve) => setTimeout(resolve, 10))
  const seen = { handoff, events: await store.read((transaction) => listEvents(transaction, input.handoff_id)) }`,
    },
    kills: ['lifecycle.concurrent'],
  },
  {
    id: 'concurrent-answers-mixed-up',
    title: 'Of changes that are committed together, each gets the answer to another one.',
    target: 'reference',
    history: true,
    patch: { file: 'server/store/write-queue.ts', find: 'job.settle(settled[index] as Settled)', replace: 'job.settle(settled[jobs.length - 1 - index] as Settled)' },
    kills: ['lifecycle.concurrent', 'lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-refusal-undoes-others',
    title: 'A change that is refused undoes those before it that are committed together with it.',
    target: 'reference',
    history: true,
    patch: { file: 'server/store/write-queue.ts', find: "this.#db.exec('ROLLBACK TO job; RELEASE job')", replace: "this.#db.exec('ROLLBACK; BEGIN IMMEDIATE')" },
    kills: ['lifecycle.concurrent-keys'],
  },
  {
    id: 'concurrent-applied-twice',
    title: 'Where several changes wait, the first of them is made a second time.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/store/write-queue.ts',
      find: '        this.#runBatch(this.#waiting.splice(0, batchLimit))',
      replace: `        const batch = this.#waiting.splice(0, batchLimit)
        const [first] = batch
        this.#runBatch(batch)
        if (first !== undefined && batch.length > 1) this.#waiting.push({ ...first, settle: () => undefined })`,
    },
    kills: ['lifecycle.concurrent', 'lifecycle.concurrent-acknowledge'],
  },
  {
    id: 'concurrent-event-later',
    title: 'The event of a change is written in a transaction of its own, some turns after the change.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/changes.ts',
      find: '  appendEvent(transaction, { ...eventOf(moved, cause), type: to, from_status: handoff.status })',
      replace: `  const later = (turns: number): void => {
    if (turns > 0) setImmediate(() => { later(turns - 1) })
    else appendEvent(transaction, { ...eventOf(moved, cause), type: to, from_status: handoff.status })
  }
  later(3)`,
    },
    kills: ['lifecycle.concurrent'],
  },
  {
    id: 'concurrent-policy-kept',
    title: 'While requests follow one another without a pause, all of them are judged by the policy that the first one met.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/registry/source.ts',
      find: '  #refresh(): void {\n    let bytes: Buffer',
      replace: `  #refresh(): void {
    const self = this as unknown as { turns?: number }
    const isBusy = (self.turns ?? 0) > 0
    self.turns = 20
    const turn = (): void => {
      self.turns = (self.turns ?? 0) - 1
      if (self.turns > 0) setImmediate(turn)
    }
    if (!isBusy) setImmediate(turn)
    if (isBusy && this.#snapshot !== undefined) return
    let bytes: Buffer`,
    },
    kills: ['lifecycle.concurrent-policy'],
  },
  {
    id: 'concurrent-pages-by-number',
    title: 'A cursor is the number of handoffs to skip, whatever has come in since.',
    target: 'reference',
    history: true,
    patch: {
      file: 'server/handoff/reads.ts',
      find: `    const after = input.cursor === undefined ? undefined : decodeCursor(key, scope, input.cursor)
    const view = viewOf(caller.policy, caller.agentId, box, now)
    const handoffs: Handoff[] = []
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
      const last = handoffs.at(-1)
      if (handoffs.length === limit && last !== undefined) return { handoffs, next_cursor: encodeCursor(key, scope, last) }`,
      replace: `    const skip = input.cursor === undefined ? 0 : Number(decodeCursor(key, scope, input.cursor).id)
    const view = viewOf(caller.policy, caller.agentId, box, now)
    const handoffs: Handoff[] = []
    let passed = 0
    for (const handoff of listHandoffs(transaction, { ...scope, after: undefined, ...view })) {
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
      if (passed < skip) {
        passed += 1
        continue
      }
      if (handoffs.length === limit) return { handoffs, next_cursor: encodeCursor(key, scope, { created_at: '', id: String(skip + limit) }) }`,
    },
    kills: ['lifecycle.concurrent-paging'],
  },
  {
    id: 'concurrent-process-cache',
    title: 'A process reads a handoff from its memory until it writes something itself.',
    target: 'reference-process',
    history: true,
    patch: {
      file: 'server/store/handoffs.ts',
      find: "  const row = transaction.prepare('SELECT * FROM handoffs WHERE id = ?').get(id)\n",
      replace: `  const state = (globalThis as unknown as { known?: { at: unknown; rows: Map<string, Row> } })
  const at = transaction.prepare('SELECT total_changes() AS changes').get()?.['changes']
  if (state.known?.at !== at) state.known = { at, rows: new Map() }
  const row = state.known.rows.get(id) ?? transaction.prepare('SELECT * FROM handoffs WHERE id = ?').get(id)
  if (row !== undefined) state.known.rows.set(id, row)
`,
    },
    kills: ['lifecycle.concurrent-processes'],
  },
]
