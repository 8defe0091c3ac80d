/**
 * What every case about HTTP framing has in common: bytes of our own on one connection, the reactions that are legal
 * for them, and a look at what the connection answers next, so that no second request takes effect unseen.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Case, Expectation, NegativeInput } from '../../harness/run/case.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import type { RawConnection, Wire } from '../../harness/wire/wire.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import { isFulfilled } from '../auth-negative/reactions.ts'
import { joined, partsOf, sentinel } from './bytes.ts'
import type { Parts } from './bytes.ts'

/** What a server may do with one input. A closed connection is always as good as a refusal. */
export interface Legal {
  readonly requirement: string
  /** True: serving it is legal. `must`: nothing else is. */
  readonly served: boolean | 'must'
  readonly statuses: readonly number[]
}

export interface Framed {
  readonly input: string
  /** What is written, one part after the other. */
  readonly write: (parts: Parts, control: HttpRequest) => readonly Uint8Array[]
  /** Ends our side together with the last part. */
  readonly halfClose?: true
  /** Waits so long before each further part, in ms, so that they do not travel together. */
  readonly pauseMs?: number
  readonly legal: Legal
}

/** The statuses by which a server says that it cannot or will not read a message (RFC 9110 §15.5, §15.6). */
export const unreadable: readonly number[] = [400, 408, 411, 413, 414, 417, 426, 431, 501, 505]

type Given = Omit<Case, 'suite' | 'fixture' | 'channels' | 'inputs' | 'scenario' | 'requirements'> & { readonly framed: readonly Framed[] }

export function framingCase({ framed, ...given }: Given): Case {
  return {
    ...given,
    fixture: 'shared',
    suite: 'spec',
    channels: { transport: 'http' },
    requirements: [...new Set(framed.map(({ legal }) => legal.requirement))],
    inputs: () => framed.map(inputOf),
  }
}

function inputOf(framed: Framed): NegativeInput {
  return {
    input: framed.input,
    part: 'connection',
    fault: (control) => control,
    exchange: async (wire, control) => exchange(wire, control, framed),
    expect: [legally(framed.legal)],
    ...(framed.legal.served === false ? {} : { mayTakeEffect: true }),
  }
}

/** Only one part: the whole request, changed. */
export function whole(change: (parts: Parts) => Parts): Framed['write'] {
  return (parts) => [joined(change(parts))]
}

async function exchange(wire: Wire, control: HttpRequest, { write, halfClose, pauseMs }: Framed): Promise<Reaction> {
  const connection = await wire.connect()
  try {
    for (const [index, bytes] of write(partsOf(control, wire.origin.host), control).entries()) {
      if (index > 0 && pauseMs !== undefined) await delay(pauseMs)
      const written = connection.write(bytes)
      // Not after it: the end must travel with the request, not behind its answer.
      if (halfClose === true) connection.end()
      await written
    }
    const first = await connection.read({ method: control.method })
    if (halfClose === true || isFulfilled(first)) return first
    return (await unseen(connection, control)) ?? first
  } finally {
    connection.close()
  }
}

/** What the connection answers before a request that is sent after the fault: the answer to something that was smuggled. */
async function unseen(connection: RawConnection, control: HttpRequest): Promise<Reaction | undefined> {
  if (connection.closed) return undefined
  const { request, id } = sentinel(control)
  await connection.send(request)
  const next = await connection.read()
  if (!isFulfilled(next)) return undefined
  const reading = rpcMessages(next)
  return reading.ok && reading.messages.some((message) => isJsonObject(message['result']) && message['id'] !== id) ? next : undefined
}

function legally({ requirement, served, statuses }: Legal): Expectation {
  const refusals = `status ${statuses.join(', ')} or a closed connection`
  return {
    requirement,
    expected: served === 'must' ? 'the request is served' : served ? `the request is served, or ${refusals}` : refusals,
    check(reaction) {
      const status = reaction.kind === 'response' ? reaction.response.status : undefined
      if (status === 429) throw new Inconclusive('the target limits the rate')
      if (reaction.kind === 'unreachable') throw new Inconclusive('no connection could be made')
      const refused = (status !== undefined && statuses.includes(status)) || reaction.kind === 'closed'
      const ok = served === 'must' ? isFulfilled(reaction) : refused || (served && isFulfilled(reaction))
      return { ok, actual: isFulfilled(reaction) ? 'the request is served' : describeReaction(reaction) }
    },
  }
}
