import t from 'tap'
import { errorCodes, exitCodes, HarnessError, type HarnessErrorCode } from '../../harness/errors.ts'

t.test('each code has a meaning, a remedy, and an exit code of the contract', async (t) => {
  for (const [code, { exitCode, meaning, remedy }] of Object.entries(errorCodes)) {
    t.match(code, /^[a-z]+(_[a-z]+)*$/)
    t.ok((Object.values(exitCodes) as number[]).includes(exitCode), code)
    t.match(meaning, /^[A-Z].*\.$/, code)
    t.match(remedy, /^[A-Z].*[.]$/, code)
    const error = new HarnessError(code as HarnessErrorCode, 'what happened')
    t.match(error, { code, exitCode, remedy, message: 'what happened', name: 'HarnessError' })
  }
})

t.test('a cause is kept, and a remedy that knows more replaces the general one', async (t) => {
  const cause = new Error('below')
  t.match(new HarnessError('internal', 'x', { cause, remedy: 'Do this.' }), { cause, remedy: 'Do this.' })
})
