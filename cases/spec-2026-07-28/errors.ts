/** Errors and what a server must never send, judged over every message of a run. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { SeenError } from '../../harness/peer/digest.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { disclosuresIn } from '../support/formats/disclosure.ts'
import { modernCase } from './define.ts'
import { eachSeen, methodName, sameChannel } from './seen.ts'

const headerMismatch = -32_020
const missingCapability = -32_021
const unsupportedVersion = -32_022
const retired = [-32_002, -32_042]

interface Rule {
  readonly requirement: string
  readonly expected: string
  /** What is wrong, in words. */
  readonly problem: (error: SeenError) => string | undefined
}

const rules: readonly Rule[] = [
  {
    requirement: 'mcp-2026-07-28.error-shape',
    expected: 'an integer code and a message that is a string',
    problem: ({ code, message }) => (Number.isInteger(code) && typeof message === 'string' ? undefined : `a code that is ${typeof code}, a message that is ${typeof message}`),
  },
  {
    requirement: 'mcp-2026-07-28.error-codes-reserved',
    expected: 'no reserved code but -32020, -32021 and -32022, each with its meaning',
    problem: misusedCode,
  },
  {
    requirement: 'mcp-2026-07-28.error-codes-retired',
    expected: 'neither -32002 nor -32042',
    problem: ({ code }) => (retired.some((each) => each === code) ? `code ${String(code)}` : undefined),
  },
  {
    requirement: 'mcp-2026-07-28.error-codes-legacy',
    expected: 'no code from -32019 to -32000',
    problem: ({ code }) => (isIn(code, -32_019, -32_000) && code !== -32_002 ? `code ${String(code)}` : undefined),
  },
  {
    requirement: 'hardening.errors-disclose-nothing',
    expected: 'no stack trace and no place of a source file',
    problem({ message, data }) {
      const found = disclosuresIn([message, data].flatMap(textsIn).join('\n'))
      return found.length === 0 ? undefined : found.join(', ')
    },
  },
]

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.errors',
    title: 'Every error has a code and a message of the right kind, and no code that is reserved or retired',
    requirements: rules.slice(0, 4).map(({ requirement }) => requirement),
    last: true,
    async scenario(context) {
      await judgeErrors(context, rules.slice(0, 4))
    },
    explain: {
      sends: 'A few requests that are refused; it looks at every error that came in the run.',
      expects: 'Codes that are integers, messages that are strings, no code from -32099 to -32020 beside the three that are defined, and none of the earlier ones.',
      why: 'A client decides by the code whether to ask again, in another revision or with more capabilities.',
      failure: 'The server has codes of its own in the reserved range, or those of an earlier revision.',
      fix: 'Use the standard codes of JSON-RPC, and for meanings of your own a code outside of -32768 to -32000.',
    },
  }),
  modernCase({
    id: 'spec.errors-disclose-nothing',
    title: 'No error tells a stack trace or the place of a source file',
    requirements: ['hardening.errors-disclose-nothing'],
    last: true,
    async scenario(context) {
      await judgeErrors(context, rules.slice(4))
    },
    explain: {
      sends: 'A few requests that are refused; it looks at every error that came in the run.',
      expects: 'Neither message nor data of any of them holds a stack trace or a path into installed modules.',
      why: 'It tells whoever attacks what is installed, in which version and where.',
      failure: 'The server gives the exception itself to the client.',
      fix: 'Log the exception, and answer with a sentence that is meant for the client.',
    },
  }),
  modernCase({
    id: 'spec.no-server-requests',
    title: 'The server sends no requests, and cancels nothing but subscriptions',
    requirements: ['mcp-2026-07-28.no-server-requests', 'mcp-2026-07-28.cancelled-for-listen-only'],
    last: true,
    async scenario(context) {
      await eachSeen(context, (channel, name) => {
        const { requests, notifications } = context.ledger.digest
        const asked = requests.filter((request) => sameChannel(request.channel, channel))
        context.observe({
          requirement: 'mcp-2026-07-28.no-server-requests', input: name, ok: asked.length === 0, expected: 'responses and notifications only',
          actual: asked.length === 0 ? 'no request' : `${asked.length} different requests`,
        }, undefined, asked.map(({ by }) => by))
        const cancelled = notifications.filter((sent) => sameChannel(sent.channel, channel) && sent.method === 'notifications/cancelled' && !context.ledger.digest.subscriptions.has(sent.requestId))
        context.observe({
          requirement: 'mcp-2026-07-28.cancelled-for-listen-only', input: name, ok: cancelled.length === 0, expected: 'notifications/cancelled for subscriptions only',
          actual: cancelled.length === 0 ? 'none for anything else' : `${cancelled.length} for other requests`,
        }, undefined, cancelled.map(({ by }) => by))
      })
    },
    explain: {
      sends: 'Nothing of its own but a call of each method; it looks at every message that came in the run.',
      expects: 'No message with both a method and an id, and no notifications/cancelled that names anything but a subscription.',
      why: 'What a server wants of its client stands in a result of this revision, so that a client has nothing to answer requests with.',
      failure: 'A tool asks for a sample, for roots or for input in the way of an earlier revision.',
      fix: 'Answer with a result of type input_required instead.',
    },
  }),
]

/** One observation for each method, of the worst of its errors. */
async function judgeErrors(context: CaseContext, judged: readonly Rule[]): Promise<void> {
  await eachSeen(context, (channel, name) => {
    const errors = context.ledger.digest.errors.filter((error) => sameChannel(error.channel, channel))
    if (errors.length === 0) context.notApplicable('no error was seen')
    for (const method of new Set(errors.map((error) => error.method))) {
      for (const { requirement, expected, problem } of judged) {
        const wrong = errors.filter((error) => error.method === method && problem(error) !== undefined)
        const problems = new Set(wrong.flatMap((error) => problem(error) ?? []))
        context.observe({
          requirement, input: `${name}: ${methodName(method)}`, ok: problems.size === 0, expected, actual: problems.size === 0 ? 'as expected' : [...problems].join('; '),
        }, undefined, wrong.map(({ by }) => by))
      }
    }
  })
}

function misusedCode({ channel, code, data }: SeenError): string | undefined {
  switch (code) {
    case headerMismatch:
      return channel.transport === 'http' ? undefined : `code ${code} where there are no headers`
    case missingCapability:
      return undefined
    case unsupportedVersion:
      return isJsonObject(data) && Array.isArray(data['supported']) && data['supported'].includes(data['requested']) ? `code ${code} for a revision that it names as supported` : undefined
    default:
      return isIn(code, -32_099, -32_020) ? `code ${String(code)}` : undefined
  }
}

function isIn(code: unknown, low: number, high: number): boolean {
  return typeof code === 'number' && code >= low && code <= high
}

/** Every string in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
