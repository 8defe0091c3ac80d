/** Repeated fields, and what a client says to accept. */
import type { Case } from '../../harness/run/case.ts'
import { mediaType } from '../../harness/wire/jsonrpc.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { clientError, expectHttp, httpPeer, isHandled, witness } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const repeatable: readonly { readonly name: string; readonly wrong: string }[] = [
  { name: 'MCP-Protocol-Version', wrong: '2025-11-25' },
  { name: 'Mcp-Method', wrong: 'prompts/list' },
  { name: 'Mcp-Name', wrong: 'never-offered' },
]

const repeated: Case = modernHttpCase({
  id: 'spec.repeated-mirrored-fields',
  title: 'A mirrored field with two values is refused, whichever of them is right',
  requirements: ['hardening.repeated-mirrored-fields'],
  async inputs(context) {
    const probe = await witness(context)
    const present = repeatable.filter(({ name }) => fieldValues(probe.request(context.alpha), name).length > 0)
    return present.flatMap(({ name, wrong }) => [false, true].map((wrongFirst) => ({
      input: `${name}, the wrong value ${wrongFirst ? 'first' : 'last'}`, part: 'headers' as const, probe,
      fault: (control: HttpRequest) => {
        const right = fieldValues(control, name)[0] ?? ''
        return withField(control, name, ...(wrongFirst ? [wrong, right] : [right, wrong]))
      },
      expect: [clientError('hardening.repeated-mirrored-fields')],
    })))
  },
  explain: {
    sends: 'Well-formed requests that carry one of MCP-Protocol-Version, Mcp-Method and Mcp-Name twice, with the right value and with a wrong one, in both orders.',
    expects: 'A 4xx status, and no effect.',
    why: 'What stands before the server may route or limit by one of the values while the server acts on the other.',
    failure: 'The framework keeps the first or the last line of a repeated field, and the check sees only that one.',
    fix: 'Look at every line of the field, and refuse a request that has more than one.',
  },
})

const accepts: readonly { readonly input: string; readonly value: string | undefined }[] = [
  { input: 'no Accept', value: undefined },
  { input: 'anything', value: '*/*' },
  { input: 'JSON only', value: 'application/json' },
  { input: 'event streams only', value: 'text/event-stream' },
  { input: 'pages only', value: 'text/html' },
]

const accept: Case = modernHttpCase({
  id: 'spec.accept-tolerated',
  title: 'What a client says to accept is no fault of the server',
  requirements: ['hardening.accept-respected'],
  async inputs(context) {
    const probe = (await httpPeer(context)).probe({ method: 'server/discover' })
    return accepts.map(({ input, value }) => ({
      input, part: 'headers' as const, probe, mayTakeEffect: true,
      fault: (control: HttpRequest) => withField(control, 'Accept', ...(value === undefined ? [] : [value])),
      expect: [isHandled('hardening.accept-respected'), ...(value === 'application/json' ? [noStream] : [])],
    }))
  },
  explain: {
    sends: 'Well-formed server/discover requests without Accept, and with one that names anything, JSON only, event streams only, and pages only.',
    expects: 'A result or a 4xx status such as 406, and no event stream for a client that accepts JSON only.',
    why: 'Clients must accept JSON and event streams; one that forgets should get an answer that it can read, or learn what is wrong.',
    failure: 'The field is parsed as though it were always there, or every answer is streamed whatever it says.',
    fix: 'Answer what needs no stream in JSON, and refuse with 406 where a stream is needed and not accepted.',
  },
})

const noStream = expectHttp('hardening.accept-respected', 'no event stream', (reaction) => reaction.kind !== 'response' || mediaType(reaction.response) !== 'text/event-stream')

export const cases: readonly Case[] = [repeated, accept]
