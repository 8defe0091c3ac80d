import t from 'tap'
import { proxyFaults } from './proxy-faults.ts'
import { RequestSections } from './proxy.ts'

const request = 'POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization:  Bearer t\0k\t\r\nContent-Length: 4\r\n\r\n\0\r\n\0'

t.test('the fault changes header sections and leaves bodies alone, however the bytes are cut', async (t) => {
  const wanted = Buffer.from((request.replace('t\0k', 'tk')).repeat(2), 'latin1')
  for (const size of [1, 7, 1000]) {
    const sections = new RequestSections(proxyFaults['drop-nul'] ?? String)
    const bytes = Buffer.from(request.repeat(2), 'latin1')
    const passed: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) passed.push(sections.take(bytes.subarray(at, at + size)))
    t.same(Buffer.concat(passed), wanted, `${size} at once`)
    t.equal(sections.rest().length, 0)
  }
})

t.test('a body without an announced length passes as it is', async (t) => {
  const sections = new RequestSections((header) => header.toUpperCase())
  t.equal(sections.take(Buffer.from('a: b\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n')).toString(), 'A: B\r\nTRANSFER-ENCODING: CHUNKED\r\n\r\n1\r\nx\r\n')
})

const line = (value: string): string => `GET / HTTP/1.1\r\nAuthorization:${value}\r\n\r\n`

for (const [fault, before, after] of [
  ['none', line(' Bearer t'), line(' Bearer t')],
  ['keep-white-space', line(' Bearer t'), line(' Bearer t')],
  ['keep-white-space', line('    Bearer t'), line(' _Bearer t')],
  ['keep-white-space', line(' Bearer t\t'), line(' Bearer t_')],
  ['keep-white-space', line(' Bearer  t'), line(' Bearer  t')],
  ['drop-bare-cr', line(' Bearer\rt'), line(' Bearert')],
  ['join-folded', line(' Bearer t\r\n k'), line(' Bearer tk')],
] as const) {
  t.test(`${fault} on ${JSON.stringify(before)}`, async (t) => {
    t.equal(proxyFaults[fault]?.(before), after)
  })
}
