/** A store that cannot be written, is locked, or is damaged. */
import { copyFile, open, rm, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { HarnessError } from '../../../harness/errors.ts'
import { answerInWords } from '../../../harness/handoff/contract.ts'
import type { Answer } from '../../../harness/handoff/contract.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { changed, get, send } from '../acting.ts'
import { handoffCase } from '../define.ts'
import type { Actor, Stage } from '../stage.ts'

const full = 'handoff.full-disk'
const locked = 'handoff.locked-store'
const corrupt = 'handoff.corrupt-store'

/** Room for a fresh store and some handoffs. */
const limitKib = 512
/** More than fit, however they are packed. */
const mostSends = 400

async function fills({ context, alpha, beta }: Stage): Promise<void> {
  const { fixture } = context
  const acknowledged: string[] = []
  await fixture.limitFiles(limitKib)
  await fixture.restart()
  let refused: Answer | undefined
  for (let at = 0; at < mostSends && refused === undefined; at += 1) {
    const answer = await send(alpha, beta, { request: 'x'.repeat(7_000) })
    if (answer.kind === 'ok' && answer.result.kind === 'change') acknowledged.push(answer.result.handoff.id)
    else refused = answer
  }
  if (refused?.kind === 'refused' && refused.code === 'rate_limited') return context.inconclusive('the target limits the rate of calls before its files are full')
  if (refused !== undefined) context.observe({ requirement: full, input: 'a send where nothing more fits', ok: refused.kind === 'refused', expected: 'a refusal', actual: answerInWords(refused) }, refused)
  const read = await get(beta, acknowledged[0] ?? '')
  context.observe({ requirement: full, input: 'a read meanwhile', ok: read.kind === 'ok', expected: 'ok', actual: answerInWords(read) }, read)
  await fixture.limitFiles(undefined)
  await fixture.restart()
  const missing = await countMissing(beta, acknowledged)
  if (refused === undefined && missing === 0) return context.notApplicable(`the target takes ${mostSends} handoffs without writing more than ${limitKib} KiB into one file`)
  context.observe({ requirement: full, input: `${acknowledged.length} handoffs that were acknowledged`, ok: missing === 0, expected: 'all there once there is room', actual: missing === 0 ? 'all there' : `${missing} missing` })
  const again = await send(alpha, beta)
  context.observe({ requirement: full, input: 'a send once there is room', ok: again.kind === 'ok', expected: 'ok', actual: answerInWords(again) }, again)
}

async function countMissing(by: Actor, ids: readonly string[]): Promise<number> {
  let missing = 0
  for (const id of ids) if ((await get(by, id)).kind !== 'ok') missing += 1
  return missing
}

/** Long enough for any server to give a lock up, in ms. */
const busyMs = 30_000

async function locks(context: CaseContext, alpha: Actor, beta: Actor): Promise<void> {
  const db = new DatabaseSync(context.fixture.storeFile(), { timeout: 5_000 })
  let answered = false
  try {
    db.exec('BEGIN IMMEDIATE')
    const waiting = send(alpha, beta, { idempotency_key: 'locked-key' }, { timeoutMs: busyMs }).then((answer) => {
      answered = true
      return answer
    })
    // One after the other, while the write waits: a server that blocks answers none of them before it.
    const health: number[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      const reaction = await context.wire.send({ method: 'GET', target: '/healthz', headers: [['Host', context.fixture.url.host]] })
      health.push(reaction.kind === 'response' ? reaction.response.status : 0)
    }
    const inTime = !answered
    context.observe({ requirement: locked, input: 'health while a write waits for the lock', ok: inTime && health.every((status) => status === 200), expected: 'status 200 before the write is answered', actual: inTime ? `status ${health.join(', ')}` : 'only after the write was answered' })
    const refused = await waiting
    const busy = refused.kind === 'refused' && refused.code === 'busy' && refused.retryable !== false
    context.observe({ requirement: locked, input: 'a write while another process holds the lock', ok: busy, expected: 'busy, retryable', actual: answerInWords(refused) }, refused)
    db.exec('ROLLBACK')
    const again = await send(alpha, beta, { idempotency_key: 'locked-key' })
    const fresh = again.kind === 'ok' && again.result.kind === 'change' && again.result.replayed !== true
    context.observe({ requirement: locked, input: 'the same call once the lock is gone', ok: fresh, expected: 'ok, for the first time', actual: fresh ? 'ok, for the first time' : answerInWords(again) }, again)
  } finally {
    db.close()
  }
}

async function corrupts({ context, alpha, beta }: Stage): Promise<void> {
  const { fixture } = context
  const path = fixture.storeFile()
  const { id } = changed(await send(alpha, beta), 'a handoff before the damage')
  await fixture.stop()
  await copyFile(path, `${path}.kept`)
  for (const { name, damage } of damages) {
    await damage(path)
    const how = await startFailure(context)
    context.observe({ requirement: corrupt, input: `a start on a file with ${name}`, ok: how === 'refused', expected: 'the start is refused', actual: how })
    if (how === 'served') await fixture.stop()
    for (const beside of ['-wal', '-shm']) await rm(`${path}${beside}`, { force: true })
    await copyFile(`${path}.kept`, path)
  }
  await fixture.restart()
  const read = await get(beta, id)
  context.observe({ requirement: corrupt, input: 'the handoff once the file is back', ok: read.kind === 'ok', expected: 'ok', actual: answerInWords(read) }, read)
}

const damages: readonly { readonly name: string; readonly damage: (path: string) => Promise<void> }[] = [
  { name: 'a header that is none', damage: async (path) => overwrite(path, 0, 64) },
  { name: 'one page overwritten', damage: async (path) => onePage(path, (await stat(path)).size) },
]

/** SQLite's pages are 4096 bytes where nobody says otherwise; a third into the file there are tables and indexes. */
async function onePage(path: string, size: number): Promise<void> {
  await overwrite(path, Math.floor(size / 4096 / 3) * 4096, 4096)
}

async function overwrite(path: string, from: number, length: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(Buffer.alloc(Math.max(0, length), 0x5a), 0, Math.max(0, length), from)
  } finally {
    await file.close()
  }
}

async function startFailure({ fixture }: CaseContext): Promise<'refused' | 'served'> {
  try {
    await fixture.restart()
    return 'served'
  } catch (error) {
    // In this process what the server throws comes as it is; a process that ends is told by the driver.
    if (error instanceof HarnessError && !['target_start_failed', 'target_not_ready'].includes(error.code)) throw error
    return 'refused'
  }
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.full-disk',
    title: 'Where nothing more can be written, nothing is lost and reads go on',
    requirements: [full],
    needs: ['limitFiles', 'restart'],
    fixture: 'own',
    fixtureOptions: { process: true },
    scenario: fills,
    explain: {
      sends: `Handoffs until one is refused, to a server whose files may not grow past ${limitKib} KiB; a read; and after a restart without the limit, reads of everything and one more handoff.`,
      expects: 'A refusal of what does not fit, reads meanwhile, everything that was acknowledged afterwards, and new work once there is room.',
      why: 'Disks fill at night. Work that is acknowledged and not kept is lost in silence.',
      failure: 'The answer is sent before the write has succeeded, or the first failed write leaves the server in a state in which it serves nothing.',
      fix: 'Answer after the commit, roll back what failed, and go on serving what can be read.',
    },
  }),
  handoffCase({
    id: 'lifecycle.locked-store',
    title: 'A locked database keeps a write waiting, and nobody else',
    requirements: [locked],
    channels: { transport: 'http' },
    needs: ['storeFile'],
    fixture: 'own',
    abilities: ['error-codes'],
    scenario: async ({ context, alpha, beta }) => locks(context, alpha, beta),
    explain: {
      sends: 'A handoff while another process holds the write lock of the database, health checks meanwhile, and the same call after the lock is gone.',
      expects: 'Health is answered before the write is; the write is refused as busy and retryable; the same call then succeeds, once.',
      why: 'Several processes share the file. A server that waits inside the database stops serving everybody, and a supervisor that sees no health restarts it.',
      failure: 'The database driver waits for the lock on the thread that serves requests, or the refusal is an internal error.',
      fix: 'Try without waiting, pause between tries on a timer, and give up with busy.',
    },
  }),
  handoffCase({
    id: 'lifecycle.corrupt-store',
    title: 'A damaged database is refused at the start, and nothing is served from it',
    requirements: [corrupt],
    needs: ['storeFile', 'stop', 'restart'],
    fixture: 'own',
    scenario: corrupts,
    explain: {
      sends: 'A start on the database with its header overwritten, one with a single page overwritten, and one with the file put back.',
      expects: 'Two refused starts, and everything once the file is back.',
      why: 'A server that begins an empty store over a damaged one destroys what could have been restored.',
      failure: 'A file that cannot be read is replaced, or damage is noticed only when a page is touched.',
      fix: 'Check the file before it is served, end with a clear error, and never write to it.',
    },
  }),
]
