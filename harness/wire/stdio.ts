/**
 * A server that is a child process and speaks on its stdin and stdout. The harness holds every byte of it: it writes
 * any bytes, split as asked, knows all that came on stdout and stderr, and believes none of it; whatever the process
 * does, it and what it started are gone in the end.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { createLogTail } from '../fixture/log-tail.ts'
import { spawnGroup } from '../fixture/spawn-group.ts'
import type { GroupExit, ProcessGroup } from '../fixture/spawn-group.ts'
import { StdoutReader } from './stdio-lines.ts'
import type { StdoutFault, StdoutLine } from './stdio-lines.ts'

/** How a server is started. */
export interface StdioCommand {
  readonly command: readonly string[]
  /** On top of the harness's own environment; undefined takes a variable of it away. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

export interface StdioLimits {
  /** Longest line of stdout that is read, in bytes. */
  readonly maxLineBytes: number
  /** All of stdout; a process that writes more is killed. */
  readonly maxOutputBytes: number
  /** Lines of stdout, whatever they hold; a process that writes more is killed. */
  readonly maxLines: number
  /** How much of stderr is kept, in UTF-16 code units; what stands between its beginning and its end is given up first. */
  readonly maxLogChars: number
  /** What may wait to be read by the process, in bytes; more is not written. */
  readonly maxPendingBytes: number
}

const defaultStdioLimits: StdioLimits = {
  maxLineBytes: 8 * 1024 * 1024,
  maxOutputBytes: 512 * 1024 * 1024,
  maxLines: 250_000,
  maxLogChars: 4 * 1024 * 1024,
  maxPendingBytes: 64 * 1024 * 1024,
}

/** How it ended. */
export interface StdioEnd extends GroupExit {
  /** In words that hold nothing of what it wrote. */
  readonly how: string
  /** True where the harness ended it by a signal. */
  readonly forced: boolean
  /** True where it had been told to end: its stdin was closed, or it got a signal. */
  readonly asked: boolean
}

export interface StdioProcess {
  readonly pid: number | undefined
  readonly running: boolean
  /** Resolves once it has ended and all that it wrote has been read. Never rejects. */
  readonly ended: Promise<StdioEnd>
  /** Undefined until then. */
  readonly end: StdioEnd | undefined
  /** What came on stdout so far that is no message, with how often. */
  readonly faults: ReadonlyMap<StdoutFault, number>
  /** Messages on stdout; how many of them were requests, and how many lines ended in CR LF or were arrays. */
  readonly counts: { readonly messages: number; readonly requests: number; readonly carriageReturns: number; readonly batches: number }
  /** What it wrote to stderr, up to a cap. */
  stderr(): string
  /** Bytes that it has not taken yet. */
  readonly pendingBytes: number
  /** Receives every line from now on; those that came before anybody listened come first. */
  listen(listener: (line: StdoutLine) => void): void
  /**
   * Writes these bytes, each part by itself, with a pause of `pauseMs` between two (default: none).
   * @returns Once the process was given them; false where it has ended, or leaves too much unread.
   */
  write(parts: readonly (string | Uint8Array)[], options?: { readonly pauseMs?: number }): Promise<boolean>
  /** Closes its stdin, once all that was written has been taken. */
  endInput(): void
  /** To everything that the command started. */
  signal(signal: NodeJS.Signals): void
  /** Stops and goes on reading its stdout. */
  pauseOutput(paused: boolean): void
  /** Closes its stdin, waits, then SIGTERM, then SIGKILL; nothing of it is left afterwards. May be called twice. */
  close(graceMs?: number): Promise<void>
}

/** What a process may leave behind for so long after its own end. In ms. */
const leftoverMs = 2_000
/** Output of a process that has ended is waited for so long. In ms. */
const flushMs = 2_000
/** Lines that nobody has asked for yet, and their bytes. */
const maxBacklog = { lines: 10_000, bytes: 16 * 1024 * 1024 }

/** Starts it at once; a command that does not exist ends at once. @throws HarnessError `target_start_failed` for an empty command. */
export function startStdio({ command, env, cwd }: StdioCommand, given: Partial<StdioLimits> = {}): StdioProcess {
  const limits = { ...defaultStdioLimits, ...given }
  const reader = new StdoutReader(limits.maxLineBytes)
  const log = createLogTail(limits.maxLogChars)
  const decoder = new TextDecoder()
  const faults = new Map<StdoutFault, number>()
  const counts = { messages: 0, requests: 0, carriageReturns: 0, batches: 0 }
  const backlog: StdoutLine[] = []
  let listener: ((line: StdoutLine) => void) | undefined
  let outputBytes = 0
  let backlogBytes = 0
  let lines = 0
  /** It wrote more than is read. */
  let over = false
  let forced = false
  let asked = false
  let end: StdioEnd | undefined
  /** Of parts that wait to be taken: what the process never reads must not be waited for after its end. */
  const unwritten = new Set<() => void>()
  const { promise: flushed, resolve: onClosed } = Promise.withResolvers<void>()

  const accept = (line: StdoutLine): void => {
    if (line.kind === 'fault') faults.set(line.fault, (faults.get(line.fault) ?? 0) + 1)
    else {
      const messages = line.kind === 'batch' ? line.messages : [line.message]
      counts.messages += messages.length
      counts.requests += messages.filter((message) => Object.hasOwn(message, 'method') && Object.hasOwn(message, 'id')).length
      if (line.kind === 'batch') counts.batches += 1
      if (line.carriageReturn) counts.carriageReturns += 1
    }
    if (listener !== undefined) listener(line)
    else if (backlog.length < maxBacklog.lines && backlogBytes < maxBacklog.bytes) {
      backlog.push(line)
      backlogBytes += line.kind === 'fault' ? 0 : line.bytes.length
    }
  }
  const read = (bytes: Uint8Array): void => {
    for (const line of reader.push(bytes)) {
      over ||= lines === limits.maxLines
      if (over) return
      lines += 1
      accept(line)
    }
  }
  const force = async (how: 'stop' | 'kill', graceMs?: number): Promise<void> => {
    if (group.running) forced = true
    await (how === 'stop' ? group.stop(graceMs) : group.kill())
  }
  const group: ProcessGroup = spawnGroup({
    command, env, leftoverMs,
    ...(cwd === undefined ? {} : { cwd }),
    streams: {
      stdout(bytes) {
        outputBytes += bytes.length
        over ||= outputBytes > limits.maxOutputBytes
        if (!over) read(bytes)
        if (over) void force('kill')
      },
      stderr(bytes) { log.append(decoder.decode(bytes, { stream: true })) },
      closed: onClosed,
    },
  })
  const { stdin } = group
  const ended = (async (): Promise<StdioEnd> => {
    const how = await group.ended
    group.pauseOutput(false)
    const giveUp = new AbortController()
    await Promise.race([flushed, pause(flushMs, undefined, { signal: giveUp.signal }).catch(() => undefined)])
    giveUp.abort()
    if (!over) for (const line of reader.end()) accept(line)
    for (const giveUp of unwritten) giveUp()
    end = { code: group.exit?.code, signal: group.exit?.signal, leftover: group.exit?.leftover, how, forced, asked }
    return end
  })()

  const writePart = async (part: string | Uint8Array): Promise<boolean> => {
    if (stdin === undefined || !stdin.writable || !group.running) return false
    const bytes = Buffer.from(part as string)
    if (stdin.writableLength + bytes.length > limits.maxPendingBytes) return false
    return new Promise<boolean>((resolve) => {
      const giveUp = (): void => { resolve(false) }
      unwritten.add(giveUp)
      stdin.write(bytes, (error) => {
        unwritten.delete(giveUp)
        resolve(error === undefined || error === null)
      })
    })
  }
  return {
    pid: group.pid,
    get running() { return group.running },
    ended,
    get end() { return end },
    faults,
    counts,
    stderr: () => log.text(),
    get pendingBytes() { return stdin?.writableLength ?? 0 },
    listen(next) {
      listener = next
      for (const line of backlog.splice(0)) next(line)
    },
    async write(parts, { pauseMs = 0 } = {}) {
      for (const [index, part] of parts.entries()) {
        if (index > 0) await (pauseMs === 0 ? turn() : pause(pauseMs))
        if (!await writePart(part)) return false
      }
      return true
    },
    endInput() {
      asked ||= group.running
      stdin?.end()
    },
    signal(signal) {
      asked ||= group.running
      group.signal(signal)
    },
    pauseOutput(paused) { group.pauseOutput(paused) },
    async close(graceMs = 2_000) {
      group.pauseOutput(false)
      asked ||= group.running
      stdin?.end()
      const patience = new AbortController()
      await Promise.race([ended, pause(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
      patience.abort()
      if (group.running) await force('stop', 2_000)
      await ended
    },
  }
}
