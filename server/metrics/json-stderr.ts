/**
 * Makes every line of this process's stderr JSON, whoever writes it: the log, an error that ends the command, a library,
 * a warning of Node, an exception that nobody caught. What Node itself says before the program runs is out of reach.
 */
import { StringDecoder } from 'node:string_decoder'
import { faultLine } from '../tools/fault.ts'
import { jsonLine } from './json-log.ts'

let isDone = false

/** For the rest of the process. */
export function makeStderrJson(): void {
  if (isDone) return
  isDone = true
  const write = process.stderr.write.bind(process.stderr)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const take = (text: string, callback?: (error?: Error | null) => void): boolean => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    return write(lines.filter((line) => line.trim() !== '').map((line) => `${jsonLine(line, Date.now)}\n`).join(''), callback)
  }
  process.stderr.write = (chunk: Uint8Array | string, ...given: unknown[]): boolean => {
    const callback = given.find((each) => typeof each === 'function') as ((error?: Error | null) => void) | undefined
    return take(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)), callback)
  }
  process.once('exit', () => {
    if (rest !== '') take('\n')
  })
  // Node writes warnings past the stream, through a listener of its own.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => void take(`${warning.name}: ${warning.message.replaceAll('\n', ' ')}\n`))
  process.on('uncaughtException', (error: unknown) => {
    take(`${faultLine('handoff-server', error)}\n`)
    process.exit(1)
  })
}
