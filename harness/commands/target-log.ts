/** What a target wrote to its log, for whoever looks for the cause: without a secret, nothing hidden, and not without end. */
import { redactText } from '../evidence/redact.ts'
import { endsOf } from '../fixture/log-tail.ts'
import { createSecretRegistry, type SecretRegistry } from '../evidence/secrets.ts'
import { visibleText } from '../evidence/visible.ts'

export const targetLogName = 'target.log'

/** Of the whole file, in UTF-16 code units. */
const maxChars = 512 * 1024
/** The first often name the cause, the last what came of it. */
const shown = { first: 6, last: 8 } as const
const maxLineChars = 400

/** The whole of it, as it is kept. */
export function cleanLog(text: string, secrets: SecretRegistry): string {
  // A secret cut up by what is hidden is found only before that is shown.
  return endsOf(visibleText(redactText(text, secrets)), maxChars)
}

const isTitle = (line: string): boolean => /^--- target \d+.* ---$/.test(line)

/** A target that is started several times before anything is known of it says the same each time. */
function repetition(lines: readonly string[]): { readonly block: readonly string[]; readonly times: number } {
  for (let length = 1; length * 2 <= lines.length; length += 1) {
    if (lines.length % length === 0 && lines.every((line, at) => line === lines[at % length])) return { block: lines.slice(0, length), times: lines.length / length }
  }
  return { block: lines, times: 1 }
}

/** The first and the last lines, each set off from our own words, and how many there are between them; empty where there are none. */
export function endLines(text: string, secrets: SecretRegistry = createSecretRegistry()): string {
  const all = cleanLog(text, secrets).split('\n').filter((line) => line.trim() !== '')
  const titles = all.filter((line) => isTitle(line)).length
  const said = titles === 1 ? all.filter((line) => !isTitle(line)) : all
  const { block, times } = repetition(said)
  const lines = titles === 1 ? [...all.slice(0, 1).filter(isTitle), ...block] : block
  const between = lines.length - shown.first - shown.last
  const ends = between <= 1 ? lines : [...lines.slice(0, shown.first), between, ...lines.slice(-shown.last)]
  return (times === 1 ? '' : `  (the same ${times} times, once for each try)\n`) + ends.map((line) => (typeof line === 'number' ? `  … ${line} lines between are not shown here\n` : `  | ${line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line}\n`)).join('')
}
