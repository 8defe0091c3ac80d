import t from 'tap'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HarnessError } from '../../../harness/errors.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { targetDriver } from '../../../harness/target/target-driver.ts'
import { parseTargetFile, parseTargets, readTargetFile, readTargets } from '../../../harness/target/target-file.ts'

const path = '/somewhere/handoff-target.yaml'
const start = 'start: { command: [node], url: "http://127.0.0.1:{port}/mcp" }'

t.test('a server that is started, in full', async (t) => {
  const file = parseTargetFile(`
version: 1
name: my-server
transport: http
start:
  command: [node, dist/cli.js, http]
  url: "http://127.0.0.1:{port}/mcp"
  env: { HANDOFF_MCP_PORT: "{port}", HANDOFF_MCP_DB: "{workdir}/handoffs.sqlite", HANDOFF_MCP_REGISTRY: "{registry}" }
  ready: { url: "http://127.0.0.1:{port}/readyz", timeout_ms: 20000 }
revisions: [2025-11-25, 2026-07-28]
auth:
  kind: static-bearer
registry: { format: agents-yaml }
probes: { read_only_tools: [ping], calls: { ping: { text: hi } } }
handoff: { adapter: reference }
accept_handoff: { tool: accept_handoff, issue_tool: issue, verify_tool: verify, path: "/projects/{project_id}/handoff/accept" }
limits: { rate_per_second: 50, allow_destructive: false }
expected: ./expected-failures.yaml
`, path)
  t.strictSame(file.target, {
    name: 'my-server', ratePerSecond: 50, allowDestructive: false,
    claims: {
      auth: 'static-bearer', revisions: ['2025-11-25', '2026-07-28'], adapter: referenceAdapter, readOnlyTools: ['ping'], calls: { ping: { text: 'hi' } }, 
      acceptHandoff: { tool: 'accept_handoff', issueTool: 'issue', verifyTool: 'verify', path: '/projects/{project_id}/handoff/accept' },
      registry: { format: 'agents-yaml' },
    },
  })
  t.match(file.connection, {
    kind: 'start',
    options: { command: ['node', 'dist/cli.js', 'http'], cwd: '/somewhere', ready: { timeoutMs: 20_000 }, registry: { format: 'agents-yaml' }, identities: {} },
  })
  t.equal(file.expected, '/somewhere/expected-failures.yaml')
  t.equal(targetDriver(file).kind, 'command')
  t.ok(targetDriver(file).abilities.has('rotate'))
})

t.test('a server of another family: its adapter, how deep its chains are, and a registry without projects', async (t) => {
  const file = parseTargetFile('version: 1\nstart: { command: [node], url: "http://127.0.0.1:{port}/mcp" }\nregistry: { format: agents-yaml, projects: false }\nhandoff: { adapter: agent-handoff-mcp, max_depth: 8 }\n', path)
  t.match(file, { target: { claims: { adapter: { name: 'agent-handoff-mcp' }, maxDepth: 8 } }, connection: { options: { registry: { format: 'agents-yaml', projects: false } } } })
})

t.test('servers over stdio, alone and beside HTTP', async (t) => {
  const alone = parseTargetFile('version: 1\ntransport: stdio\nstart: { command: [node, server.js, "{identity}"], env: { KEY: "{token}" } }\nauth: { kind: static-bearer, identities: { alpha: { token_env: A } } }\n', path)
  t.match(alone.connection, { kind: 'stdio', options: { name: 'node', command: ['node', 'server.js', '{identity}'], env: { KEY: '{token}' }, cwd: '/somewhere', identities: { alpha: { kind: 'env', name: 'A' } } } })
  t.strictSame([...targetDriver(alone).abilities].sort(), ['logs', 'openStdio'])
  const both = parseTargetFile('version: 1\nstart: { command: [node], url: "http://127.0.0.1:{port}/mcp", stdio: { command: [node, "{identity}"] } }\n', path)
  t.match(both.connection, { kind: 'start', options: { stdio: { command: ['node', '{identity}'], cwd: '/somewhere' } } })
  t.ok(targetDriver(both).abilities.has('openStdio'))
})

t.test('what checks a registry runs in the folder of the file', async (t) => {
  const { target } = parseTargetFile(`version: 1\n${start}\nregistry: { format: agents-yaml, projects: false, validate: { command: ["{node}", check.js, "{registry}"], many: true } }\n`, path)
  t.match(target.claims.registry, { format: 'agents-yaml', projects: false, validator: { many: true } })
  const file = parseTargetFile(`version: 1\n${start}\nregistry: { format: agents-yaml, validate: { command: [check, "{registry}"] } }\n`, path)
  t.equal(file.target.claims.registry?.validator?.many, false)
})

t.test('a driver of one\'s own, over HTTP and over stdio', async (t) => {
  const file = parseTargetFile('version: 1\nname: mine\ndriver: { command: [python3, driver.py, "{workdir}"], env: { A: b }, timeout_ms: 5000 }\n', path)
  t.strictSame(file.connection, { kind: 'driver', options: { name: 'mine', command: ['python3', 'driver.py', '{workdir}'], env: { A: 'b' }, timeoutMs: 5_000, cwd: '/somewhere', transport: 'http' } })
  t.equal(targetDriver(file).kind, 'command')
  t.match(parseTargetFile('version: 1\ntransport: stdio\ndriver: { command: [python3, driver.py] }\n', path).connection, { options: { transport: 'stdio', name: 'python3' } })
})

t.test('a list of targets, all of it or one by its name', async (t) => {
  const text = `version: 1\ntargets:\n  - { name: one, ${url} }\n  - { name: two two, url: "http://127.0.0.1:3221/mcp", expected: ./e.yaml }\n`
  const { list, targets } = parseTargets(text, path)
  t.match({ list, names: targets.map(({ target }) => target.name) }, { list: true, names: ['one', 'two two'] })
  t.equal(targets[1]?.expected, '/somewhere/e.yaml')
  t.throws(() => parseTargetFile(text, path), { code: 'target_file_invalid', message: /a list of targets, and one is wanted/ })
  const folder = await mkdtemp(join(tmpdir(), 'target-file-'))
  t.teardown(async () => { await rm(folder, { recursive: true, force: true }) })
  const file = join(folder, 'list.yaml')
  await writeFile(file, text)
  t.match(await readTargetFile(`${file}#two two`), { target: { name: 'two two' } })
  t.match(await readTargets(`${file}#one`), { list: false, targets: [{ target: { name: 'one' } }] })
  await t.rejects(readTargetFile(file), { code: 'target_file_invalid', remedy: /list\.yaml#one/ })
  await t.rejects(readTargetFile(`${file}#three`), { code: 'target_file_invalid', message: /no target "three"; there are one, two two/ })
  await t.rejects(readTargetFile(`${file}.none#one`), { code: 'target_file_unreadable' })
  await writeFile(join(folder, 'a#b.yaml'), `version: 1\n${url}\n`)
  t.match(await readTargets(join(folder, 'a#b.yaml')), { list: false, targets: { length: 1 } })
})

t.test('a server that runs already, in short', async (t) => {
  const file = parseTargetFile('version: 1\nurl: http://127.0.0.1:3220/mcp\nauth: { kind: static-bearer, identities: { alpha: { token_env: ALPHA_TOKEN }, beta: { token_file: ./beta.token } } }\n', path)
  t.match(file, {
    target: { name: '127.0.0.1:3220' },
    connection: { kind: 'url', options: { identities: { alpha: { kind: 'env', name: 'ALPHA_TOKEN' }, beta: { kind: 'file', path: '/somewhere/beta.token' } } } },
  })
  t.equal(targetDriver(file).kind, 'url')
  t.equal(targetDriver(file).abilities.size, 0)
})

t.test('clients of an authorization server', async (t) => {
  const auth = (more: string): string => `auth: { kind: oauth, oauth: { client_id: one, client_secret_env: ONE, scopes: [a], ${more} } }`
  const file = parseTargetFile(`version: 1\nurl: http://127.0.0.1:3220/mcp\n${auth('issuer: "http://127.0.0.1:1/x", resource: "https://a.example", beta: { client_id: two, client_secret_env: TWO }')}\n`, path)
  t.strictSame(file.connection, { kind: 'url', options: { url: new URL('http://127.0.0.1:3220/mcp'), identities: {}, oauth: { issuer: 'http://127.0.0.1:1/x', resource: 'https://a.example', alpha: { clientId: 'one', secretEnv: 'ONE', scopes: ['a'] }, beta: { clientId: 'two', secretEnv: 'TWO', scopes: ['a'] } } } })
  t.equal(file.target.claims.auth, 'oauth')
  t.match(parseTargetFile(`version: 1\n${start}\n${auth('')}\n`, path).connection, { kind: 'start', options: { oauth: { alpha: { clientId: 'one' } } } })
  t.match(parseTargetFile('version: 1\ndriver: { command: [python3, driver.py] }\nauth: { kind: oauth }\n', path), { target: { claims: { auth: 'oauth' } }, connection: { kind: 'driver' } }, 'a driver may get its tokens so too')
})

const url = 'url: http://127.0.0.1:3220/mcp'
const oauth = 'oauth: { client_id: a, client_secret_env: A }'
const mistakes: readonly { name: string; text: string; says: readonly RegExp[] }[] = [
  { name: 'an empty file', text: '', says: [/:1:1 the file must be object/] },
  { name: 'a list', text: '- version: 1\n', says: [/:1:1 the file must be object/] },
  { name: 'no version', text: `${url}\n`, says: [/:1:1 the file lacks "version"/] },
  { name: 'another version', text: `version: 2\n${url}\n`, says: [/:1:1 version must be 1/] },
  { name: 'a key that is mistyped', text: 'version: 1\nur1: http://127.0.0.1:1/mcp\n', says: [/:2:1 unknown key "ur1"\. Did you mean url\?/] },
  { name: 'a key that is mistyped further in', text: `version: 1\n${url}\nlimits: { rate_per_sec: 3 }\n`, says: [/:3:11 unknown key "rate_per_sec" in limits\. Did you mean rate_per_second\?/] },
  { name: 'an unknown key', text: `version: 1\n${url}\ntimeout: 3\n`, says: [/:3:1 unknown key "timeout"/] },
  { name: 'an unknown key within', text: `version: 1\nstart:\n  command: [node]\n  url: http://127.0.0.1:{port}/\n  shell: true\n`, says: [/:5:3 unknown key "shell" in start/] },
  { name: 'a key that is there twice', text: `version: 1\n${url}\nname: a\nname: b\n`, says: [/:4:1 the key is there twice/] },
  { name: 'a key twice within', text: `version: 1\n${start}\nauth: { kind: none, kind: none }\n`, says: [/:3:21 the key is there twice/] },
  { name: 'broken YAML', text: `version: 1\nurl: [\n`, says: [/:\d+:\d+ it is no valid YAML/] },
  { name: 'two documents', text: `version: 1\n${url}\n---\nversion: 1\n`, says: [/:3:1 the file must hold one document/] },
  { name: 'more mistakes than a screen holds', text: `version: 1\n${url}\n${Array.from({ length: 30 }, (_, index) => `k${index}: 1\n`).join('')}`, says: [/:22:1 unknown key "k19"\nand 10 more$/] },
  { name: 'a wrong type', text: `version: 1\n${url}\nname: 3\n`, says: [/:3:1 name must be string/] },
  { name: 'a number where a text is wanted', text: `version: 1\nstart:\n  command: [node]\n  url: http://127.0.0.1:{port}/\n  env:\n    PORT: 3220\n`, says: [/:6:5 start\.env\.PORT must be string/] },
  { name: 'an unknown kind', text: `version: 1\n${url}\nauth: { kind: basic }\n`, says: [/:3:9 auth\.kind must be one of none, static-bearer, oauth/] },
  { name: 'a token in the file', text: `version: 1\n${url}\nauth: { kind: static-bearer, identities: { alpha: { token: hunter2 } } }\n`, says: [/:3:\d+ unknown key "token"/] },
  { name: 'two sources of one token', text: `version: 1\n${url}\nauth: { kind: static-bearer, identities: { alpha: { token_env: A, token_file: b } } }\n`, says: [/auth\.identities\.alpha must NOT have more than 1/] },
  { name: 'beta without alpha', text: `version: 1\n${url}\nauth: { kind: static-bearer, identities: { beta: { token_env: B } } }\n`, says: [/:3:\d+ beta needs alpha/] },
  { name: 'identities where nobody is asked', text: `version: 1\n${url}\nauth: { kind: none, identities: { alpha: { token_env: A } } }\n`, says: [/identities contradict kind: none/] },
  { name: 'no target at all', text: 'version: 1\n', says: [/:1:1 the file lacks "url" or "start"/] },
  { name: 'two targets at once', text: `version: 1\n${url}\n${start}\n`, says: [/:3:1 "url" and "start" exclude each other/] },
  { name: 'a start without an address', text: 'version: 1\nstart: { command: [node] }\n', says: [/:2:1 start lacks "url"/] },
  { name: 'a start without a command', text: 'version: 1\nstart: { url: http://127.0.0.1/ }\n', says: [/:2:1 start lacks "command"/] },
  { name: 'an address that is none', text: 'version: 1\nurl: localhost\n', says: [/:2:1 url must be an absolute http or https address/] },
  { name: 'an address with credentials', text: 'version: 1\nurl: http://user:hunter2@127.0.0.1/\n', says: [/:2:1 url must be an absolute/] },
  { name: 'a registry of what is not started', text: `version: 1\n${url}\nregistry: { format: agents-yaml }\n`, says: [/:3:1 "registry" needs "start"/] },
  { name: 'an unknown placeholder', text: `version: 1\nstart: { command: [node, "{home}"], url: "http://127.0.0.1:{port}/" }\n`, says: [/:2:26 \{home\} is no placeholder/] },
  { name: 'a validator without the file', text: `version: 1\n${start}\nregistry: { format: agents-yaml, validate: { command: [check] } }\n`, says: [/:3:46 one word of the command must be \{registry\}/] },
  { name: 'a validator with the file within a word', text: `version: 1\n${start}\nregistry: { format: agents-yaml, validate: { command: [check, "--file={registry}"] } }\n`, says: [/\{registry\} must be a word by itself here/] },
  { name: 'a validator with a placeholder of a server', text: `version: 1\n${start}\nregistry: { format: agents-yaml, validate: { command: [check, "{registry}", "{port}"] } }\n`, says: [/\{port\} is no placeholder here; there are \{registry\}, \{node\}/] },
  { name: 'a validator without a command', text: `version: 1\n${start}\nregistry: { format: agents-yaml, validate: { many: true } }\n`, says: [/registry\.validate lacks "command"/] },
  { name: 'a registry placeholder without a registry', text: `version: 1\nstart: { command: [node], url: "http://127.0.0.1:{port}/", env: { R: "{registry}" } }\n`, says: [/\{registry\} needs "registry"/] },
  { name: 'a revision that is none', text: `version: 1\n${url}\nrevisions: [latest]\n`, says: [/:3:\d+ revisions\.0 must match pattern/] },
  { name: 'a variable that is none', text: `version: 1\nstart: { command: [node], url: "http://127.0.0.1:{port}/", env: { "A B": x } }\n`, says: [/the name "A B" must match pattern/] },
  { name: 'arguments of a tool that may not be called', text: `version: 1\n${url}\nprobes: { calls: { wipe: {} } }\n`, says: [/:3:\d+ the tool is not among read_only_tools/] },
  { name: 'a rate of nothing', text: `version: 1\n${url}\nlimits: { rate_per_second: 0 }\n`, says: [/limits\.rate_per_second must be > 0/] },
  { name: 'an unknown adapter', text: `version: 1\n${url}\nhandoff: { adapter: mine }\n`, says: [/:3:12 there is no such adapter; there are none, reference, agent-handoff-mcp, and files/] },
  { name: 'a depth that is none', text: `version: 1\n${url}\nhandoff: { adapter: reference, max_depth: -1 }\n`, says: [/handoff\.max_depth must be >= 0/] },
  { name: 'a depth where nothing is handed over', text: `version: 1\n${url}\nhandoff: { adapter: none, max_depth: 3 }\n`, says: [/:3:27 "max_depth" has no meaning with adapter: none/] },
  { name: 'projects that are neither there nor not', text: `version: 1\n${start}\nregistry: { format: agents-yaml, projects: some }\n`, says: [/registry\.projects must be boolean/] },
  { name: 'an empty list of targets', text: 'version: 1\ntargets: []\n', says: [/:2:1 targets must NOT have fewer than 1/] },
  { name: 'a list of targets beside one', text: `version: 1\n${url}\ntargets: [{ name: a, ${url} }]\n`, says: [/:2:1 "url" stands beside "targets"/] },
  { name: 'a target of a list without a name', text: `version: 1\ntargets: [{ ${url} }]\n`, says: [/:2:11 targets\.0 lacks "name"/] },
  { name: 'two targets of a list with one name', text: `version: 1\ntargets:\n  - { name: a/b, ${url} }\n  - { name: A-b, ${url} }\n`, says: [/:4:7 another target has this name/] },
  { name: 'a list within a list', text: `version: 1\ntargets: [{ name: a, targets: [] }]\n`, says: [/:2:22 unknown key "targets" in targets\.0/] },
  { name: 'a mistake within a list', text: `version: 1\ntargets:\n  - { name: a, ${url} }\n  - name: b\n    url: nowhere\n`, says: [/:5:5 url must be an absolute/] },
  { name: 'an unknown key within a list', text: `version: 1\ntargets:\n  - { name: a, ${url}, shell: yes }\n`, says: [/:3:\d+ unknown key "shell" in targets\.0/] },
  { name: 'stdio with an address', text: `version: 1\ntransport: stdio\n${url}\n`, says: [/:3:1 "url" contradicts transport: stdio/, /the file lacks "start"/] },
  { name: 'stdio with the address of what is started', text: `version: 1\ntransport: stdio\n${start}\n`, says: [/:3:\d+ "url" has no meaning with transport: stdio/] },
  { name: 'stdio with a port', text: 'version: 1\ntransport: stdio\nstart: { command: [node, "{port}"] }\n', says: [/:3:\d+ \{port\} is no placeholder here/] },
  { name: 'identities that a server over stdio never learns', text: 'version: 1\ntransport: stdio\nstart: { command: [node] }\nauth: { kind: static-bearer, identities: { alpha: { token_env: A } } }\n', says: [/:4:\d+ no text of start\.env holds \{token\}/] },
  { name: 'a token on a command line', text: 'version: 1\ntransport: stdio\nstart: { command: [node, "{token}"] }\n', says: [/:3:\d+ \{token\} may only stand in the environment/] },
  { name: 'a token that nobody gives', text: 'version: 1\ntransport: stdio\nstart: { command: [node], env: { KEY: "{token}" } }\n', says: [/\{token\} needs "auth\.identities" or "registry"/] },
  { name: 'an identity where all share one process', text: 'version: 1\nstart: { command: [node, "{identity}"], url: "http://127.0.0.1:{port}/" }\n', says: [/\{identity\} is no placeholder here/] },
  { name: 'a driver beside a start', text: `version: 1\n${start}\ndriver: { command: [python3, driver.py] }\n`, says: [/:2:1 "start" and "driver" exclude each other/] },
  { name: 'a driver beside an address and a registry', text: `version: 1\n${url}\nregistry: { format: agents-yaml }\ndriver: { command: [python3, driver.py] }\n`, says: [/:2:1 "url" and "driver" exclude each other/, /:3:1 "registry" and "driver" exclude each other/] },
  { name: 'a driver beside identities', text: 'version: 1\nauth: { kind: static-bearer, identities: { alpha: { token_env: A } } }\ndriver: { command: [python3, driver.py] }\n', says: [/:2:\d+ with "driver" the identities come from it/] },
  { name: 'a driver with a port', text: 'version: 1\ndriver: { command: [python3, driver.py, "{port}"] }\n', says: [/:2:\d+ \{port\} is no placeholder here; there are \{workdir\}, \{node\}/] },
  { name: 'a driver without a command', text: 'version: 1\ndriver: {}\n', says: [/:2:1 driver lacks "command"/] },
  { name: 'OAuth without a client', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { issuer: "https://issuer.example/" } }\n`, says: [/:3:\d+ auth\.oauth lacks "client_id"/] },
  { name: 'OAuth that nothing is said of', text: `version: 1\n${url}\nauth: { kind: oauth }\n`, says: [/:3:9 kind: oauth needs "oauth", with client_id and client_secret_env/] },
  { name: 'OAuth of another kind', text: `version: 1\n${url}\nauth: { kind: static-bearer, ${oauth} }\n`, says: [/:3:30 "oauth" contradicts kind: static-bearer/] },
  { name: 'OAuth beside tokens', text: `version: 1\n${url}\nauth: { kind: oauth, ${oauth}, identities: { alpha: { token_env: A } } }\n`, says: [/:3:\d+ identities are tokens that somebody has already/] },
  { name: 'OAuth over stdio', text: `version: 1\ntransport: stdio\nstart: { command: [node] }\nauth: { kind: oauth, ${oauth} }\n`, says: [/:4:9 OAuth is for servers that are spoken to over HTTP/] },
  { name: 'OAuth beside a registry', text: `version: 1\n${start}\nregistry: { format: agents-yaml }\nauth: { kind: oauth, ${oauth} }\n`, says: [/:4:9 with "registry" the harness makes the tokens itself/] },
  { name: 'OAuth beside a driver', text: `version: 1\ndriver: { command: [python3, driver.py] }\nauth: { kind: oauth, ${oauth} }\n`, says: [/:3:22 with "driver" the tokens come from it/] },
  { name: 'a secret in the file', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { client_id: a, client_secret: hunter2 } }\n`, says: [/:3:\d+ unknown key "client_secret"/] },
  { name: 'a secret where the name of a variable belongs', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { client_id: a, client_secret_env: "hunter2!" } }\n`, says: [/:3:\d+ auth\.oauth\.client_secret_env must match pattern/] },
  { name: 'an issuer that is no address, and a resource with a fragment', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { client_id: a, client_secret_env: A, issuer: "https://a.example/?x=1", resource: "https://a.example/#x" } }\n`, says: [/:3:\d+ issuer must be an absolute/, /:3:\d+ resource must be an absolute/] },
  { name: 'a scope of two words', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { client_id: a, client_secret_env: A, scopes: ["a b"] } }\n`, says: [/:3:\d+ auth\.oauth\.scopes\.0 must match pattern/] },
  { name: 'one client twice', text: `version: 1\n${url}\nauth: { kind: oauth, oauth: { client_id: a, client_secret_env: A, beta: { client_id: a, client_secret_env: B } } }\n`, says: [/:3:\d+ beta is the same client as alpha/] },
  { name: 'several mistakes, all told, in order', text: `version: 1\n${url}\nname: 3\nextra: 1\nauth: { kind: basic }\n`, says: [/:3:1 name must be string\n.*:4:1 unknown key "extra"\n.*:5:9 auth\.kind must be one of/] },
  { name: 'aliases that expand without end', text: `version: 1\nname: &a x\nprobes: { read_only_tools: [${Array.from({ length: 40 }, () => '*a').join(', ')}] }\n${url}\n`, says: [/./] },
  { name: 'a key that means something to JavaScript', text: `version: 1\n${url}\n__proto__: { name: x }\n`, says: [/:3:1 unknown key "__proto__"/] },
]
for (const { name, text, says } of mistakes) {
  t.test(`${name} is told with line and column`, async (t) => {
    let error: unknown
    try {
      parseTargetFile(text, path)
    } catch (thrown) {
      error = thrown
    }
    if (!(error instanceof HarnessError)) throw new Error(`not refused: ${String(error)}`)
    t.match(error, { code: 'target_file_invalid', exitCode: 2 })
    for (const each of says) t.match(error.message, each)
    t.notOk(error.message.includes('hunter2'), 'no value that could be a secret')
    t.match(error.message, /^\/somewhere\/handoff-target\.yaml:\d+:\d+ /)
  })
}

t.test('a file that is missing, a folder, or too long', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'target-file-'))
  t.teardown(async () => { await rm(folder, { recursive: true, force: true }) })
  await t.rejects(readTargetFile(join(folder, 'none.yaml')), { code: 'target_file_unreadable', message: /there is no such file/ })
  await t.rejects(readTargetFile(folder), { code: 'target_file_unreadable' })
  await writeFile(join(folder, 'long.yaml'), `# ${'x'.repeat(300_000)}\nversion: 1\n`)
  await t.rejects(readTargetFile(join(folder, 'long.yaml')), { code: 'target_file_unreadable', message: /longer/ })
  await writeFile(join(folder, 'good.yaml'), `version: 1\n${url}\n`)
  t.match(await readTargetFile(join(folder, 'good.yaml')), { connection: { kind: 'url' } })
})

t.test('a pipe that nobody writes to, or a device without end, is no target file', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'target-file-'))
  t.teardown(async () => { await rm(folder, { recursive: true, force: true }) })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  for (const path of [join(folder, 'pipe'), '/dev/zero']) {
    await t.rejects(readTargetFile(path), { code: 'target_file_unreadable', message: /is no regular file/ })
  }
})
