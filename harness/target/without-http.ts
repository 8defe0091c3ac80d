/** What stands in for the HTTP side of a target that has none: no case that would use it is ever planned. */
import { HarnessError } from '../errors.ts'
import type { Probe } from '../run/probe.ts'
import { defaultLimits } from '../wire/message.ts'
import type { Wire } from '../wire/wire.ts'
import type { Sessions } from './sessions.ts'

/** @throws HarnessError `internal`, always. */
function noHttp(): never {
  throw new HarnessError('internal', 'this target does not speak over HTTP')
}

export function wireWithoutHttp(url: URL): Wire {
  return {
    origin: url,
    limits: defaultLimits,
    send: async () => Promise.resolve().then(noHttp),
    connect: async () => Promise.resolve().then(noHttp),
    stream: async () => Promise.resolve().then(noHttp),
  }
}

export const probeWithoutHttp: Probe = { name: 'none over HTTP', fresh: noHttp, request: noHttp, failure: noHttp }

export const sessionsWithoutHttp: Sessions = { ensure: async () => Promise.resolve(), renew: async () => Promise.resolve(), retire: async () => Promise.resolve(), id: () => undefined, close: async () => Promise.resolve() }
