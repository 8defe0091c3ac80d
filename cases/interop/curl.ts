/** The program curl, which has no credentials and no library of MCP. */
import { runCurl } from '../../harness/external/curl.ts'
import type { CurlAnswer } from '../../harness/external/curl.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { External } from './external.ts'

const install = 'install it with the package manager of the system, for example: apt-get install curl'

export const curlCase = (external: External): Case => ({
  id: 'interop.curl-bearer',
  suite: 'interop',
  fixture: 'shared',
  channels: { transport: 'http' },
  title: 'curl sees a missing and an unknown bearer token refused, with a challenge',
  requirements: ['hardening.curl-sees-refusal'],
  appliesTo: ({ auth }) => (auth === 'none' ? 'no credentials are claimed for it or demanded by it' : undefined),
  async scenario(context) {
    const { headers, body } = context.request(undefined)
    const fields = headers.filter(([name]) => !/^(?:host|content-length|connection|authorization)$/i.test(name))
    const ask = async (more: readonly (readonly [string, string])[]): Promise<CurlAnswer> =>
      runCurl({ program: external.curl, url: context.target.url, headers: [...fields, ...more], body: Buffer.from(body ?? '').toString('utf8'), timeoutMs: external.timeoutMs, signal: context.signal })
    check(context, 'no token', await ask([]))
    check(context, 'a token that nobody was given', await ask([['Authorization', 'Bearer unknown-token-of-nobody']]))
  },
  explain: {
    sends: 'A well-formed call with the program curl, once without an Authorization field and once with a token that nobody was given.',
    expects: 'Status 401 and a WWW-Authenticate field with a Bearer challenge, both times.',
    why: 'The other tools of this suite speak through a proxy that adds the token, so that a missing wall would not show with them.',
    failure: 'The endpoint serves without a token, or something before it answers otherwise to an ordinary program.',
    fix: 'Check credentials before anything else, and send the challenge with every 401.',
  },
})

function check(context: CaseContext, input: string, answer: CurlAnswer): void {
  if (answer.kind === 'missing') context.notRun(`the program curl is not there; ${install}`)
  if (answer.kind === 'failed') context.inconclusive(`${input}: curl gave no answer: ${answer.why}`)
  if (answer.status === 429) context.inconclusive(`${input}: the target limits the rate`)
  const bearer = answer.challenges.some((challenge) => /(?:^|,\s*)bearer(?:\s|,|$)/i.test(challenge))
  context.observe({
    requirement: 'hardening.curl-sees-refusal', input, ok: answer.status === 401 && bearer,
    expected: 'status 401 with a Bearer challenge', actual: `status ${answer.status} ${bearer ? 'with' : 'without'} a Bearer challenge`,
  })
}
