/** A concurrent history as a picture: when each operation was open, so that one sees what overlapped. */
import type { DrawnOperation } from '../../fuzz/failure.ts'
import { escapeMarkup } from '../markup.ts'

/** More are only in the lines below the picture. */
const mostOperations = 60
/** In the picture's own units, as are the next ones. */
const width = 760
const rowHeight = 36
const margin = 10
const axisHeight = 24
const leastBar = 4
/** Characters of the font that fit the width. */
const mostCharacters = 104

/** @param title Which rule is broken; the picture's name for whoever hears it. @param id Of the failure. */
export function historyPicture(all: readonly DrawnOperation[], { id, title }: { readonly id: string; readonly title: string }): string {
  const operations = all.slice(0, mostOperations).map(onAxis)
  const from = Math.min(...operations.map(({ start }) => start))
  const until = Math.max(...operations.map(({ start, end }) => end ?? start))
  const room = width - 2 * margin
  // What has no answer stays open beyond the last one that came.
  const span = Math.max(until - from, 0.001) * (operations.some(({ end }) => end === undefined) ? 1.06 : 1)
  const x = (ms: number): number => margin + (room * (ms - from)) / span
  const height = operations.length * rowHeight + axisHeight
  const rest = all.length - operations.length
  return [
    '<figure class="history">',
    `<div class="scroll" role="region" aria-label="${escapeMarkup(`the picture of ${id}`)}" tabindex="0"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(`When each of ${operations.length} operations was open. ${title}`)}">`,
    ...operations.map((operation, row) => drawn(operation, row * rowHeight, x, margin + room)),
    `<text class="axis" x="${margin}" y="${height - 6}">${from.toFixed(1)} ms</text>`,
    `<text class="axis" x="${width - margin}" y="${height - 6}" text-anchor="end">${(from + span).toFixed(1)} ms</text>`,
    '</svg></div>',
    `<figcaption>Each bar is the time between question and answer${operations.some(({ end }) => end === undefined) ? '; a dashed one has no answer' : ''}${operations.some(({ unplaced }) => unplaced === true) ? '; the one with a cross finds no place in any order of the others' : ''}${rest > 0 ? `; ${rest} more operations are only listed` : ''}.</figcaption>`,
    '</figure>',
  ].join('')
}

/** An instant that no clock shows must not break the picture. */
function onAxis({ start, end, ...rest }: DrawnOperation): DrawnOperation {
  const within = (ms: number): number => Math.min(Math.max(ms, -1e12), 1e12)
  return { ...rest, start: within(start), ...(end === undefined ? {} : { end: Math.max(within(start), within(end)) }) }
}

function drawn({ index, client, label, outcome, start, end, unplaced }: DrawnOperation, top: number, x: (ms: number) => number, right: number): string {
  const words = `${unplaced === true ? '✕ ' : ''}#${index} ${client}: ${label} → ${outcome}`
  const left = x(start)
  const length = Math.max((end === undefined ? right : x(end)) - left, leastBar)
  const kind = [...(unplaced === true ? ['unplaced'] : []), ...(end === undefined ? ['open'] : [])].join(' ')
  return `<g class="operation ${kind}"><text x="${margin}" y="${top + 14}">${escapeMarkup(words.length <= mostCharacters ? words : `${words.slice(0, mostCharacters - 1)}…`)}</text>`
    + `<line class="track" x1="${margin}" x2="${right}" y1="${top + 25}" y2="${top + 25}"/><rect x="${left.toFixed(2)}" y="${top + 20}" width="${length.toFixed(2)}" height="10" rx="2"/></g>`
}
