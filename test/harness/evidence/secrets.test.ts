import t from 'tap'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'

t.test('a secret that is learnt late is found from then on, and those before it still are', async (t) => {
  const secrets = createSecretRegistry()
  const text = Buffer.from('first 0123456789abcdef, then fedcba9876543210, and ZmVkY2JhOTg3NjU0MzIxMA==')
  t.strictSame(secrets.find(text), [])
  secrets.add('0123456789abcdef')
  t.equal(secrets.find(text).length, 1)
  secrets.add('fedcba9876543210')
  t.equal(secrets.find(text).length, 3, 'itself, and in base64')
  t.equal(secrets.size, 2)
})
