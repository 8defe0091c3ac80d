/** A badge as SVG: one word and a number that never say more than the run showed. It loads nothing and holds no script. */
import { escapeMarkup } from './markup.ts'
import { type Report, reportOf } from './report.ts'
import type { Render } from './reporter.ts'

const label = 'handoff conformance'
/** Of the label, in px; its text is fitted to it, whatever font there is. */
const labelWidth = 126
const height = 20

export const renderBadge: Render = (run) => {
  const { text, color } = badgeOf(reportOf(run))
  const width = Math.round(text.length * 6.6) + 12
  const [all, words] = [labelWidth + width, escapeMarkup(`${label}: ${text}`)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="${height}" viewBox="0 0 ${all} ${height}" role="img" aria-label="${words}">`,
    `<title>${words}</title>`,
    `<clipPath id="round"><rect width="${all}" height="${height}" rx="3"/></clipPath>`,
    `<g clip-path="url(#round)"><rect width="${labelWidth}" height="${height}" fill="#444"/><rect x="${labelWidth}" width="${width}" height="${height}" fill="${color}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    `<text x="${labelWidth / 2}" y="14" textLength="${labelWidth - 12}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(label)}</text>`,
    `<text x="${labelWidth + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`,
    '</g></svg>',
    '',
  ].join('\n')
}

/** Each dark enough for white text. */
const colors = { good: '#1a7f37', bad: '#b3261e', unsure: '#8a5a00', nothing: '#5c5c5c' } as const

function badgeOf({ counts, unexpected, gap, run }: Report): { readonly text: string; readonly color: string } {
  const failed = counts.failed + unexpected.length
  const unshown = counts.unclear + counts.unrun
  if (failed > 0) return { text: `${failed} failed${run.status === 'incomplete' ? ', incomplete' : ''}`, color: colors.bad }
  if (run.status === 'incomplete') return { text: 'incomplete', color: colors.unsure }
  if (gap !== undefined) return { text: 'nothing tested', color: colors.nothing }
  if (unshown > 0) return { text: `${unshown} not shown`, color: colors.unsure }
  const passed = counts.passed + counts.warned
  const notes = [...(counts.warned > 0 ? [`${counts.warned} warned`] : []), ...(counts.expected > 0 ? [`${counts.expected} expected to fail`] : [])]
  if (passed === 0) return { text: notes.join(', '), color: colors.unsure }
  return { text: [`${passed} passed`, ...notes].join(', '), color: counts.expected > 0 ? colors.unsure : colors.good }
}
