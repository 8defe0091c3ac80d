/** What was sent and what came back, the lines that differ from the control marked by a sign, a word and a colour. */
import type { ShownExchange, ShownLine } from '../../run/outcome.ts'
import { escapeMarkup } from '../markup.ts'

/** @param before What to know before the command is run. */
export function exchangeBlock({ input, sent, received, curl, unsure }: ShownExchange, before: string | undefined): string {
  const marked = sent.some(({ mark }) => mark !== undefined)
  return [
    '<div class="exchange">',
    `<h3>Sent${input === '' ? '' : ` <small>${escapeMarkup(input)}</small>`}</h3>`,
    `<pre>${sent.map(sentLine).join('\n')}</pre>`,
    ...(marked ? ['<p class="legend"><ins>+</ins> is only in this message, <del>−</del> only in the control, which was accepted.</p>'] : []),
    ...(unsure === true ? ['<p class="legend">One of the messages that were sent for this input, the first or the last.</p>'] : []),
    '<h3>Received</h3>',
    `<pre>${received.map((line) => `  ${escapeMarkup(line)}`).join('\n')}</pre>`,
    ...(curl === undefined ? [] : ['<h3>By hand</h3>', ...(before === undefined ? [] : [`<p>To be run ${escapeMarkup(before)}.</p>`]), `<pre class="command">${escapeMarkup(curl)}</pre>`]),
    '</div>',
  ].join('')
}

function sentLine({ text, mark }: ShownLine): string {
  if (mark === undefined) return `  ${escapeMarkup(text)}`
  return mark === '+' ? `<ins>+ ${escapeMarkup(text)}</ins>` : `<del>− ${escapeMarkup(text)}</del>`
}
