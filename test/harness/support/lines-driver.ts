/**
 * A driver in a process of its own for tests of the protocol: answers well, with a small HTTP server behind it, but for
 * what its argument says: `METHOD=MISCHIEF`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const [, , mischief = '', pidFile = ''] = process.argv
const [wrongMethod, kind = ''] = mischief.split('=')
const tokens = new Map<string, string>()
let spares = 0
const server = createServer((request, response) => {
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  response.writeHead([...tokens.values()].includes(token) ? 200 : 401).end()
})

function issue(name: string): { name: string; agent_id: string; token: string } {
  const token = `lines_${name}_${Math.random().toString(36).slice(2)}`
  tokens.set(name, token)
  return { name, agent_id: name, token }
}

interface Request {
  readonly id: number
  readonly method: string
  readonly params: { readonly identity?: { readonly name: string }; readonly identities?: readonly { readonly name: string }[] }
}

async function result({ method, params }: Request): Promise<object> {
  const name = params.identity?.name ?? ''
  switch (method) {
    case 'hello':
      return { protocol: 1, transport: 'http', abilities: ['start', 'issue_token', 'renew', 'rotate', 'disable', 'revoke', 'set_policy', 'logs', 'issue_goal_token', 'stop', 'kill', 'restart', 'write_registry', 'open_stdio'] }
    case 'open': {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as { port: number }
      const [alpha, beta] = [issue('alpha'), issue('beta')]
      return { url: `http://127.0.0.1:${port}/mcp`, identities: { alpha: { agent_id: alpha.agent_id, token: alpha.token }, beta: { token: beta.token } } }
    }
    case 'issue_token': return { identity: issue(`spare-${spares += 1}`) }
    case 'renew': return {
      identities: (params.identities ?? []).map((each) => {
        const token = tokens.get(each.name) ?? ''
        return { ...issue(`new-${each.name}`), token }
      }),
    }
    case 'rotate': return { token: issue(name).token }
    case 'disable':
    case 'revoke':
      tokens.delete(name)
      return {}
    case 'logs': return { text: 'a line\n' }
    case 'issue_goal_token': return { goal_token: '0123456789abcdef' }
    case 'stop': return { code: 0 }
    case 'open_stdio': return { command: ['/bin/sh', '-c', 'echo "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"$WORD\\"}"'], env: { WORD: 'hi' } }
    default: return {}
  }
}

function misbehave(request: Request): void {
  const say = (value: unknown): void => { process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`) }
  const good = { id: request.id, result: {} }
  switch (kind) {
    case 'silent': return
    case 'dies': process.exit(7)
    case 'noise': return say('starting the server ...')
    case 'huge': process.stdout.write('x'.repeat(3 * 1024 * 1024)); return
    case 'twice': say(good); return say(good)
    case 'old-id': return say({ id: 1, result: {} })
    case 'unknown-key': return say({ id: request.id, result: { surprise: 1 } })
    case 'failed':
    case 'start_failed':
    case 'port_in_use': return say({ id: request.id, error: { code: kind, message: 'the \u001b[31mserver\u202e said lines_secret_token_of_mine' } })
    case 'stderr':
      process.stderr.write(`Traceback: no module named x; token \u001b[31m${process.env['DRIVER_SECRET_TOKEN'] ?? ''}\n`)
      process.exitCode = 1
      process.stdin.destroy()
      return
    case 'floods': {
      const line = `${'y'.repeat(65_535)}\n`
      const flood = (): void => { while (process.stderr.write(line)); process.stderr.once('drain', flood) }
      return flood()
    }
    case 'same': return say({ id: request.id, result: { identity: { name: 'alpha', token: 'another_token_of_alpha' } } })
    case 'same-token': return say({ id: request.id, result: { token: tokens.get(request.params.identity?.name ?? '') } })
    case 'control': return say({ id: request.id, result: { identity: { name: 'a\u001b[2Jb', token: 'good_token_here' } } })
    case 'remote': return say({ id: request.id, result: { url: 'http://192.0.2.1:9/mcp', identities: {} } })
    case 'no-url': return say({ id: request.id, result: { identities: {} } })
    case 'only-beta': return say({ id: request.id, result: { url: 'http://127.0.0.1:9/', identities: { beta: { token: 'token_of_beta' } } } })
    case 'one-token': return say({ id: request.id, result: { url: 'http://127.0.0.1:9/', identities: { alpha: { token: 'token_of_both' }, beta: { token: 'token_of_both' } } } })
    case 'stdio': return say({ id: request.id, result: { protocol: 1, transport: 'stdio', abilities: [] } })
    case 'leaves-behind': {
      const child = spawn('/bin/sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], { stdio: 'ignore', detached: true })
      writeFileSync(pidFile, String(child.pid))
      return say(good)
    }
    case 'shared': return say({ id: request.id, result: { protocol: 1, transport: 'http', abilities: ['logs'] } })
    default: throw new Error(`no mischief ${kind}`)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request
  if (request.method === wrongMethod) misbehave(request)
  else process.stdout.write(`${JSON.stringify({ id: request.id, result: await result(request) })}\n`)
  if (request.method === 'close' && kind !== 'never-ends') process.exit(0)
}
