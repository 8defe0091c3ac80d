/** Says of a request whether undici sends it exactly as it stands; whatever it would change or refuse goes raw. */
import { HarnessError } from '../errors.ts'
import { fieldValues } from './message.ts'
import type { HttpRequest } from './message.ts'

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
const target = /^(?:\/|https?:\/\/)[\x21-\xff]*$/

/** @throws HarnessError `internal` that names the part which only the raw sender can send. */
export function assertLibrarySends(request: HttpRequest): void {
  const problem = unsendable(request)
  if (problem === undefined) return
  throw new HarnessError('internal', `The HTTP library cannot send ${problem} as it stands`, { remedy: "Send the control and its faulty twin with the sender 'raw'." })
}

/** Whether undici, and with it any well-behaved client, sends the request exactly as it stands. */
export function isLibrarySendable(request: HttpRequest): boolean {
  return unsendable(request) === undefined
}

function unsendable(request: HttpRequest): string | undefined {
  if (!token.test(request.method) || request.method === 'CONNECT') return 'this method'
  if (!target.test(request.target)) return 'this request-target'
  for (const [name, value] of request.headers) {
    if (!token.test(name)) return 'a field name that is no token'
    if (!fieldValue.test(value)) return `this value of ${name}`
  }
  for (const name of ['transfer-encoding', 'keep-alive', 'upgrade', 'expect']) {
    if (fieldValues(request, name).length > 0) return `the field ${name}`
  }
  if (fieldValues(request, 'host').length > 1) return 'more than one Host'
  if (fieldValues(request, 'connection').some((value) => value.toLowerCase() !== 'close')) return 'a Connection other than close'
  const lengths = fieldValues(request, 'content-length')
  if (lengths.some((value) => value !== String(request.body?.length ?? 0)) || lengths.length > 1) return 'a Content-Length that is not the length of the body'
  return undefined
}
