/** Reads what a command is given as a file, or as standard input where the file is called `-`. */
import { createReadStream } from 'node:fs'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { CommandError } from '../errors.ts'

/** As much as a server takes in one message, in bytes. */
const largest = 8 * 1024 * 1024

/** The text as it is, line ends and a byte order mark included. @throws CommandError `input_unreadable` */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new CommandError('input_unreadable', `${nameOf(path)} is not valid UTF-8`, 'save it as UTF-8', { cause: error })
  }
}

/** @throws CommandError `input_unreadable` */
export async function readJsonFile(path: string): Promise<unknown> {
  const bytes = await readBytes(path)
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const fault = error.message.replace(/^The text /, '').replace(/\.$/, '')
    throw new CommandError('input_unreadable', `${nameOf(path)} ${fault}`, 'write it as strict JSON', { cause: error })
  }
}

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of path === '-' ? process.stdin : createReadStream(path)) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > largest) break
    }
  } catch (error) {
    throw new CommandError('input_unreadable', `${nameOf(path)} cannot be read (${String((error as NodeJS.ErrnoException).code)})`, 'check the path; - reads standard input', { cause: error })
  }
  if (bytes > largest) throw new CommandError('input_unreadable', `${nameOf(path)} has more than ${largest} bytes`, 'leave out what the receiver does not need')
  return Buffer.concat(chunks)
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path
}
