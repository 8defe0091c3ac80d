/**
 * From what a registry vector writes to the bytes of its file: a text of parts, `{"$repeat": [TEXT, COUNT]}` and
 * `{"$series": [TEXT, FROM, TO]}`, where each number stands for `{n}`, or Base64.
 */
import { isJsonObject } from '../../wire/json.ts'

/** More than any limit that a vector could be about; a mistake in a file must not eat the memory. In characters. */
const maxLength = 16 * 1024 * 1024
const maxSeries = 10_000

export type VectorText = string | readonly (string | { readonly $repeat: readonly [string, number] } | { readonly $series: readonly [string, number, number] })[]

/** @throws Error where a part is malformed. */
export function fileBytes(file: { readonly text: VectorText } | { readonly base64: string }): Buffer {
  return 'text' in file ? Buffer.from(expandText(file.text), 'utf8') : Buffer.from(file.base64, 'base64')
}

/** @throws Error where a part is malformed. */
export function expandText(text: VectorText): string {
  if (typeof text === 'string') return text
  return text.map((part) => {
    if (typeof part === 'string') return part
    if ('$repeat' in part) return repeated(part.$repeat)
    return numbers(part.$series).map((number) => numbered(part.$series[0], number) as string).join('')
  }).join('')
}

/** @throws Error where a series is malformed. */
export function expandEntries<Entry>(entries: readonly (Entry | { readonly $series: readonly [Entry, number, number] })[]): readonly Entry[] {
  return entries.flatMap((entry) => {
    const $series = seriesIn(entry)
    if ($series === undefined) return [entry as Entry]
    return numbers($series).map((number) => numbered($series[0], number) as Entry)
  })
}

function seriesIn(entry: unknown): readonly [unknown, number, number] | undefined {
  return isJsonObject(entry) ? entry['$series'] as readonly [unknown, number, number] | undefined : undefined
}

function repeated([text, count]: readonly [string, number]): string {
  if (!Number.isInteger(count) || count < 0 || text.length * count > maxLength) throw new Error('the count of $repeat is no whole number, or too large')
  return text.repeat(count)
}

function numbers([, from, to]: readonly [unknown, number, number]): readonly number[] {
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < from || to - from >= maxSeries) throw new Error('the bounds of $series are no whole numbers, or too far apart')
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** With the number in the place of `{n}`, in every text. */
function numbered(value: unknown, number: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(number))
  if (Array.isArray(value)) return value.map((item) => numbered(item, number))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbered(member, number)]))
}
