import t from 'tap'
import { parseSeed, randomSeed, seededRandom, testSeed } from './seed.ts'

t.test('a run has one seed', async (t) => {
  t.equal(testSeed(), testSeed())
})

for (const [text, wanted] of [['0', 0], ['42', 42], ['2147483647', 2147483647]] as const) {
  t.test(`${text} is a seed`, async (t) => t.equal(parseSeed(text), wanted))
}

for (const text of ['', '-1', '1.5', '0x10', '2147483648', 'seed', ' 1']) {
  t.test(`${JSON.stringify(text)} is no seed`, async (t) => {
    t.throws(() => parseSeed(text), { message: /whole number/ })
  })
}

t.test('the same seed gives the same numbers, all of them in [0, 1)', async (t) => {
  const seed = randomSeed()
  const [one, two] = [seededRandom(seed), seededRandom(seed)]
  for (let count = 0; count < 1000; count += 1) {
    const number = one()
    if (number !== two() || number < 0 || number >= 1) t.fail(`number ${count} of seed ${seed} is ${number}`)
  }
  t.not(seededRandom(1)(), seededRandom(2)())
})
