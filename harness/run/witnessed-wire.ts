/** The wire of a case: each exchange stands where it began, and an open stream is known with what has come on it so far. */
import { isJsonObject, readJson } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import { headOnly, isOpenStream } from '../wire/stream.ts'
import type { OpenStream, SseEvent, Wire } from '../wire/wire.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { lastFew } from './last-few.ts'

export function witnessedWire(wire: Wire, log: Pick<ExchangeLog, 'note' | 'apart' | 'begun'>): Wire {
  return {
    ...wire,
    async send(request, options) {
      const begun = log.begun()
      const reaction = await log.apart(async () => wire.send(request, options))
      log.note({ kind: 'http', request, reaction }, [reaction], begun)
      return reaction
    },
    async stream(request, options) {
      const begun = log.begun()
      const answer = await log.apart(async () => wire.stream(request, options))
      if (!isOpenStream(answer)) {
        log.note({ kind: 'http', request, reaction: answer }, [answer], begun)
        return answer
      }
      const messages = lastFew<JsonObject>()
      const stream: OpenStream = {
        status: answer.status,
        headers: answer.headers,
        get ended() { return answer.ended },
        get problem() { return answer.problem },
        async next(timeoutMs) {
          const event = await answer.next(timeoutMs)
          for (const message of messageOf(event)) messages.add(message)
          return event
        },
        close() { answer.close() },
      }
      log.note({ kind: 'http', request, reaction: headOnly(answer), messages: messages.all }, [stream], begun)
      return stream
    },
  }
}

function messageOf(event: SseEvent | undefined): readonly JsonObject[] {
  const reading = event === undefined || event.data === '' ? undefined : readJson(event.data)
  return reading?.ok === true && isJsonObject(reading.value) ? [reading.value] : []
}
