/**
 * The live line of a run on a terminal: how many are done, what runs, what failed, how long it takes. The line is a
 * pure function of the events so far; drawing it is the edge.
 */
import type { RunEvent } from '../run/events.ts'
import { duration, painter } from './text.ts'

export interface Progress {
  readonly planned: number
  readonly done: number
  readonly failed: number
  readonly running: readonly string[]
}

export const noProgress: Progress = { planned: 0, done: 0, failed: 0, running: [] }

export function advance(progress: Progress, event: RunEvent): Progress {
  switch (event.type) {
    case 'run-start':
      return { ...progress, planned: event.planned }
    case 'case-start':
      return { ...progress, running: [...progress.running, event.id] }
    case 'case-end':
      return {
        ...progress,
        done: progress.done + 1,
        failed: progress.failed + Number(event.result.outcome === 'fail'),
        running: progress.running.filter((id) => id !== event.result.id),
      }
    case 'target':
    case 'finding':
    case 'failure':
    case 'run-end':
      return progress
  }
}

/** One line that fits the terminal, without line end. */
export function progressLine(progress: Progress, elapsedMs: number, { color, columns }: { color: boolean; columns: number }): string {
  const { done, planned, failed, running } = progress
  const paint = painter(color)
  const counted = `${done}/${planned} done, ${failed} failed, ${duration(elapsedMs)}`
  const now = running.length === 0 ? '' : `  ${running.join(' ')}`
  const room = Math.max(columns - 1, 1)
  const line = (counted + now).slice(0, room)
  return failed > 0 ? paint('red', line.slice(0, counted.length)) + line.slice(counted.length) : line
}

export interface LiveProgress {
  accept(event: RunEvent): void
  /** Takes the line off the terminal. */
  end(): void
}

const eraseLine = '\r\u001b[2K'

/** Between two lines that stay, in ms. */
const plainEveryMs = 10_000

/**
 * Draws on a terminal, at most ten times a second and at least once a second while something runs. Without colour no
 * line is redrawn, since that takes escape codes too: a new one is written now and then.
 */
export function drawProgress(terminal: { write(text: string): unknown; columns?: number }, options: { color: boolean; now?: () => number }): LiveProgress {
  const now = options.now ?? Date.now
  const start = now()
  let progress = noProgress
  const everyMs = options.color ? 100 : plainEveryMs
  let drawn = options.color ? 0 : start
  const draw = (): void => {
    // Some terminals say 0 where they do not know.
    const line = progressLine(progress, now() - start, { color: options.color, columns: (terminal.columns ?? 0) > 0 ? terminal.columns ?? 80 : 80 })
    drawn = now()
    terminal.write(options.color ? eraseLine + line : `${line}\n`)
  }
  const timer = setInterval(draw, options.color ? 1_000 : plainEveryMs)
  timer.unref()
  return {
    accept(event) {
      progress = advance(progress, event)
      if (now() - drawn >= everyMs) draw()
    },
    end() {
      clearInterval(timer)
      if (options.color) terminal.write(eraseLine)
    },
  }
}
