import t from 'tap'
import { advance, drawProgress, noProgress, progressLine } from '../../../harness/reporters/progress.ts'
import { sampleEvents } from '../evidence/sample-run.ts'

const after = (count: number) => sampleEvents().slice(0, count).reduce(advance, noProgress)

t.test('the line says what is done, what runs, what failed and how long it takes', async (t) => {
  const options = { color: false, columns: 80 }
  t.equal(progressLine(after(6), 1_234, options), '0/6 done, 0 failed, 1.2 s  auth.good')
  t.equal(progressLine(after(9), 75_000, options), '2/6 done, 1 failed, 75 s')
  t.equal(progressLine(after(sampleEvents().length), 725_000, options), '6/6 done, 1 failed, 12 min 05 s')
})

t.test('the line never fills the terminal to its edge, where it would wrap', async (t) => {
  for (const columns of [1, 5, 20, 40]) t.ok(progressLine(after(6), 1_000, { color: false, columns }).length < Math.max(columns, 2), `${columns}`)
  const colored = progressLine(after(10), 1_000, { color: true, columns: 10 })
  t.equal(colored.replaceAll(/\u001b\[\d+m/g, '').length, 9)
})

t.test('what was drawn is taken off again', async (t) => {
  let written = ''
  let now = 0
  const live = drawProgress({ write: (text) => { written += text }, columns: 60 }, { color: true, now: () => (now += 500) })
  for (const event of sampleEvents()) live.accept(event)
  live.end()
  t.match(written, '6/6 done')
  t.ok(written.endsWith('\r\u001b[2K'))
})

t.test('without colour a plain line is written now and then, and nothing is redrawn', async (t) => {
  let written = ''
  let now = 0
  const live = drawProgress({ write: (text) => { written += text }, columns: 0 }, { color: false, now: () => (now += 4_000) })
  for (const event of sampleEvents()) live.accept(event)
  live.end()
  t.match(written, /^(?:\d\/6 done, \d failed, [\w. ]+\n)+$/)
  t.ok(written.split('\n').length < sampleEvents().length / 2, written)
})
