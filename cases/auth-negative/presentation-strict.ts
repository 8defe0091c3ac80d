/** More than one reading of the credentials: something after the token, the field twice, a list in it. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { errorFitsStatus, invalidRequest, noServerError, refusedUnder, requirementsOf } from './expectations.ts'
import { isServed } from './reactions.ts'
import { strangerToken, tokenOf, withAuthorization } from './tokens.ts'
import { whoActs } from './who.ts'

const strict = [refusedUnder('hardening.one-credential'), errorFitsStatus, noServerError]

const trailingJunk: Case = authCase({
  id: 'auth.trailing-junk',
  title: 'Anything after the token makes the credentials malformed',
  requirements: requirementsOf(...strict),
  explain: {
    sends: 'The good token with " junk", ",x" or ";x" after it.',
    expects: 'Status 400 or 401, with the error code that belongs to the status.',
    why: 'The grammar of Bearer credentials ends with the token; a parser that ignores the rest may ignore a second token as well.',
    failure: 'The value is split at the space (or at a comma or semicolon) and only the first piece is used.',
    fix: 'Match the whole value against the grammar of RFC 6750 §2.1, to its end.',
  },
  inputs: () => [' junk', ',x', ';x'].map((junk) => ({
    input: JSON.stringify(junk), part: 'headers', fault: (control) => withAuthorization(control, `Bearer ${tokenOf(control)}${junk}`), expect: strict,
  })),
})

const twice = [refusedUnder('hardening.one-credential'), invalidRequest, noServerError]

const twoHeaders: Case = authCase({
  id: 'auth.two-headers',
  title: 'Two Authorization fields are refused',
  requirements: [...requirementsOf(...twice), 'hardening.one-reading'],
  explain: {
    sends: 'Two Authorization fields: the good token twice, good and unknown, unknown and good, and those of two identities.',
    expects: 'Status 400 with invalid_request; where they are accepted after all, guard and handler read the same one.',
    why: 'One parser takes the first field and another the last; between them a caller can be checked as one identity and act as another.',
    failure: 'The HTTP library keeps one of the fields (Node keeps the first) and nobody looks at the raw list.',
    fix: 'Count the Authorization fields in the raw header list and answer 400 invalid_request where there is more than one.',
  },
  async scenario(context: CaseContext) {
    const { alpha, beta, random } = context
    const good = `Bearer ${alpha.token}`
    const bad = `Bearer ${strangerToken(alpha.token, random)}`
    const send = async (input: string, ...values: string[]): Promise<Reaction> => context.negative({
      input, part: 'headers', sender: 'raw', fault: (control) => withAuthorization(control, ...values), expect: twice,
    })
    await send('good and good', good, good)
    const goodFirst = await send('good and unknown', good, bad)
    const badFirst = await send('unknown and good', bad, good)
    if (beta === undefined) return
    const other = `Bearer ${beta.token}`
    const both = await send('two identities', good, other)
    await send('two identities, the other way round', other, good)
    await observeReading(context, { goodFirst, badFirst, both }, [good, other])
  },
})

/** Where two fields are accepted, whoever acts must be the one whom the guard checked. */
async function observeReading(context: CaseContext, seen: { goodFirst: Reaction; badFirst: Reaction; both: Reaction }, values: readonly string[]): Promise<void> {
  const firstCounts = isServed(seen.goodFirst) && !isServed(seen.badFirst)
  const lastCounts = isServed(seen.badFirst) && !isServed(seen.goodFirst)
  const observe = (ok: boolean, actual: string): void => {
    context.observe({ requirement: 'hardening.one-reading', input: 'two identities', ok, expected: 'guard and handler read the same field', actual }, seen.both)
  }
  if (!isServed(seen.both)) return observe(true, 'refused, so nothing is read')
  if (!firstCounts && !lastCounts) return observe(isServed(seen.goodFirst) === isServed(seen.badFirst), 'the order of the fields does not matter to the guard')
  const actor = await whoActs(context, { identity: context.alpha, authorization: values })
  const expected = await whoActs(context, { identity: firstCounts ? context.alpha : context.beta })
  if (actor === undefined || expected === undefined) return observe(true, 'accepted; who acts cannot be seen on this target')
  observe(actor === expected, actor === expected ? 'the same field' : 'the guard checks one identity, and another acts')
}

const listValue: Case = authCase({
  id: 'auth.list-value',
  title: 'A list of credentials in one field is refused',
  requirements: requirementsOf(...strict),
  explain: {
    sends: 'One Authorization field with two Bearer credentials and a comma between them, in each order of good and unknown.',
    expects: 'Status 400 or 401, with the error code that belongs to the status.',
    why: 'Authorization is no list; software that joins repeated fields with commas produces this value, and others split it again.',
    failure: 'The value is cut at the comma, or a search finds the good token anywhere in it.',
    fix: 'Match the whole value against the grammar of RFC 6750 §2.1: a comma is no character of a token.',
  },
  inputs: ({ random }) => [
    ['good and good', (good: string) => [good, good]] as const,
    ['good and unknown', (good: string, bad: string) => [good, bad]] as const,
    ['unknown and good', (good: string, bad: string) => [bad, good]] as const,
  ].map(([input, order]) => ({
    input,
    part: 'headers',
    fault: (control) => {
      const good = tokenOf(control)
      return withAuthorization(control, order(good, strangerToken(good, random)).map((token) => `Bearer ${token}`).join(', '))
    },
    expect: strict,
  })),
})

export const presentationStrict: readonly Case[] = [trailingJunk, twoHeaders, listValue]
