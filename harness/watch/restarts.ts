/**
 * Tells when a server that runs by itself has restarted. A connection that is held open ends with the process, so that
 * even a quick restart is seen; where the port stays open, what the server says of itself decides.
 */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Changes } from './changes.ts'

export interface RestartOptions {
  readonly url: URL
  /** What tells one version of the server from another; undefined where it gives no answer. */
  readonly fingerprint: () => Promise<string | undefined>
  /** Between two attempts to reach a server that is down, in ms (default 200). */
  readonly retryMs?: number
  /** How long a connection is held, in ms. */
  readonly holdMs?: number
}

/** How long one connection is held: shorter than servers let an idle one be, so that an earlier end tells something. In ms. */
const defaultHoldMs = 3_000
/** After how many connections it is asked again what it says of itself: a proxy keeps its port open. */
const askEvery = 5
/** A server that ends so many in a row by itself is one that ends idle connections sooner. */
const maxUnexplained = 3

export function watchRestarts({ url, fingerprint, retryMs = 200, holdMs = defaultHoldMs }: RestartOptions): Changes {
  const closed = new AbortController()
  const { signal } = closed
  let heard: () => void = () => undefined

  /** Resolves once it answers, which is later than that its port opens. */
  const answering = async (): Promise<string | undefined> => {
    while (!signal.aborted) {
      const said = await fingerprint()
      if (said !== undefined) return said
      await pause(retryMs, undefined, { signal }).catch(() => undefined)
    }
    return undefined
  }
  const watch = async (): Promise<void> => {
    let known = await fingerprint()
    let unexplained = 0
    for (let held = 0; !signal.aborted; held += 1) {
      const how = await hold(url, holdMs, signal)
      if (signal.aborted) return
      if (how === 'kept') unexplained = 0
      if (how === 'kept' && held % askEvery !== 0) continue
      const said = await answering()
      if (said === undefined) return
      if (how === 'ended' && said === known) unexplained += 1
      if (how === 'refused' || said !== known || (how === 'ended' && unexplained < maxUnexplained)) {
        known = said
        heard()
      }
    }
  }
  watch().catch(() => undefined)

  return {
    waitsFor: `a restart of the server at ${url.host}`,
    listen(hear) { heard = hear },
    close() { closed.abort() },
  }
}

/** `refused`: nothing took the connection. `ended`: it was ended from the other side. `kept`: it lasted that long. */
async function hold(url: URL, holdMs: number, signal: AbortSignal): Promise<'refused' | 'ended' | 'kept'> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return new Promise((resolve) => {
    let how: 'refused' | 'ended' | 'kept' = 'refused'
    const socket = connect({ host: url.hostname.replaceAll(/^\[|\]$/g, ''), port })
    const leave = (): void => {
      if (how === 'ended') how = 'kept'
      socket.destroy()
    }
    const timer = setTimeout(leave, holdMs)
    signal.addEventListener('abort', leave, { once: true })
    socket.once('connect', () => { how = 'ended' })
    socket.on('error', () => undefined)
    socket.resume()
    socket.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve(how)
    })
  })
}
