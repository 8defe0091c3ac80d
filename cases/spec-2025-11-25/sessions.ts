/** Sessions: what their ids are made of, and what becomes of requests without one, with an unknown one, and with an ended one. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import { eachChannel } from '../support/channels.ts'
import { legacyHttpCase, saw } from './define.ts'
import { bodiless, exchange, needTold, posted, resultOf, sessionOf } from './exchange.ts'
import { plainCall } from './plain-call.ts'

const field = 'Mcp-Session-Id'
const samples = 4
/** Positions in which two ids at random differ, of 16 hexadecimal digits for example (64 bits), with room for chance. */
const leastDifference = 8

function sessionId(context: CaseContext, peer: Peer): string {
  return sessionOf(peer) ?? context.notApplicable('the target keeps no sessions')
}

function difference(one: string, other: string): number {
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) if (one[at] !== other[at]) count += 1
  return count
}

/** Another one of the same length and alphabet. */
function neverIssued(id: string, random: () => number): string {
  const swap = (character: string): string => {
    if (/[0-9]/.test(character)) return String(Math.floor(random() * 10))
    if (/[a-f]/.test(character)) return 'abcdef'[Math.floor(random() * 6)] ?? 'a'
    if (/[A-Za-z]/.test(character)) return character === 'a' ? 'b' : 'a'
    return character
  }
  const made = Array.from(id, swap).join('')
  return made === id ? `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}` : made
}

export const cases: readonly Case[] = [
  legacyHttpCase({
    id: 'legacy.session-id',
    title: 'A session id is visible ASCII and cannot be guessed',
    requirements: ['mcp-2025-11-25.session-id-visible', 'mcp-2025-11-25.session-id-unguessable'],
    async scenario(context) {
      for (const channel of context.channels) {
        const { revision: input } = channel
        await context.attempt(input, async () => {
          const ids: string[] = []
          while (ids.length < samples) ids.push(sessionId(context, await context.peer(channel, { own: true })))
          const visible = ids.every((id) => /^[\x21-\x7e]+$/.test(id))
          saw(context, 'mcp-2025-11-25.session-id-visible', input, visible, 'characters from 0x21 to 0x7E only', visible ? 'such characters only' : 'others too')
          const least = Math.min(...ids.flatMap((id, index) => ids.slice(index + 1).map((other) => difference(id, other))))
          saw(context, 'mcp-2025-11-25.session-id-unguessable', input, least >= leastDifference, `ids that differ from each other in at least ${leastDifference} characters`, `two that differ in ${least}`)
        })
      }
    },
    explain: {
      sends: 'Four times initialize, and a DELETE for each session afterwards.',
      expects: 'Ids of visible ASCII characters that differ from each other in at least eight places.',
      why: 'Whoever guesses an id may speak in the session of somebody else, and other characters do not survive in a header field.',
      failure: 'The ids are counted up, made of the time, or taken from the name of the client.',
      fix: 'Use a random UUID or as many random bytes in hexadecimal.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.session-not-later',
    title: 'A server that gave out no session with initialize gives out none later',
    requirements: ['hardening.legacy-session-not-later'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        if (sessionOf(peer) !== undefined) context.notApplicable('the target keeps sessions')
        const call = await plainCall(context, peer)
        for (const [name, request] of [['a request', peer.request({ ...call, id: 'later' })], ['a notification', posted(peer, { jsonrpc: '2.0', method: 'notifications/initialized' })]] as const) {
          const answer = await exchange(context, request)
          needTold(context, answer)
          const [given] = fieldValues(answer, field.toLowerCase())
          saw(context, 'hardening.legacy-session-not-later', `${channel}: ${name}`, given === undefined, `no ${field}`, given === undefined ? 'none' : 'one')
        }
      })
    },
    explain: {
      sends: 'A well-formed request and a notification, to a server whose answer to initialize had no session id.',
      expects: 'Answers without Mcp-Session-Id.',
      why: 'A session begins with initialize or not at all; what is kept for one that no client knows of is never used, and never ended.',
      failure: 'A new transport, and with it a new session, is made for each request.',
      fix: 'Make session ids for initialize only, or turn them off where nothing is kept between requests.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.session-id-missing',
    title: 'A request without the id of its session is answered with 400',
    requirements: ['mcp-2025-11-25.session-id-missing'],
    async scenario(context) {
      await eachChannel(context, async (peer, input) => {
        sessionId(context, peer)
        const answer = await exchange(context, withField(peer.request({ ...await plainCall(context, peer), id: 'sessionless' }), field))
        needTold(context, answer)
        if (resultOf(answer, 'sessionless') !== undefined) context.notApplicable('the target serves requests without a session too')
        saw(context, 'mcp-2025-11-25.session-id-missing', input, answer.status === 400, 'status 400', answer.seen)
      })
    },
    explain: {
      sends: 'A well-formed request without Mcp-Session-Id, to a server that gave one out.',
      expects: 'Status 400, or a result where the server does not require the session.',
      why: 'The status tells a client that it forgot the field; 404 would tell it to start anew, and 401 to ask for a token.',
      failure: 'The request falls through to a general error, or is taken for one with an unknown session.',
      fix: 'Answer 400 where the field is absent, before sessions are looked up.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.session-unknown',
    title: 'A request with an unknown session id is answered with 404',
    requirements: ['hardening.legacy-session-unknown'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        const id = sessionId(context, peer)
        for (const [name, made] of [['one of the same form', neverIssued(id, context.random)], ['one of another form', 'never-issued']] as const) {
          const input = `${channel}: ${name}`
          await context.attempt(input, async () => {
            const answer = await exchange(context, withField(peer.request({ ...await plainCall(context, peer), id: 'stranger' }), field, made))
            needTold(context, answer)
            saw(context, 'hardening.legacy-session-unknown', input, answer.status === 404, 'status 404', answer.seen)
          })
        }
      })
    },
    explain: {
      sends: 'A well-formed request with a session id that was never issued, one of the same form as those of the server and one of another.',
      expects: 'Status 404 for either of them.',
      why: 'After a restart every id is unknown to the server, and 404 is the only status upon which a client begins a new session.',
      failure: 'An unknown session is answered with 400, as a missing one, and clients stay stuck until they are restarted too.',
      fix: 'Answer 404 for every session id that is not known, whatever the reason.',
    },
  }),
  legacyHttpCase({
    id: 'legacy.session-ended',
    title: 'A session that was deleted is answered with 404',
    requirements: ['mcp-2025-11-25.session-ended-404', 'hardening.legacy-session-delete'],
    async scenario(context) {
      await eachChannel(context, async (peer, channel) => {
        sessionId(context, peer)
        const call = await plainCall(context, peer)
        const ended = await exchange(context, bodiless(peer, 'DELETE'))
        needTold(context, ended)
        const accepted = ended.status >= 200 && ended.status < 300
        saw(context, 'hardening.legacy-session-delete', `${channel}: DELETE`, accepted || ended.status === 405, 'a 2xx status, or 405', ended.seen)
        if (!accepted) context.notApplicable('the target does not let clients end sessions')
        for (const [name, request] of [['a request', peer.request({ ...call, id: 'late' })], ['a GET', bodiless(peer, 'GET')]] as const) {
          const input = `${channel}: ${name}`
          const answer = await exchange(context, request, { until: () => true })
          needTold(context, answer)
          // A server without a stream for GET may say so whatever else the request holds.
          const fits = answer.status === 404 || (request.method === 'GET' && answer.status === 405)
          saw(context, 'mcp-2025-11-25.session-ended-404', input, fits, 'status 404', answer.seen)
        }
      }, { own: true })
    },
    explain: {
      sends: 'A DELETE that ends a session of its own, then a request and a GET with its id.',
      expects: 'A 2xx status for the DELETE, or 405 where clients may not end sessions; after a 2xx status 404 for the others.',
      why: 'A client begins a new session upon 404 and nothing else; a session that still answers has not ended.',
      failure: 'The session is forgotten, and its id then treated as malformed with 400; or DELETE does nothing.',
      fix: 'Remove the session on DELETE, and answer 404 for every id that is not known.',
    },
  }),
]
