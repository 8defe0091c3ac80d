import t from 'tap'
import type { FaultPart } from '../../../harness/run/case.ts'
import { proveSingleFault } from '../../../harness/run/single-fault.ts'
import { withField } from '../../../harness/wire/message.ts'
import type { HttpRequest } from '../../../harness/wire/message.ts'

const control: HttpRequest = {
  method: 'POST',
  target: '/mcp',
  headers: [['Content-Type', 'application/json'], ['Authorization', 'Bearer abc+/=='], ['Accept', 'application/json']],
  body: Buffer.from('{"id":1}'),
}
const anonymous = withField(control, 'authorization')
const { body: _body, ...empty } = control

const rows: readonly { name: string; part: FaultPart; faulty: HttpRequest; proof: 'proven' | 'identical' | 'several' }[] = [
  { name: 'nothing changed', part: 'headers', faulty: { ...control }, proof: 'identical' },
  { name: 'a copy of the body is no change', part: 'body', faulty: { ...control, body: Buffer.from('{"id":1}') }, proof: 'identical' },
  { name: 'a field removed', part: 'headers', faulty: anonymous, proof: 'proven' },
  { name: 'a field moved to the end', part: 'headers', faulty: withField(control, 'content-type', 'application/json'), proof: 'proven' },
  { name: 'the case of a field name', part: 'headers', faulty: { ...control, headers: control.headers.map(([name, value]) => [name.toUpperCase(), value]) }, proof: 'proven' },
  { name: 'a field changed, but declared in the body', part: 'body', faulty: anonymous, proof: 'several' },
  { name: 'a field and the target', part: 'target', faulty: { ...anonymous, target: '/other' }, proof: 'several' },
  { name: 'one byte of the body', part: 'body', faulty: { ...control, body: Buffer.from('{"id":2}') }, proof: 'proven' },
  { name: 'another body with another type, moved to the end', part: 'body', faulty: { ...withField(control, 'content-type', 'text/plain'), body: Buffer.from('x') }, proof: 'proven' },
  { name: 'another body with another type in its place', part: 'body', faulty: { ...control, headers: control.headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/plain' : value]), body: Buffer.from('x') }, proof: 'proven' },
  { name: 'a body changed and the credentials gone', part: 'body', faulty: { ...anonymous, body: Buffer.from('{"id":2}') }, proof: 'several' },
  { name: 'the token moved into the body', part: 'body', faulty: { ...anonymous, body: Buffer.from('access_token=abc%2B%2F%3D%3D') }, proof: 'proven' },
  { name: 'another token in the body', part: 'body', faulty: { ...anonymous, body: Buffer.from('access_token=xyz') }, proof: 'several' },
  { name: 'the token also in the body', part: 'body', faulty: { ...control, body: Buffer.from('access_token=abc+/==') }, proof: 'proven' },
  { name: 'the token moved into the target', part: 'target', faulty: { ...anonymous, target: '/mcp?access_token=abc%2B%2F%3D%3D' }, proof: 'proven' },
  { name: 'the token also in the target', part: 'target', faulty: { ...control, target: '/mcp?access_token=abc+/==' }, proof: 'proven' },
  { name: 'another method without a body', part: 'method', faulty: { ...empty, method: 'GET' }, proof: 'proven' },
  { name: 'another method with another body', part: 'method', faulty: { ...control, method: 'PUT', body: Buffer.from('x') }, proof: 'several' },
  { name: 'another method without credentials', part: 'method', faulty: { ...anonymous, method: 'PUT' }, proof: 'several' },
  { name: 'the connection, with the same request', part: 'connection', faulty: { ...control }, proof: 'proven' },
  { name: 'the connection, with another request', part: 'connection', faulty: anonymous, proof: 'several' },
]
for (const { name, part, faulty, proof } of rows) {
  t.test(`${name}: ${proof}`, async (t) => {
    t.equal(proveSingleFault(control, faulty, part).kind, proof)
  })
}
