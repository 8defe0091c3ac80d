/** Everything that came on stdout and stderr in the whole run, judged when all other cases have ended. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { createSecretRegistry } from '../../harness/evidence/secrets.ts'
import { channelName } from '../../harness/target/profile.ts'
import type { StdioEntry } from '../../harness/target/stdio-journal.ts'
import type { StdoutFault } from '../../harness/wire/stdio-lines.ts'
import { byEra, counted, stdioCase } from './define.ts'

/** More cases of one finding are counted. */
const maxNamed = 5

const rawBytes = 'a process that was spoken to in bytes of a case'

/** The processes of a run by what was spoken to them. */
function byChannel({ journal }: CaseContext): Map<string, StdioEntry[]> {
  const groups = new Map<string, StdioEntry[]>()
  for (const entry of journal.entries) {
    const name = entry.channel === undefined ? rawBytes : channelName(entry.channel)
    groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  return groups
}

const kinds: readonly { readonly faults: readonly StdoutFault[]; readonly requirement: 'stdio-stdout' | 'stdio-one-a-line' | 'answers-utf-8'; readonly expected: string }[] = [
  { faults: ['blank line', 'byte order mark', 'not JSON', 'not a JSON-RPC message'], requirement: 'stdio-stdout', expected: 'nothing on stdout but messages' },
  { faults: ['line without end'], requirement: 'stdio-one-a-line', expected: 'a line end behind every message' },
  { faults: ['invalid UTF-8'], requirement: 'answers-utf-8', expected: 'UTF-8' },
]

/** The cases that spoke to processes last, one for each; it is not known which line was too much. */
function spokenToBy(entries: readonly StdioEntry[]): string {
  const last = [...new Set(entries.flatMap((entry) => entry.spokenToBy[0] ?? []))]
  if (last.length === 0) return ''
  return `; spoken to last by ${last.slice(0, maxNamed).join(', ')}${last.length > maxNamed ? ` and ${last.length - maxNamed} more` : ''}`
}

/** Any of the cases that spoke to these processes may have caused it. */
function provokers(entries: readonly StdioEntry[]): string[] {
  return [...new Set(entries.flatMap(({ speakers }) => [...speakers]))]
}

/** What was cut off when the process was killed says nothing. */
function faultsOf({ process }: StdioEntry): Map<StdoutFault, number> {
  const faults = new Map(process.faults)
  if (process.end?.forced === true || process.end?.signal !== undefined) faults.delete('line without end')
  return faults
}

function judgeLines(context: CaseContext, input: string, entries: readonly StdioEntry[]): void {
  const [first] = entries
  const channel = first?.channel ?? { transport: 'stdio', revision: '', era: 'legacy' }
  for (const { faults, requirement, expected } of kinds) {
    const faulty = entries.filter((entry) => faults.some((fault) => faultsOf(entry).has(fault)))
    const seen = faults.map((fault) => ({ fault, count: entries.reduce((sum, entry) => sum + (faultsOf(entry).get(fault) ?? 0), 0) })).filter(({ count }) => count > 0)
    context.observe({
      requirement: byEra(channel, `mcp-2026-07-28.${requirement}`, `mcp-2025-11-25.${requirement}`),
      input, ok: seen.length === 0, expected, actual: seen.length === 0 ? 'as expected' : `${seen.map(({ fault, count }) => `${fault} (${count})`).join(', ')}${spokenToBy(faulty)}`,
    }, undefined, provokers(faulty))
  }
  const total = (count: (entry: StdioEntry) => number): number => entries.reduce((sum, entry) => sum + count(entry), 0)
  const arrays = total(({ process }) => process.counts.batches)
  if (channel.revision !== '2025-03-26' && channel.revision !== '') {
    context.observe({ requirement: byEra(channel, 'mcp-2026-07-28.stdio-stdout', 'mcp-2025-11-25.stdio-stdout'), input: `${input}: arrays`, ok: arrays === 0, expected: 'no array of messages', actual: counted(arrays, 'array') }, undefined, provokers(entries.filter(({ process }) => process.counts.batches > 0)))
  }
  const returns = total(({ process }) => process.counts.carriageReturns)
  context.observe({ requirement: 'hardening.stdio-line-ends', input, ok: returns === 0, expected: 'lines that end in a line feed alone', actual: `${counted(returns, 'line')} with CR LF at the end` }, undefined, provokers(entries.filter(({ process }) => process.counts.carriageReturns > 0)))
  for (const unread of ['line too long to be read', 'line too full to be read'] as const) {
    if (total(({ process }) => process.faults.get(unread) ?? 0) > 0) context.inconclusive(`a ${unread} was written`)
  }
}

export const cases: readonly Case[] = [
  stdioCase({
    id: 'stdio.stdout-only-messages',
    title: 'Nothing comes on stdout but messages, one a line',
    requirements: [
      'mcp-2026-07-28.stdio-stdout', 'mcp-2025-11-25.stdio-stdout', 'mcp-2026-07-28.stdio-one-a-line', 'mcp-2025-11-25.stdio-one-a-line',
      'mcp-2026-07-28.answers-utf-8', 'mcp-2025-11-25.answers-utf-8', 'hardening.stdio-line-ends',
    ],
    last: true,
    async scenario(context) {
      for (const [input, entries] of byChannel(context)) {
        await context.attempt(input, async () => { await Promise.resolve(judgeLines(context, input, entries)) })
      }
    },
    explain: {
      sends: 'Nothing of its own: it looks at every line that came on stdout in the whole run, from every process that was started to be spoken to over stdio.',
      expects: 'Each line is one JSON-RPC message in UTF-8 and has an end; there is no banner, no log, no blank line and no byte order mark.',
      why: 'The client reads stdout as messages and nothing else; one stray line is a parse error to it, and many clients end the conversation.',
      failure: 'Something prints to stdout: a banner at the start, a logger, a library with a notice, or a forgotten print.',
      fix: 'Send everything but messages to stderr, also what libraries print, and write each message with one line end behind it.',
    },
  }),
  stdioCase({
    id: 'stdio.no-requests',
    title: 'A server of 2026-07-28 never asks its client anything on stdout',
    requirements: ['mcp-2026-07-28.stdio-no-requests'],
    channels: { transport: 'stdio', era: 'modern' },
    last: true,
    async scenario(context) {
      for (const [input, entries] of byChannel(context)) {
        if (entries[0]?.channel?.era !== 'modern') continue
        const count = entries.reduce((sum, { process }) => sum + process.counts.requests, 0)
        const asking = entries.filter(({ process }) => process.counts.requests > 0)
        context.observe({ requirement: 'mcp-2026-07-28.stdio-no-requests', input, ok: count === 0, expected: 'no request from the server', actual: `${counted(count, 'request')}${count === 0 ? '' : spokenToBy(asking)}` }, undefined, provokers(asking))
      }
      await Promise.resolve()
    },
    explain: {
      sends: 'Nothing of its own: it looks at every message that came on stdout in the whole run from processes that were spoken to in 2026-07-28.',
      expects: 'None of them has both a method and an id.',
      why: 'In this revision a server that needs something says so in its result, and clients have no code left that would answer a request.',
      failure: 'The server still asks for roots, sampling or elicitation, or pings its client, as servers of earlier revisions did.',
      fix: 'Answer with an input_required result that carries what is needed, and drop keep-alive pings.',
    },
  }),
  stdioCase({
    id: 'stdio.stderr-without-secrets',
    title: 'No credential comes on stderr',
    requirements: ['hardening.stdio-stderr-secrets'],
    last: true,
    async scenario(context) {
      const secrets = createSecretRegistry()
      const known = new Set([context.alpha, context.beta, ...Object.values(context.fixture.identities)].flatMap((identity) => (identity === undefined || identity.token.length < 8 ? [] : [identity.token])))
      if (known.size === 0) context.notApplicable('the harness knows no credential of this target')
      for (const token of known) secrets.add(token)
      for (const [input, entries] of byChannel(context)) {
        const telling = entries.filter(({ process }) => secrets.find(Buffer.from(process.stderr())).length > 0)
        const found = telling.length
        context.observe({ requirement: 'hardening.stdio-stderr-secrets', input, ok: found === 0, expected: 'no credential on stderr', actual: found === 0 ? 'none' : `a credential on stderr of ${counted(found, 'process', 'processes')}` }, undefined, provokers(telling))
      }
      await Promise.resolve()
    },
    explain: {
      sends: 'Nothing of its own: it searches what came on stderr in the whole run for the credentials that the harness gave to the target, also encoded.',
      expects: 'None of them is there.',
      why: 'Clients keep stderr of their servers in log files.',
      failure: 'The server logs its environment, its configuration, or the requests that it makes with the credential.',
      fix: 'Redact where the log is written, not where it is called.',
    },
  }),
  stdioCase({
    id: 'stdio.keeps-running',
    title: 'No process ends before its client ends it',
    requirements: ['hardening.stdio-keeps-running'],
    last: true,
    async scenario(context) {
      for (const [input, entries] of byChannel(context)) {
        const ended = entries.filter(({ process }) => process.end !== undefined && !process.end.asked)
        const ways = [...new Set(ended.map(({ process }) => process.end?.how ?? ''))].join(', ')
        context.observe({ requirement: 'hardening.stdio-keeps-running', input, ok: ended.length === 0, expected: 'processes that run until they are told to end', actual: `${ended.length} of ${entries.length} ended by themselves${ways === '' ? '' : ` (${ways})`}${spokenToBy(ended)}` }, undefined, provokers(ended))
      }
      await Promise.resolve()
    },
    explain: {
      sends: 'Nothing of its own: it looks at how each process of the run ended.',
      expects: 'Each one ran until its stdin was closed or it got a signal.',
      why: 'All open requests are lost with a process, and its client has to start another one.',
      failure: 'An exception that nobody catches: an unreadable line, a notification that nobody expected, or a rejected promise.',
      fix: 'Answer what cannot be read with an error, and let no fault of one request end the process.',
    },
  }),
]
