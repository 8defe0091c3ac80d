/** Where a server that runs locally can be reached from. */
import { networkInterfaces } from 'node:os'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { createWire } from '../../harness/wire/client.ts'
import { mediaType } from '../../harness/wire/jsonrpc.ts'
import { withField } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { httpPeer } from '../support/http.ts'
import { modernHttpCase } from './define.ts'

const requirement = 'mcp-2026-07-28.local-bind'
/** Until an address that drops packets counts as out of reach, in ms. */
const patienceMs = 3_000

export const cases: readonly Case[] = [
  modernHttpCase({
    id: 'spec.loopback-only',
    title: 'A server that runs locally is not reached over the network',
    requirements: [requirement],
    needs: ['stop'],
    appliesTo: ({ url }) => (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) ? undefined : 'the target is not on the loopback interface'),
    async scenario(context) {
      const addresses = outerAddresses()
      if (addresses.length === 0) context.notApplicable('this machine has no address beside those of the loopback interface')
      const here = await ask(context, context.target.url)
      for (const [index, address] of addresses.entries()) {
        const input = `address ${index + 1} of this machine`
        await context.attempt(input, async () => {
          const there = await ask(context, new URL(`http://${address}:${context.target.url.port}`))
          const answers = there.kind === 'response'
          if (answers && !alike(here, there)) context.inconclusive('something answers there on the same port, and it is not known whether it is the target')
          context.observe({ requirement, input, ok: !answers, expected: 'no answer at the port of the target', actual: answers ? 'the target answers as it does on the loopback interface' : 'no answer' })
        })
      }
    },
    explain: {
      sends: 'A server/discover without credentials to the port of the target, at the other addresses of this machine; only where the harness has started the target here.',
      expects: 'Nothing answers there.',
      why: 'A server that is meant for this machine alone should not be within reach of everybody in the same network.',
      failure: 'The server listens on 0.0.0.0 or ::, which is the default of many frameworks.',
      fix: 'Listen on 127.0.0.1 (or ::1) unless an address is given.',
    },
  }),
]

/** One of each family at most; those of a link alone need a zone to be reached. */
function outerAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []).filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  const first = (family: string): string[] => all.filter((entry) => entry.family === family).map(({ address }) => (family === 'IPv6' ? `[${address}]` : address)).slice(0, 1)
  return [...first('IPv4'), ...first('IPv6')]
}

/** Under the name that the target knows, so that only the address differs. */
async function ask(context: CaseContext, origin: URL): Promise<Reaction> {
  const plain = withField((await httpPeer(context)).request({ method: 'server/discover' }), 'authorization')
  const wire = createWire({ origin, allowRemote: true })
  return wire.send(withField(plain, 'Host', context.target.url.host), { limits: { timeoutMs: patienceMs } })
}

function alike(one: Reaction, other: Reaction): boolean {
  return one.kind === 'response' && other.kind === 'response' && one.response.status === other.response.status && mediaType(one.response) === mediaType(other.response)
}
