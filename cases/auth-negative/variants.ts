/** Tokens that were never valid: one that nobody was given, and near misses of a good one. */
import type { Case } from '../../harness/run/case.ts'
import { authCase } from './define.ts'
import { requirementsOf, withInvalidToken } from './expectations.ts'
import { strangerToken, tokenOf, tokenVariants, withToken } from './tokens.ts'

const unknownToken: Case = authCase({
  id: 'auth.unknown-token',
  title: 'A token that nobody was given is refused',
  requirements: requirementsOf(...withInvalidToken),
  explain: {
    sends: 'Three random tokens of the shape of the good one, each different from it.',
    expects: 'Status 401 with a Bearer challenge whose error is invalid_token.',
    why: 'The shape of a token proves nothing; the client is to be told that this token, and not the request, is at fault.',
    failure: 'Only the presence or the shape of a token is checked, or the lookup falls back to a default identity.',
    fix: 'Look the token up (by its hash, compared in constant time) and answer 401 invalid_token where it is not there.',
  },
  inputs: ({ random }) => [1, 2, 3].map((number) => ({
    input: `random token ${number}`, part: 'headers', fault: (control) => withToken(control, strangerToken(tokenOf(control), random)), expect: withInvalidToken,
  })),
})

const variants: Case = authCase({
  id: 'auth.token-variants',
  title: 'Near misses of a good token are refused',
  requirements: requirementsOf(...withInvalidToken),
  explain: {
    sends: 'The good token shortened, lengthened, repeated, in the other case, with one character changed, without its prefix, and digests of tokens.',
    expects: 'Status 401 with a Bearer challenge whose error is invalid_token, for each.',
    why: 'Comparisons by prefix, without case, or against the stored digest accept what was never issued.',
    failure: 'A comparison by startsWith instead of equality, a lookup without case, or the stored hash taken as the token itself.',
    fix: 'Hash the whole token as it came and compare the hashes in constant time; never accept a hash in place of a token.',
  },
  inputs: ({ alpha, beta }) => tokenVariants(alpha.token, beta?.token).map(({ name, token }) => ({
    input: name, part: 'headers', fault: (control) => withToken(control, token), expect: withInvalidToken,
  })),
})

export const tokenCases: readonly Case[] = [unknownToken, variants]
