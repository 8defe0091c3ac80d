/** One line for the log about a fault of the server, without anything that a caller sent. */
import { StoreError } from '../store/errors.ts'

/** An unexpected error is told by its kind and place only: its message could repeat the input. */
export function faultLine(tool: string, error: unknown): string {
  if (error instanceof StoreError) return `${tool} failed: ${error.message}`
  if (!(error instanceof Error)) return `${tool} failed: something that is no error was thrown`
  const detail = typeof error.cause === 'string' ? ` (${error.cause})` : ''
  return `${tool} failed: ${error.name}${detail} ${firstFrame(error)}`.trimEnd()
}

function firstFrame(error: Error): string {
  const frame = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return frame === undefined ? '' : frame.trim()
}
