/** Sessions and resumption are gone: their fields are ignored, and never sent. */
import type { Case } from '../../harness/run/case.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { expectHttp, isServed, witness } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const noSession = expectHttp('mcp-2026-07-28.no-session-id', 'no Mcp-Session-Id in the answer', (reaction) =>
  reaction.kind !== 'response' || fieldValues(reaction.response, 'mcp-session-id').length === 0)

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.session-id-ignored',
    title: 'A request is served whatever session it names, and no session is given out',
    requirements: ['mcp-2026-07-28.session-id-ignored', 'mcp-2026-07-28.no-session-id'],
    async inputs(context) {
      const probe = await witness(context)
      return ['never-given-out', '00000000-0000-4000-8000-000000000000'].map((session, index) => ({
        input: index === 0 ? 'a session of any name' : 'a session of the usual form', part: 'headers' as const, probe, mayTakeEffect: true,
        fault: (control: HttpRequest) => withField(control, 'Mcp-Session-Id', session),
        expect: [isServed('mcp-2026-07-28.session-id-ignored'), noSession],
      }))
    },
    explain: {
      sends: 'Well-formed requests of this revision with an Mcp-Session-Id that was never given out.',
      expects: 'They are served like any other, and no answer carries an Mcp-Session-Id.',
      why: 'A request of this revision says all that is needed to serve it; a client that was made for sessions must not be locked out by what it still sends.',
      failure: 'The session is looked up before the revision of the request, and an unknown one answered with 404.',
      fix: 'Decide by the envelope of the request first, and look sessions up for older revisions only.',
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
