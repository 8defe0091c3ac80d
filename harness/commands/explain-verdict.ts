/** `explain-verdict FILE`: an envelope in; the verdict, and what every check was made of, out. */
import { createReadStream } from 'node:fs'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { HarnessError } from '../errors.ts'
import { visibleLine } from '../evidence/visible.ts'
import { painter, type Paint, type Style } from '../reporters/text.ts'
import type { Terminal } from './terminal.ts'

/** What the composition root brings: the reading of `accept_handoff` that the reference server has. */
export type ExplainVerdict = (given: unknown) => Promise<ExplainedVerdict>

export type ExplainedVerdict =
  | { readonly ok: true; readonly explanation: object; readonly sections: readonly Section[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly field: string | undefined }

interface Section {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'not-reached' | undefined
  readonly facts: readonly (readonly [label: string, text: string])[]
}

export interface ExplainVerdictOptions {
  readonly json?: boolean
}

/** As much as the reference server takes in one message. */
const largestFile = 8 * 1024 * 1024

/** A container more than a transport lets through, for the wrapper. */
const maxDepth = 65

/**
 * @param file Path of a JSON file, or `-` for standard input.
 * @throws HarnessError `envelope_unreadable`, `envelope_invalid`
 */
export async function explainVerdictCommand(terminal: Terminal, explain: ExplainVerdict, file: string, { json }: ExplainVerdictOptions = {}): Promise<void> {
  const name = file === '-' ? 'standard input' : file
  const explained = await explain(parse(await read(file, name), name))
  if (!explained.ok) {
    const field = explained.field === undefined ? '' : ` in ${visibleLine(explained.field)}`
    throw new HarnessError('envelope_invalid', `accept_handoff refuses ${name} as ${explained.code}${field}: ${explained.message.replace(/\.$/, '')}`)
  }
  terminal.out(json === true ? `${JSON.stringify(explained.explanation, undefined, 2)}\n` : verdictText(explained.sections, terminal))
}

async function read(file: string, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > largestFile) break
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new HarnessError('envelope_unreadable', `${name} cannot be read (${reason})`, { cause: error })
  }
  if (bytes > largestFile) throw new HarnessError('envelope_unreadable', `${name} has more than ${largestFile} bytes`, { remedy: 'Leave out what the verdict does not need; no server takes more in one message.' })
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer, name: string): unknown {
  try {
    return parseStrictJson(bytes, { maxDepth })
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    throw new HarnessError('envelope_invalid', `${name} is no JSON that a server would take: ${error.message.replace(/^The text /, 'it ').replace(/\.$/, '')}`, { cause: error })
  }
}

const styles: Readonly<Record<NonNullable<Section['state']>, Style>> = { passed: 'green', failed: 'red', skipped: 'dim', 'not-reached': 'yellow' }

/** Of one value; all of it is in the JSON. */
const longestValue = 1000

function verdictText(sections: readonly Section[], { color }: Terminal): string {
  const paint = painter(color)
  return `${sections.map((section) => sectionText(section, paint)).join('\n\n')}\n`
}

function sectionText({ title, state, facts }: Section, paint: Paint): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length))
  const lines = facts.map(([label, text]) => `  ${label.padEnd(width)}  ${cut(text)}`)
  return [`${paint('bold', title)}${state === undefined ? '' : `: ${paint(styles[state], state)}`}`, ...lines].join('\n')
}

/** One line, however long, so that a preimage can be copied. */
function cut(text: string): string {
  const rest = text.length - longestValue
  return rest <= 0 ? visibleLine(text) : `${visibleLine(text.slice(0, longestValue))}… (${rest} more; --json shows all)`
}
