/** The rows of goal tokens: consumed once, bound for good, cleared away when they have ended. */
import t from 'tap'
import { consumeGoalToken, deleteEndedGoalTokens, deleteGoalToken, findGoalToken, insertGoalToken } from '../../../server/store/goal-tokens.ts'
import type { Transaction } from '../../../server/store/statements.ts'
import { temporaryStore } from './temporary.ts'

const hash = (digit: string): string => digit.repeat(64)
const row = { tokenSha256: hash('a'), projectId: 'proj', bodySha256: undefined, issuedBy: 'alpha', issuedAtUs: 1_000, expiresAtUs: 2_000 }

t.test('what is written is read back, whatever the project is called', async (t) => {
  const store = await temporaryStore(t)
  const names = ['proj', '\u0000', 'a\u0000b', '\ufeff', '\uffff', '😀', ' spaces ', 'é', 'e\u0301']
  for (const [index, projectId] of names.entries()) {
    const given = { ...row, projectId, tokenSha256: hash(String(index)), bodySha256: index === 0 ? hash('f') : undefined }
    await store.write((transaction) => insertGoalToken(transaction, given))
    t.same(await store.read((transaction) => findGoalToken(transaction, given.tokenSha256)), { ...given, consumedAtUs: undefined }, JSON.stringify(projectId))
  }
  t.equal(await store.read((transaction) => findGoalToken(transaction, hash('b'))), undefined)
})

t.test('a token is consumed once', async (t) => {
  const store = await temporaryStore(t)
  await store.write((transaction) => insertGoalToken(transaction, row))
  const consume = async (at: number): Promise<boolean> => store.write((transaction) => consumeGoalToken(transaction, row.tokenSha256, 'beta', at))
  t.same(await Promise.all([consume(1_500), consume(1_501), consume(1_502)]), [true, false, false])
  t.equal(await store.write((transaction) => consumeGoalToken(transaction, hash('b'), 'beta', 1_500)), false, 'an unknown one never')
  t.match(await store.read((transaction) => findGoalToken(transaction, row.tokenSha256)), { consumedAtUs: 1_500 })
})

t.test('what the database itself refuses', async (t) => {
  const store = await temporaryStore(t)
  await store.write((transaction) => insertGoalToken(transaction, row))
  const refused: readonly (readonly [string, (transaction: Transaction) => unknown])[] = [
    ['a second issue of the same token', (transaction) => insertGoalToken(transaction, row)],
    ['another project', (transaction) => transaction.prepare("UPDATE goal_tokens SET project_id = 'other'").run()],
    ['another body', (transaction) => transaction.prepare('UPDATE goal_tokens SET body_sha256 = ?').run(hash('b'))],
    ['a longer life', (transaction) => transaction.prepare('UPDATE goal_tokens SET expires_at_us = 9000').run()],
    ['consumption by nobody', (transaction) => transaction.prepare('UPDATE goal_tokens SET consumed_at_us = 1').run()],
    ['a token in clear', (transaction) => insertGoalToken(transaction, { ...row, tokenSha256: '0123456789abcdef' })],
    ['an end before the beginning', (transaction) => insertGoalToken(transaction, { ...row, tokenSha256: hash('c'), expiresAtUs: 1_000 })],
  ]
  for (const [name, work] of refused) await t.rejects(store.write(work), { name: 'StoreError' }, name)
  await store.write((transaction) => consumeGoalToken(transaction, row.tokenSha256, 'beta', 1_500))
  const again = store.write((transaction) => transaction.prepare("UPDATE goal_tokens SET consumed_at_us = NULL, consumed_by = NULL").run())
  await t.rejects(again, { name: 'StoreError' }, 'a consumption that is taken back')
})

t.test('what has ended is cleared away, the longest ended first, and no more than is asked', async (t) => {
  const store = await temporaryStore(t)
  const ends = [['1', 500, undefined], ['2', 300, undefined], ['3', 900, 200], ['4', 100, 600], ['5', 700, undefined]] as const
  await store.write((transaction) => {
    for (const [digit, expiresAtUs, consumedAtUs] of ends) {
      insertGoalToken(transaction, { ...row, tokenSha256: hash(digit), issuedAtUs: 1, expiresAtUs })
      if (consumedAtUs !== undefined) consumeGoalToken(transaction, hash(digit), 'beta', consumedAtUs)
    }
  })
  const left = async (): Promise<string> => store.read((transaction) => ends.filter(([digit]) => findGoalToken(transaction, hash(digit)) !== undefined).map(([digit]) => digit).join(''))
  const clear = async (until: number, limit: number): Promise<string> => {
    await store.write((transaction) => deleteEndedGoalTokens(transaction, until, limit))
    return left()
  }
  t.equal(await clear(199, 10), '12345')
  t.equal(await clear(600, 1), '1245', 'consumed at 200, though it would expire at 900')
  t.equal(await clear(600, 2), '45', 'up to the limit')
  t.equal(await clear(600, 10), '5', 'consumed at 600, though it expired at 100')
  await store.write((transaction) => deleteGoalToken(transaction, hash('5')))
  t.equal(await left(), '')
})
