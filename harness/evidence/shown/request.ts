/** A request as a reader may see it, with what sets it apart from its control. */
import type { ShownLine } from '../../run/outcome.ts'
import type { HttpRequest } from '../../wire/message.ts'
import { fieldValues } from '../../wire/message.ts'
import { type KeptBody, bodyLines, bodySize, byteDifference, readBody, type ReadBody } from './body.ts'
import { markDifferences } from './difference.ts'
import { fieldLine, requestFields, withoutQuery } from './fields.ts'
import { bounded } from './measured.ts'
import type { Line } from './message-lines.ts'
import type { KnownToken } from './tokens.ts'

/** A request whose body may have been cut for keeping. */
export interface KeptRequest extends Omit<HttpRequest, 'body'> {
  readonly body: KeptBody
}

export function requestLines(faulty: KeptRequest, control: KeptRequest | undefined, known: readonly KnownToken[]): ShownLine[] {
  const [body, controlBody] = [bodyOf(faulty), control === undefined ? undefined : bodyOf(control)]
  return [
    ...markDifferences(control === undefined ? undefined : headLines(control, known), headLines(faulty, known)),
    ...sizeLines(faulty, body, control, controlBody),
    ...contentLines(faulty, body, control, controlBody, known),
  ]
}

function headLines({ method, target, headers }: KeptRequest, known: readonly KnownToken[]): Line[] {
  const fields = requestFields(headers)
  const rest = headers.length - fields.length
  return [
    { text: `${bounded(method, 60)} ${bounded(withoutQuery(target, known))} HTTP/1.1`, meaning: `${method} ${target}` },
    ...fields.map((field): Line => ({ text: fieldLine(field, known), meaning: `${field[0]}: ${field[1]}` })),
    ...(rest > 0 ? [{ text: `… and ${rest} more fields`, meaning: JSON.stringify(headers.slice(fields.length)) }] : []),
  ]
}

/** A body that has gone or come is a difference; another size only follows from one. */
function sizeLines(faulty: KeptRequest, body: ReadBody, control: KeptRequest | undefined, controlBody: ReadBody | undefined): ShownLine[] {
  const text = bodySize(faulty.body, body)
  if (control === undefined || controlBody === undefined || (controlBody.kind === 'none') === (body.kind === 'none')) return [{ text }]
  return [{ text: bodySize(control.body, controlBody), mark: '-' }, { text, mark: '+' }]
}

function contentLines(faulty: KeptRequest, body: ReadBody, control: KeptRequest | undefined, controlBody: ReadBody | undefined, known: readonly KnownToken[]): ShownLine[] {
  if (body.kind === 'none') return []
  const comparable = controlBody !== undefined && body.kind !== 'other' && controlBody.kind !== 'other'
  const lines = markDifferences(comparable ? bodyLines(controlBody, known) : undefined, bodyLines(body, known))
  if (control === undefined || lines.some(({ mark }) => mark !== undefined)) return lines
  const bytes = byteDifference(control.body.bytes, faulty.body.bytes)
  return bytes === undefined ? lines : [...lines, { text: bytes.removed, mark: '-' }, { text: bytes.added, mark: '+' }]
}

function bodyOf({ body, headers }: KeptRequest): ReadBody {
  return readBody(body, fieldValues({ headers }, 'content-type')[0])
}
