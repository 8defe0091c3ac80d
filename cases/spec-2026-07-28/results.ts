/** Results: each says of which type it is and who made it, judged over every result of a run. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { SeenResult } from '../../harness/peer/digest.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { objectAt } from '../../harness/peer/survey.ts'
import { metaKeyProblem } from '../support/formats/meta-keys.ts'
import { modernCase } from './define.ts'
import { eachSeen, methodName, sameChannel } from './seen.ts'

const coreTypes = ['complete', 'input_required']
/** The types that official extensions add. */
const extensionTypes: Readonly<Record<string, string>> = { 'io.modelcontextprotocol/tasks': 'task' }

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.result-type',
    title: 'Every result says of which type it is, and of none that nobody knows',
    requirements: ['mcp-2026-07-28.result-type', 'mcp-2026-07-28.result-type-known'],
    last: true,
    async scenario(context) {
      await eachResult(context, async (results, name, channel) => {
        const { capabilities } = await (await context.peer(channel)).survey()
        const extensions = Object.keys(objectAt(capabilities, 'extensions'))
        const known = [...coreTypes, ...extensions.flatMap((id) => extensionTypes[id] ?? [])]
        // What an extension of somebody else adds is not known to us.
        const open = extensions.some((id) => !id.startsWith('io.modelcontextprotocol/'))
        observeEach(context, results, name, 'mcp-2026-07-28.result-type', 'a string in resultType', ({ resultType }) => (typeof resultType === 'string' ? undefined : `resultType is ${typeof resultType}`))
        observeEach(context, results, name, 'mcp-2026-07-28.result-type-known', 'a type of the core protocol or of a declared extension', ({ resultType }) =>
          (typeof resultType !== 'string' || open || known.includes(resultType) ? undefined : 'another type'))
      })
    },
    explain: {
      sends: 'Nothing of its own but a call of each method; it looks at every result that came in the run.',
      expects: 'The member resultType in each of them: complete, input_required, or a type of an extension that the server declares.',
      why: 'A client reads the rest of a result only once it knows which type it is, and must not read one that it does not know.',
      failure: 'Some method builds its result by another way than the others, or an earlier revision shines through.',
      fix: 'Add the type in the one place where results are written.',
    },
  }),
  modernCase({
    id: 'spec.server-info',
    title: 'Every result names the server software',
    requirements: ['mcp-2026-07-28.server-info'],
    last: true,
    async scenario(context) {
      await eachResult(context, (results, name) => {
        observeEach(context, results, name, 'mcp-2026-07-28.server-info', 'name and version in _meta', ({ serverInfo }) =>
          (serverInfo === true ? undefined : (serverInfo === false ? 'no such member' : 'without a name and a version that are strings')))
      })
    },
    explain: {
      sends: 'Nothing of its own but a call of each method; it looks at every result that came in the run.',
      expects: 'The member io.modelcontextprotocol/serverInfo with name and version in _meta of each. A server may be configured not to tell; that cannot be seen from outside.',
      why: 'Without a handshake this is the only place where logs and people can read what answered.',
      failure: 'The server names itself only in server/discover, or not at all.',
      fix: 'Add it in the one place where results are written.',
    },
  }),
  modernCase({
    id: 'spec.meta-keys',
    title: 'Keys of _meta that the server sends are well formed and not taken from MCP',
    requirements: ['mcp-2026-07-28.meta-keys'],
    last: true,
    async scenario(context) {
      await eachSeen(context, (channel, name) => {
        const keys = [...context.ledger.digest.metaKeys].filter(([of]) => sameChannel(of, channel)).flatMap(([, seen]) => [...seen])
        const wrong = keys.filter(([key]) => metaKeyProblem(key) !== undefined)
        if (keys.length === 0) context.notApplicable('the target sends no _meta')
        const problems = new Set(wrong.flatMap(([key]) => metaKeyProblem(key) ?? []))
        context.observe({
          requirement: 'mcp-2026-07-28.meta-keys', input: name, ok: problems.size === 0, expected: 'keys with a well-formed name and, where there is one, a prefix that is not reserved',
          actual: problems.size === 0 ? 'every key is' : [...problems].join('; '),
        }, undefined, wrong.map(([, by]) => by))
      })
    },
    explain: {
      sends: 'Nothing of its own but a call of each method; it looks at every _meta that came in the run.',
      expects: 'Keys made of an optional prefix of labels with a slash, and a name. A prefix whose second label is mcp or modelcontextprotocol is reserved for what MCP defines.',
      why: 'Keys of different vendors must not collide, and a client must know which it may trust to be of the protocol.',
      failure: 'The server uses a key with spaces or other characters, or a prefix such as com.mcp.',
      fix: 'Use a prefix made of a domain of your own, in reverse.',
    },
  }),
]

async function eachResult(context: CaseContext, judge: (results: readonly SeenResult[], name: string, channel: Channel) => Promise<void> | void): Promise<void> {
  const channels: [Channel, string][] = []
  await eachSeen(context, (channel, name) => { channels.push([channel, name]) })
  for (const [channel, name] of channels) {
    await context.attempt(name, async () => judge(context.ledger.digest.results.filter((result) => sameChannel(result.channel, channel)), name, channel))
  }
}

/** One observation for each method, of the worst of its results. */
function observeEach(context: CaseContext, results: readonly SeenResult[], name: string, requirement: string, expected: string, problem: (result: SeenResult) => string | undefined): void {
  for (const [method, seen] of Map.groupBy(results, (result) => result.method)) {
    const wrong = seen.filter((result) => problem(result) !== undefined)
    const found = wrong[0] === undefined ? undefined : problem(wrong[0])
    context.observe({ requirement, input: `${name}: ${methodName(method)}`, ok: found === undefined, expected, actual: found ?? 'as expected' }, undefined, wrong.map(({ by }) => by))
  }
}
