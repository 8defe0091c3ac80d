/** One client goes away, cancels, or reads slowly; the other, with the same id, is served as though it were alone. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { endSession } from '../../harness/target/sessions.ts'
import { rpcAnswer, rpcMessages } from '../../harness/wire/mcp.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { isolationCase } from './define.ts'
import { allPairs, eachPair, judgeOwn } from './pair.ts'
import type { Pair } from './pair.ts'

const ownAnswer = 'jsonrpc.own-answer'
const cancellation = 'hardening.isolation-cancellation'
const flooded = 'hardening.isolation-flood'

const id = 'shared-id'

/** Sends the first client's request, and leaves before the answer. */
async function leave(context: CaseContext, { first }: Pair): Promise<void> {
  const connection = await context.openConnection()
  await connection.send(first.peer.request({ ...first.call, id }))
  connection.close()
}

async function disconnects(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    const answers: PeerAnswer[] = []
    for (let round = 0; round < 5; round += 1) {
      const [answer] = await Promise.all([pair.second.peer.call({ ...pair.second.call, id }), leave(context, pair)])
      answers.push(answer)
      await leave(context, pair)
      answers.push(await pair.second.peer.call({ ...pair.second.call, id }))
    }
    judgeOwn(context, ownAnswer, `${channel}: beside and after a client that left`, pair.second, answers, [])
  })
}

/** The first client has a response waiting that it does not read. */
async function slowReader(context: CaseContext): Promise<void> {
  await allPairs(context, async (pair, channel) => {
    const connection = await context.openConnection()
    try {
      for (let request = 0; request < 4; request += 1) await connection.send(pair.first.peer.request({ ...pair.first.call, id }))
      const answers = await Promise.all(Array.from({ length: 4 }, async () => pair.second.peer.call({ ...pair.second.call, id })))
      judgeOwn(context, ownAnswer, `${channel}: beside a client that does not read`, pair.second, answers, [])
    } finally {
      connection.close()
    }
  })
}

async function cancels(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    const answers: PeerAnswer[] = []
    for (let round = 0; round < 5; round += 1) {
      const [answer] = await Promise.all([
        pair.second.peer.call({ ...pair.second.call, id }),
        pair.first.peer.notify('notifications/cancelled', { requestId: id, reason: 'Not wanted any more.' }),
      ])
      answers.push(answer)
    }
    judgeOwn(context, cancellation, `${channel}: while the first client cancels its own request of that id`, pair.second, answers, [])
  })
}

/** What a response on a connection of our own says to the shared id. */
function answerIn(reaction: Reaction): PeerAnswer {
  const reading = rpcMessages(reaction)
  return { id, messages: reading.ok ? reading.messages : [], answer: rpcAnswer(reaction, id), response: undefined, reaction }
}

/** Both on one connection, one request after the other, as behind a proxy that keeps connections. */
async function oneConnection(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    const seen: PeerAnswer[] = []
    const connection = await context.openConnection()
    try {
      for (const client of [pair.first, pair.second, pair.first, pair.second]) {
        await connection.send(client.peer.request({ ...client.call, id }))
        const reaction = await connection.read({ method: 'POST' })
        seen.push(answerIn(reaction))
        if (connection.closed) context.notApplicable('the target closes connections after each response')
      }
    } finally {
      connection.close()
    }
    judgeOwn(context, ownAnswer, `${channel}: the first client on a connection of both`, pair.first, seen.filter((_, index) => index % 2 === 0), [])
    judgeOwn(context, ownAnswer, `${channel}: the second client on a connection of both`, pair.second, seen.filter((_, index) => index % 2 === 1), [])
  })
}

/** Enough to fill a queue, few enough that no limit of requests is meant to meet them. */
const flood = 60

async function floods(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    const pouring = Promise.all(Array.from({ length: flood }, async () => pair.first.peer.call({ ...pair.first.call, id: 'flooding' })))
    const answers = await Promise.all(Array.from({ length: 4 }, async () => pair.second.peer.call({ ...pair.second.call, id: 'flooding' })))
    await pouring
    answers.push(await pair.second.peer.call({ ...pair.second.call, id: 'flooding' }))
    judgeOwn(context, flooded, `${channel}: during and after ${flood} requests of the first client`, pair.second, answers, [])
  })
}

/** The first client ends its session; the second one's goes on. */
async function deletes(context: CaseContext): Promise<void> {
  await eachPair(context, async (pair, channel) => {
    const { channel: { era, revision }, identity: { token } } = pair.first.peer
    const [sessionId] = fieldValues(pair.first.peer.request({ method: 'ping' }), 'mcp-session-id')
    if (sessionId === undefined) context.notApplicable('the target keeps no sessions')
    await endSession(context.wire, { endpoint: context.target.url, era, revision, token }, sessionId)
    const answers = [await pair.second.peer.call({ ...pair.second.call, id: 'after-the-end' }), await pair.second.peer.call({ ...pair.second.call, id: 'after-the-end' })]
    judgeOwn(context, 'hardening.isolation-session-end', `${channel}: after the first client ended its session`, pair.second, answers, [])
  })
}

export const cases: readonly Case[] = [
  isolationCase({
    id: 'isolation.disconnect',
    title: 'A client that leaves before its answer takes nothing from another one',
    requirements: [ownAnswer],
    scenario: disconnects,
    explain: {
      sends: 'A request of one client whose connection is closed before the answer, at the same time as and just before a request of another client with the same id.',
      expects: 'The other client gets its own answer each time.',
      why: 'The answer that nobody waits for any more must not go to whoever has the same id next.',
      failure: 'State that is kept by id outlives the connection, or its end removes the state of the other request.',
      fix: 'Keep what belongs to a request with the request, and drop it when its connection ends.',
    },
  }),
  isolationCase({
    id: 'isolation.slow-reader',
    title: 'A client that does not read its answers keeps nobody else waiting',
    requirements: [ownAnswer],
    scenario: slowReader,
    explain: {
      sends: 'Requests on a connection that is not read, and meanwhile requests of another client with the same id.',
      expects: 'The other client gets its own answers.',
      why: 'Slow readers are ordinary, and one of them must not hold back the answers to everybody.',
      failure: 'Answers to all clients go through one queue, which the slow reader stops.',
      fix: 'Write each answer to its own response, and never wait for one client before serving another.',
    },
  }),
  isolationCase({
    id: 'isolation.cancellation',
    title: 'A cancellation reaches only requests of the client that sent it',
    requirements: [cancellation],
    scenario: cancels,
    explain: {
      sends: 'notifications/cancelled of one client with an id, while a request of another client with that id is being answered.',
      expects: 'The other client gets its own answer.',
      why: 'An id names a request of the sender only; otherwise anybody could end the work of others by guessing small numbers.',
      failure: 'Requests in progress are found by id alone.',
      fix: 'Look for the request among those of the same session or connection only.',
    },
  }),
  isolationCase({
    id: 'isolation.one-connection',
    title: 'Two clients on one connection are told apart by each request',
    requirements: [ownAnswer],
    scenario: oneConnection,
    explain: {
      sends: 'Requests of two clients in turn on one connection, with the same id, each with the credentials and session of its own client.',
      expects: 'Every request gets the answer of its own client.',
      why: 'Proxies share connections between clients, so that a connection says nothing about who is speaking.',
      failure: 'The server remembers the first identity or session of a connection.',
      fix: 'Take identity and session from each request.',
    },
  }),
  isolationCase({
    id: 'isolation.flood',
    title: 'A client that floods does not starve another one',
    requirements: [flooded],
    fixture: 'alone',
    scenario: floods,
    explain: {
      sends: `${flood} requests of one client at once, and meanwhile a few of another one.`,
      expects: 'The other client gets its own answers.',
      why: 'One client that is busy or broken must not take the service from the others.',
      failure: 'Limits count all clients together, or work is queued without regard to who asked.',
      fix: 'Count and queue by identity.',
    },
  }),
  isolationCase({
    id: 'isolation.session-end',
    title: 'A client that ends its session ends no other',
    requirements: ['hardening.isolation-session-end'],
    channels: { transport: 'http', era: 'legacy' },
    scenario: deletes,
    explain: {
      sends: 'DELETE for the session of one client, then requests in the session of another one.',
      expects: 'The second session is served as before.',
      why: 'A session belongs to one client, and so does its end.',
      failure: 'The end of a session closes something that several sessions share.',
      fix: 'Close only what was made for the session.',
    },
  }),
]
