/** Whatever is written to stderr in whatever pieces comes out as lines of JSON, and nothing that Node says goes past it. */
import t from 'tap'
import { speakJsonWhereWanted } from '../../../server/commands/speak-json.ts'

t.test('every line, and Node itself', async (t) => {
  t.intercept(process, 'env', { value: { ...process.env, HANDOFF_MCP_METRICS: '1' } })
  let text = ''
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (chunk: Uint8Array | string): boolean => {
    text += String(chunk)
    return true
  }
  speakJsonWhereWanted()
  speakJsonWhereWanted()
  const lines = (): unknown[] => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)

  process.stderr.write('one\ntwo')
  t.match(lines(), [{ time: /^\d{4}-.*Z$/, message: 'one' }], 'a line that has not ended is waited for')
  process.stderr.write(Buffer.from([0x20, 0xe2, 0x82]))
  process.stderr.write(Buffer.from([0xac, 0x0a, 0x0a]))
  process.stderr.write('{"event":"as it is"}\n{"half\n[1]\n')
  t.match(lines().slice(1), [{ message: 'two €' }, { event: 'as it is' }, { message: '{"half' }, { message: '[1]' }])

  t.equal(process.listenerCount('warning'), 1, 'not that of Node')
  process.emit('warning', Object.assign(new Error('in two\nlines'), { name: 'OldWarning' }))
  t.match(lines().at(-1), { message: 'OldWarning: in two lines' })

  let code: unknown
  t.intercept(process, 'exit', { value: (given: unknown) => { code = given } })
  const [listener] = process.listeners('uncaughtException').slice(-1)
  listener?.(new TypeError('canary'), 'uncaughtException')
  process.stderr.write = write
  t.equal(code, 1)
  t.match(lines().at(-1), { message: /^handoff-server failed: TypeError at / })
  t.notMatch(text, 'canary', 'it could repeat what an agent wrote')
})
