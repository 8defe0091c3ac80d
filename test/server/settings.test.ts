/** The environment of the server: defaults, good values, and one clear line for each bad one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isLoopback } from '../../server/http/loopback.ts'
import { readSettings, registryPath, wantsMetrics } from '../../server/settings.ts'

const defaults = {
  host: '127.0.0.1', port: 3220, db: './data/handoffs.sqlite', registry: './config/agents.yaml', allowedHosts: [], allowedOrigins: [],
  maxMessageBytes: 32_768, maxHandoffDepth: 8, ratePerMinute: 600, refusalsPerMinute: 60, policyMaxStaleS: undefined,
  metrics: false, agentId: undefined,
}

t.test('defaults, and every variable', async (t) => {
  t.same(readSettings({}), defaults)
  t.same(readSettings({ HANDOFF_MCP_PORT: '', HANDOFF_MCP_ALLOWED_HOSTS: ' ' }), defaults, 'set to nothing is unset')
  t.same(readSettings({
    HANDOFF_MCP_HOST: '0.0.0.0', HANDOFF_MCP_PORT: '0', HANDOFF_MCP_DB: 'a.sqlite', HANDOFF_MCP_REGISTRY: 'b.yaml',
    HANDOFF_MCP_ALLOWED_HOSTS: 'a.example, b.example', HANDOFF_MCP_ALLOWED_ORIGINS: 'https://a.example',
    HANDOFF_MCP_MAX_MESSAGE_BYTES: '1000', HANDOFF_MCP_MAX_HANDOFF_DEPTH: '0', HANDOFF_MCP_RATE_LIMIT: '1',
    HANDOFF_MCP_REFUSAL_LIMIT: '2', HANDOFF_MCP_POLICY_MAX_STALE_S: '0', HANDOFF_MCP_METRICS: '1', HANDOFF_AGENT_ID: 'alice',
  }), {
    host: '0.0.0.0', port: 0, db: 'a.sqlite', registry: 'b.yaml', allowedHosts: ['a.example', 'b.example'],
    allowedOrigins: ['https://a.example'], maxMessageBytes: 1000, maxHandoffDepth: 0, ratePerMinute: 1, refusalsPerMinute: 2,
    policyMaxStaleS: 0, metrics: true, agentId: 'alice',
  })
})

t.test('a bad value names its variable, and is not shown', async (t) => {
  const numbers = ['PORT', 'MAX_MESSAGE_BYTES', 'MAX_HANDOFF_DEPTH', 'RATE_LIMIT', 'REFUSAL_LIMIT', 'POLICY_MAX_STALE_S'].map((name) => `HANDOFF_MCP_${name}`)
  const rows: Array<readonly [string, string]> = [
    ...numbers.flatMap((name) => ['canary', '-1', '1.5', '1e3', '0x10', '99999999999999999999', '1 000'].map((value) => [name, value] as const)),
    ['HANDOFF_MCP_PORT', '65536'], ['HANDOFF_MCP_MAX_MESSAGE_BYTES', '0'], ['HANDOFF_MCP_RATE_LIMIT', '0'],
    ['HANDOFF_MCP_METRICS', 'true'], ['HANDOFF_MCP_HOST', 'http://canary/'], ['HANDOFF_MCP_HOST', '0.0.0.0'],
    ['HANDOFF_MCP_ALLOWED_HOSTS', 'canary,,b'], ['HANDOFF_MCP_ALLOWED_ORIGINS', 'a b'],
    // What no request could ever match.
    ...['canary.example:3220', 'https://canary.example', '*', '*.canary.example', '[::1]:3220', 'canary/'].map((value) => ['HANDOFF_MCP_ALLOWED_HOSTS', value] as const),
    ...['https://canary.example/', 'https://canary.example:443', 'http://canary.example:80', 'ftp://canary.example', 'canary.example:8080', '*', 'https://'].map((value) => ['HANDOFF_MCP_ALLOWED_ORIGINS', value] as const),
  ]
  for (const [name, value] of rows) {
    t.throws(() => readSettings({ [name]: value }), { name: 'UsageError', exitCode: 2, message: new RegExp(`^${name} (?!.*canary)[^\\n]*$`) }, `${name}=${value}`)
  }
})

t.test('hosts and origins in every spelling that a request can match', async (t) => {
  const hosts = 'Handoff.example, 10.0.0.1, ::1, [2001:db8::1], my_host'
  t.same(readSettings({ HANDOFF_MCP_ALLOWED_HOSTS: hosts }).allowedHosts, ['Handoff.example', '10.0.0.1', '::1', '[2001:db8::1]', 'my_host'])
  const origins = 'https://App.example, http://app.example:8080, http://[::1]:3000, app.example, [::1]'
  t.same(readSettings({ HANDOFF_MCP_ALLOWED_ORIGINS: origins }).allowedOrigins, ['https://App.example', 'http://app.example:8080', 'http://[::1]:3000', 'app.example', '[::1]'])
})

t.test('options, the environment and a file, in this order', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const envFile = join(folder, 'x.env')
  writeFileSync(envFile, '# a comment\nHANDOFF_MCP_PORT=1\nHANDOFF_MCP_DB="file.sqlite"\nHANDOFF_MCP_REGISTRY=file.yaml\n')
  const env = { HANDOFF_MCP_PORT: '2', HANDOFF_MCP_REGISTRY: 'env.yaml' }
  t.match(readSettings(env, { envFile, registry: 'option.yaml' }), { port: 2, db: 'file.sqlite', registry: 'option.yaml' })
  t.equal(registryPath(env, { envFile }), 'env.yaml')
  t.equal(registryPath({ HANDOFF_MCP_PORT: 'bad' }, { envFile }), 'file.yaml', 'other settings do not matter')
  t.throws(() => readSettings({}, { envFile: join(folder, 'none') }), { name: 'UsageError' })
  t.notOk(wantsMetrics({}, envFile))
  writeFileSync(envFile, 'HANDOFF_MCP_METRICS=1\nHANDOFF_MCP_PORT=bad\n')
  t.ok(wantsMetrics({}, envFile), 'whatever the other settings are')
  t.notOk(wantsMetrics({ HANDOFF_MCP_METRICS: '0' }, envFile))
  t.notOk(wantsMetrics({ HANDOFF_MCP_METRICS: 'yes' }, undefined))
  t.notOk(wantsMetrics({}, join(folder, 'none')), 'that is told with the rest')
})

t.test('what is a loopback address', async (t) => {
  for (const host of ['127.0.0.1', '127.1.2.3', '127.255.255.255', 'localhost', 'LocalHost', '::1', '[::1]']) t.ok(isLoopback(host), host)
  for (const host of ['0.0.0.0', '::', '127.evil.example', 'localhost.example', '10.0.0.1', '1127.0.0.1', '127.0.0.256', '127.0.0', '[127.0.0.1']) t.notOk(isLoopback(host), host)
})
