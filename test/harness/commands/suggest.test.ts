import t from 'tap'
import { didYouMean } from '../../../harness/commands/suggest.ts'

const known = ['auth.no-credentials', 'auth.empty-credentials', 'lifecycle.model.programs', 'lifecycle.expiry']
const rows: readonly (readonly [typed: string, meant: string | undefined])[] = [
  ['auth.no-credntials', 'Did you mean auth.no-credentials or auth.empty-credentials?'],
  ['no-credentials', 'Did you mean auth.no-credentials?'],
  ['auht.*', 'Did you mean auth.*?'],
  ['lifecycl.*', 'Did you mean lifecycle.* or lifecycle.model.*?'],
  ['lifecycle.modle.*', 'Did you mean lifecycle.model.*?'],
  ['something-else-entirely', undefined],
  ['zzzzzzzz.*', undefined],
]
for (const [typed, meant] of rows) t.test(`${typed} ${meant === undefined ? 'is like nothing' : 'is understood'}`, async (t) => { t.equal(didYouMean(typed, known), meant) })
