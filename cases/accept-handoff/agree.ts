/** The same calls over every transport, whose answers have to be the same bytes once the members are sorted. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { answerBytes } from '../../harness/vectors/compare.ts'
import { isTimeless } from '../../harness/vectors/format.ts'
import type { Vector } from '../../harness/vectors/format.ts'
import { readVectors } from '../../harness/vectors/locate.ts'
import { valueAt } from '../../harness/target/adapter.ts'
import { acceptCase } from './define.ts'
import { runVector } from './run-vector.ts'
import { themes } from './theme-list.ts'
import { themeFile } from './themes.ts'
import { allTransports } from './transports.ts'

const agree = 'accept.transports-agree'

/** One vector for each kind of answers: what of the verdict is there, its result, its reasons; or the error and its field. */
async function chosen(): Promise<readonly Vector[]> {
  const kinds = new Map<string, Vector>()
  for (const theme of themes) {
    const vectors = (await readVectors(themeFile(theme))).flatMap((group) => group.vectors)
    for (const vector of vectors) {
      if (!isTimeless(vector) || vector.flags.has('implementation-defined')) continue
      const kind = JSON.stringify(vector.calls.map(({ via, expect }) => (expect.kind === 'error' ? [via, expect.code, expect.field] : [via, valueAt(expect.value, 'result'), valueAt(expect.value, 'token_check.reason'), ...Object.entries(expect.value).map(([, member]) => member === null)])))
      if (!kinds.has(kind)) kinds.set(kind, vector)
    }
  }
  return [...kinds.values()]
}

async function compareAll(context: CaseContext): Promise<void> {
  const transports = await allTransports(context)
  if (transports.length < 2) context.notApplicable('the target can be asked over one transport only')
  for (const vector of await chosen()) {
    await context.attempt(vector.id, async () => {
      const outcomes = await Promise.all(transports.map(async (transport) => ({ name: transport.name, outcome: await runVector(context, vector, transport) })))
      const told = outcomes.flatMap(({ name, outcome }) => (outcome.kind === 'aside' ? [] : [{ name, answer: outcome.answers.at(-1), bytes: outcome.answers.map((answer) => answerBytes(answer, vector.tokens.length === 0)).join('\n') }]))
      const [first] = told
      if (first === undefined || told.length < 2) return
      const different = told.filter(({ bytes }) => bytes !== first.bytes)
      const others = different.map(({ name }) => name)
      context.observe({
        requirement: agree, input: vector.id, ok: others.length === 0,
        expected: `the same bytes over ${told.length} transports`,
        actual: others.length === 0 ? 'the same bytes' : `other bytes over ${others.join(' and ')} than over ${first.name}`,
      }, [first.answer, different[0]?.answer])
    })
  }
}

export const cases: readonly Case[] = [
  acceptCase({
    id: 'accept.transports-agree',
    title: 'Every transport gives the same verdict, byte for byte',
    requirements: [agree],
    scenario: compareAll,
    timeoutMs: 120_000,
    explain: {
      sends: 'One vector for each kind of answer, over every transport that the target has, each time with tokens of its own.',
      expects: 'The same bytes after the members are sorted. The texts of recovery are compared too where no token was issued, since they may speak of the token.',
      why: 'An agent may send over one transport and receive over another; what it is told must not depend on that.',
      failure: 'Each transport has checks, defaults or texts of its own.',
      fix: 'Put one function behind every transport that reads the input, strips the banner and judges.',
    },
  }),
]
