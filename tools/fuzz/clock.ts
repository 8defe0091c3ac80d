/** One clock for servers in several processes: a file that each of them reads, moved by whoever asks the questions. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** @param nowMs ms since the epoch, with fractions. */
export function writeClock(file: string, nowMs: number): void {
  writeFileSync(`${file}.new`, String(nowMs))
  renameSync(`${file}.new`, file)
}

export function readClock(file: string): number {
  return Number(readFileSync(file, 'utf8'))
}
