import t from 'tap'
import { findings } from '../../../harness/target/findings.ts'

const url = new URL('https://localhost:8443/mcp')

t.test('a certificate that is not trusted is not called a server that is down', async (t) => {
  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
    const { id, title, remedy } = findings.unreachable(url, code)
    t.equal(id, 'target-unreachable')
    t.match(title, `certificate of https://localhost:8443 is not trusted (${code})`)
    t.match(remedy, 'NODE_EXTRA_CA_CERTS')
  }
})

t.test('why no connection could be made is said by its code, and nothing else of it', async (t) => {
  t.match(findings.unreachable(url, 'ECONNREFUSED'), { title: 'Nothing answers at https://localhost:8443 (ECONNREFUSED)', remedy: /Start the server/ })
  t.equal(findings.unreachable(url, 'some text of a peer').title, 'Nothing answers at https://localhost:8443')
})
