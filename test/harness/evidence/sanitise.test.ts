import t from 'tap'
import { maxFieldLength, sanitiseText } from '../../../harness/evidence/sanitise.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'

const secret = 'Kv8sXqT3mZr0pLw7'
const secrets = createSecretRegistry()
secrets.add(secret)

t.test('a text of many megabytes costs no more than its beginning', async (t) => {
  const started = process.cpuUsage()
  const text = sanitiseText('\\u001b[31m%41<b>'.repeat(1_000_000), secrets)
  t.ok(text.length < maxFieldLength + 100)
  t.match(text, /… \(\d+ more characters\)$/)
  const { user, system } = process.cpuUsage(started)
  t.ok(user + system < 2_000_000, `${(user + system) / 1_000} ms of work`)
})

const long = 64 * 1024
const parted: readonly (readonly [name: string, text: string])[] = [
  ['at the end of what is looked into', `${'a'.repeat(long - 8)}${secret}${'b'.repeat(100_000)}`],
  ['after so many secrets that little is left of the beginning', `${`${secret} `.repeat(long / 17)}${secret}${'b'.repeat(100_000)}`],
]
for (const [name, text] of parted) {
  t.test(`a secret gives nothing of itself away ${name}`, async (t) => {
    const clean = sanitiseText(text, secrets)
    t.notMatch(clean, secret)
    t.ok(clean.length < maxFieldLength + 100)
    t.notMatch(clean.replaceAll(/[^A-Za-z0-9]/g, ''), secret.slice(0, 8))
  })
}
