/**
 * A record whose every text is one line of bounded length with nothing hidden in it. A run cleans its texts when it
 * records them; a record may come from elsewhere, and no reporter relies on who wrote it.
 */
import { mapMembers } from '../evidence/map-members.ts'
import { rememberTexts } from '../evidence/remember-texts.ts'
import type { RunRecord } from '../evidence/results.ts'
import { maxFieldLength } from '../evidence/sanitise.ts'
import { visibleLine } from '../evidence/visible.ts'

/** Several reporters show the same record. */
const known = new WeakMap<RunRecord, RunRecord>()

/** A record that a run cleaned comes out as it went in. */
export function readable(run: RunRecord): RunRecord {
  const shown = known.get(run) ?? (cleaned(run, rememberTexts(cleanedText)) as RunRecord)
  known.set(run, shown)
  // What is readable stays so.
  known.set(shown, shown)
  return shown
}

function cleaned(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (value === null || typeof value !== 'object') return value
  return mapMembers(value, (member) => cleaned(member, text), text)
}

function cleanedText(text: string): string {
  // The note on what was cut away stands behind the longest field.
  const bounded = text.length <= maxFieldLength + 60 ? text : `${text.slice(0, maxFieldLength)}… (${text.length - maxFieldLength} more characters)`
  return visibleLine(bounded)
}
