/** Log lines as JSON, so that whoever collects the metrics of a server can read every line of it the same way. */
import type { Clock } from '../handoff/types.ts'

/** A line that is a JSON object as it is, such as an audit line; any other with the time, as one line of JSON. */
export function jsonLine(line: string, clock: Clock): string {
  return isJsonObject(line) ? line : JSON.stringify({ time: new Date(clock()).toISOString(), message: line })
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
