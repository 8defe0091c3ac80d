/**
 * What is wrong with an input. Shape is told before size, so the first text or list that is too large is kept until
 * everything has been looked at.
 */
import { HandoffError } from '../handoff/errors.ts'
import { limits } from './limits.ts'

/** Field names can come from the caller: only so many UTF-16 units of them are repeated. */
const longestField = 100

/** @returns For throwing. */
export function invalid(field: string | undefined, message: string): HandoffError {
  return new HandoffError('invalid_input', message, field === undefined ? {} : { field: shown(field) })
}

function shown(field: string): string {
  return field.slice(0, longestField).toWellFormed()
}

export class SizeFaults {
  private first: HandoffError | undefined

  /** @param max in bytes of UTF-8 */
  text(text: string, field: string, max: number): void {
    if (text.length * 3 <= max || this.first !== undefined) return
    if (text.length > max || Buffer.byteLength(text) > max) this.note(field, `The text is longer than ${max} bytes of UTF-8.`)
  }

  /** @param max in entries */
  list(list: readonly unknown[], field: string, max: number): void {
    if (list.length > max) this.note(field, `The list has more than ${max} entries.`)
  }

  /** @throws HandoffError `payload_too_large` */
  throwFirst(): void {
    if (this.first !== undefined) throw this.first
  }

  private note(field: string, message: string): void {
    this.first ??= new HandoffError('payload_too_large', message, { field: shown(field) })
  }
}

/** A text as it stands, without trimming or normalising. @throws HandoffError `invalid_input` */
export function readText(value: unknown, field: string, sizes: SizeFaults, max: number = limits.textBytes): string {
  if (typeof value !== 'string') throw invalid(field, 'It must be a string.')
  if (!value.isWellFormed()) throw invalid(field, 'The text has half of a surrogate pair.')
  sizes.text(value, field, max)
  return value
}

/** @throws HandoffError `invalid_input` */
export function readTexts(value: unknown, field: string, sizes: SizeFaults): readonly string[] {
  if (!Array.isArray(value)) throw invalid(field, 'It must be a list of strings.')
  sizes.list(value, field, limits.tools)
  return (value as readonly unknown[]).map((entry, index) => readText(entry, `${field}[${index}]`, sizes))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
