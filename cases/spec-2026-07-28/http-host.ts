/** The Host field of a server on this machine: after DNS rebinding it is the name of the page that attacks. */
import type { Case } from '../../harness/run/case.ts'
import type { TargetProfile } from '../../harness/target/profile.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { clientError, witness } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const requirement = 'hardening.host-validated'

interface Fault {
  readonly input: string
  readonly part: 'headers' | 'target'
  readonly fault: (control: HttpRequest, host: string) => HttpRequest
}

const withHosts = (...hosts: string[]) => (control: HttpRequest): HttpRequest => withField(control, 'Host', ...hosts)

const faults: readonly Fault[] = [
  { input: 'a foreign host', part: 'headers', fault: withHosts('evil.example') },
  { input: 'a foreign host with the port of the server', part: 'headers', fault: (control, host) => withField(control, 'Host', `evil.example:${new URL(`http://${host}`).port}`) },
  { input: 'a host that begins like the local one', part: 'headers', fault: withHosts('localhost.evil.example') },
  { input: 'the local host as user information', part: 'headers', fault: (control, host) => withField(control, 'Host', `${host}@evil.example`) },
  { input: 'the right host, and a foreign one after it', part: 'headers', fault: (control, host) => withField(control, 'Host', host, 'evil.example') },
  { input: 'a foreign host, and the right one after it', part: 'headers', fault: (control, host) => withField(control, 'Host', 'evil.example', host) },
  { input: 'a target of a foreign host', part: 'target', fault: (control) => ({ ...control, target: `http://evil.example${control.target}` }) },
]

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.host-foreign',
    title: 'A server on the loopback interface refuses requests for a foreign host',
    requirements: [requirement],
    appliesTo: notLocal,
    async inputs(context) {
      const probe = await witness(context)
      return faults.map(({ input, part, fault }) => ({
        input, part, probe, sender: 'raw' as const, fault: (control: HttpRequest) => fault(control, context.target.url.host), expect: [clientError(requirement)],
      }))
    },
    explain: {
      sends: 'Well-formed requests to a server on the loopback interface that name a foreign host: in Host, beside the right Host, hidden behind a local name, and in an absolute request target.',
      expects: 'A 4xx status for each, and no effect.',
      why: 'A web page whose name was pointed at this machine sends its own name as the host, and its browser takes the server for the origin of the page.',
      failure: 'The Host is not looked at, is compared by its beginning, or the authority of an absolute target passes it by.',
      fix: 'Accept exactly the names that the server is meant to have, take the authority of an absolute target for the host (RFC 9112 §3.2.2), and refuse a repeated Host.',
    },
  }),
]

/** Behind a name of its own a server may leave the choice of hosts to whatever stands before it. */
function notLocal({ url }: TargetProfile): string | undefined {
  const local = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  return local ? undefined : 'the target is not on the loopback interface'
}
