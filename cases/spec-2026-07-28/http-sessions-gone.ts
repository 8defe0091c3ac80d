/** Sessions and resumption are gone: their fields are ignored, and never sent. */
import type { Case } from '../../harness/run/case.ts'
import type { PeerCall } from '../../harness/peer/peer.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { eachChannel } from '../support/channels.ts'
import { isServed, witness } from '../support/http.ts'
import { servedCalls } from '../support/methods.ts'
import { modernHttpCase } from './define.ts'

const refused: readonly PeerCall[] = [
  { method: 'com.example/unknown' },
  { method: 'tools/call', params: { name: 'com.example.unknown', arguments: {} } },
  { method: 'tools/list', params: { cursor: 'com.example.unknown' } },
]

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.session-id-ignored',
    title: 'A request is served whatever session it names',
    requirements: ['mcp-2026-07-28.session-id-ignored'],
    async inputs(context) {
      const probe = await witness(context)
      return ['never-given-out', '00000000-0000-4000-8000-000000000000'].map((session, index) => ({
        input: index === 0 ? 'a session of any name' : 'a session of the usual form', part: 'headers' as const, probe, mayTakeEffect: true,
        fault: (control: HttpRequest) => withField(control, 'Mcp-Session-Id', session),
        expect: [isServed('mcp-2026-07-28.session-id-ignored')],
      }))
    },
    explain: {
      sends: 'Well-formed requests of this revision with an Mcp-Session-Id that was never given out.',
      expects: 'They are served like any other.',
      why: 'A request of this revision says all that is needed to serve it; a client that was made for sessions must not be locked out by what it still sends.',
      failure: 'The session is looked up before the revision of the request, and an unknown one answered with 404.',
      fix: 'Decide by the envelope of the request first, and look sessions up for older revisions only.',
    },
  }),
  modernHttpCase({
    id: 'spec.no-session-id',
    title: 'No answer of this revision opens a session',
    requirements: ['mcp-2026-07-28.no-session-id', 'hardening.no-session-of-both-eras'],
    async scenario(context) {
      const requirement = context.target.eras.has('legacy') ? 'hardening.no-session-of-both-eras' : 'mcp-2026-07-28.no-session-id'
      await eachChannel(context, async (peer, channel) => {
        for (const [name, calls] of [['served', await servedCalls(context, peer)], ['refused', refused]] as const) {
          let opened = 0
          for (const call of calls) {
            const { reaction } = await peer.call(call)
            if (reaction?.kind === 'response' && fieldValues(reaction.response, 'mcp-session-id').length > 0) opened += 1
          }
          context.observe({ requirement, input: `${channel}: ${name}`, ok: opened === 0, expected: 'no Mcp-Session-Id on any answer', actual: `${opened} of ${calls.length} answers with one` })
        }
      })
    },
    explain: {
      sends: 'In 2026-07-28 a call of every method that is served, and requests that are refused.',
      expects: 'No Mcp-Session-Id on any answer.',
      why: 'Nobody will ever use or end such a session, so that each request costs the server memory.',
      failure: 'The transport opens a session before anybody looked at the version of the request.',
      fix: 'Open sessions upon an initialize of an earlier revision, and upon nothing else.',
    },
  }),
  modernHttpCase({
    id: 'spec.last-event-id-ignored',
    title: 'A request is served whatever event it says it saw last',
    requirements: ['mcp-2026-07-28.last-event-id-ignored'],
    async inputs(context) {
      const probe = await witness(context)
      return [{
        input: 'an event that was never sent', part: 'headers' as const, probe, mayTakeEffect: true,
        fault: (control: HttpRequest) => withField(control, 'Last-Event-ID', '7'),
        expect: [isServed('mcp-2026-07-28.last-event-id-ignored')],
      }]
    },
    explain: {
      sends: 'A well-formed request of this revision with a Last-Event-ID.',
      expects: 'It is served like any other.',
      why: 'Streams cannot be resumed in this revision, so that the field has no meaning.',
      failure: 'The field is taken for the wish to resume, and the request is answered with an old stream or an error.',
      fix: 'Look at Last-Event-ID for older revisions only.',
    },
  }),
]
