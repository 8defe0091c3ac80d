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

/** Draws on a terminal, at most ten times a second and at least once a second while something runs. */
export function drawProgress(terminal: { write(text: string): unknown; columns?: number }, options: { color: boolean; now?: () => number }): LiveProgress {
  const now = options.now ?? Date.now
  const start = now()
  let progress = noProgress
  let drawn = 0
  const draw = (): void => {
    drawn = now()
    terminal.write(eraseLine + progressLine(progress, drawn - start, { color: options.color, columns: terminal.columns ?? 80 }))
  }
  const timer = setInterval(draw, 1_000)
  timer.unref()
  return {
    accept(event) {
      progress = advance(progress, event)
      if (now() - drawn >= 100) draw()
    },
    end() {
      clearInterval(timer)
      terminal.write(eraseLine)
    },
  }
}
