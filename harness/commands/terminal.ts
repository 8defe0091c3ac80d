/** Where a command's words go: stdout for the result, stderr for progress and errors, and what each can show. */
import type { Writable } from 'node:stream'
import { HarnessError } from '../errors.ts'
import { visibleText } from '../evidence/visible.ts'
import { endLines } from './target-log.ts'

export interface Terminal {
  /** The result. A reader that has gone away is no error. */
  out(text: string): void
  /** Progress, warnings and errors. */
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly color: boolean
  readonly columns: number
  /** Whether somebody or something says how wide lines may be; otherwise `columns` is a guess for what nobody looks at yet. */
  readonly isWidthKnown?: boolean
  /** The stream on which progress may be redrawn; undefined where it is no terminal. */
  readonly live: { write(text: string): unknown; columns?: number } | undefined
  readonly liveColor: boolean
  /** Resolves once what was said has left the process. */
  flushed(): Promise<void>
}

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

export interface Streams {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
}

export function createTerminal({ stdout, stderr, env }: Streams): Terminal {
  stdout.on('error', (error: NodeJS.ErrnoException) => { ignoreGoneReader(error, 'stdout') })
  stderr.on('error', (error: NodeJS.ErrnoException) => { ignoreGoneReader(error, 'stderr') })
  // NO_COLOR: any value but the empty string asks for none (no-color.org).
  const colorful = (stream: OutputStream): boolean => stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  const width = ownWidth(stdout) ?? wantedWidth(env)
  return {
    out: (text) => void (stdout.writable && stdout.write(text)),
    err: (text) => void (stderr.writable && stderr.write(text)),
    env,
    color: colorful(stdout),
    columns: width ?? (stdout.isTTY === true ? 80 : 100),
    isWidthKnown: width !== undefined,
    live: stderr.isTTY === true && env['TERM'] !== 'dumb' ? stderr : undefined,
    liveColor: colorful(stderr),
    async flushed() {
      await Promise.all([drained(stdout), drained(stderr)])
    },
  }
}

/** Of a terminal, some of which say 0 where they do not know. */
const ownWidth = ({ isTTY, columns }: OutputStream): number | undefined => (isTTY === true && columns !== undefined && columns > 0 ? columns : undefined)

/** COLUMNS, where it is a width: no terminal says one. */
function wantedWidth({ COLUMNS: text = '' }: Streams['env']): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** @throws HarnessError `evidence_write_failed`, where nobody can catch it: what was to be said is lost. */
function ignoreGoneReader(error: NodeJS.ErrnoException, name: string): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || error.code === 'EIO') return
  throw new HarnessError('evidence_write_failed', `${name} cannot be written (${error.code ?? 'unknown error'})`, { cause: error, remedy: `Check the space where ${name} goes, then run again.` })
}

async function drained(stream: OutputStream): Promise<void> {
  if (!stream.writable) return
  await new Promise<void>((resolve) => {
    stream.once('close', resolve)
    stream.write('', () => { resolve() })
  })
}

/** What, where, and how to mend it; with the code that the documentation knows it by. */
export function errorText(error: HarnessError): string {
  const log = error.log === undefined ? '' : endLines(error.log)
  return visibleText(`error: ${error.message}\n${log === '' ? '' : `what it wrote:\n${log}`}${error.remedy}\n[${error.code}]\n`)
}
