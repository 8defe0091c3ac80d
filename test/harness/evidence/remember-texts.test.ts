import t from 'tap'
import { rememberTexts } from '../../../harness/evidence/remember-texts.ts'

t.test('a short text is worked on once, a long one each time, and more than can be kept are forgotten', async (t) => {
  let made = 0
  const upper = rememberTexts((text) => {
    made += 1
    return text.toUpperCase()
  })
  t.same([upper('a'), upper('a'), made], ['A', 'A', 1])
  const long = 'b'.repeat(401)
  t.same([upper(long), upper(long), made], [long.toUpperCase(), long.toUpperCase(), 3])
  for (let at = 0; at < 20_000; at += 1) upper(`text ${at}`)
  made = 0
  t.same([upper('a'), made], ['A', 1])
})
