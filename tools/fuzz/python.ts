/** The computation in Python, one process for all questions: a line in, a line out. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onDisposal } from '../../harness/fixture/disposal.ts'
import { LineReader } from '../../server/stdio/lines.ts'
import type { Answer, Panel } from './question.ts'

const script = join(import.meta.dirname, '../../vectors/tools/accept_handoff.py')
const oldest = [3, 9] as const

/** Why the computation cannot be asked here; undefined where it can. */
export function pythonMissing(): string | undefined {
  const { error, status } = spawnSync('python3', ['-c', `import sys; sys.exit(0 if sys.version_info >= (${oldest.join(', ')}) else 9)`], { stdio: 'ignore' })
  if (error !== undefined) return `python3 cannot be started (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`
  return status === 0 ? undefined : `python3 is older than ${oldest.join('.')}`
}

/** Only where nothing is missing. */
export function pythonPanel(): Panel {
  const child = spawn('python3', [script, 'verdict'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const forget = onDisposal(() => void child.kill('SIGKILL'))
  const waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = []
  let gone: Error | undefined
  const lines = new LineReader(64 * 1024 * 1024)
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) if (line.kind === 'line') waiting.shift()?.resolve(Buffer.from(line.bytes).toString('utf8'))
  })
  child.stdin.on('error', () => undefined)
  const closed = once(child, 'close').then(() => {
    forget()
    gone = new Error('the Python computation has ended')
    for (const { reject } of waiting.splice(0)) reject(gone)
    return undefined
  })
  return {
    ask: async (question) => {
      const line = await new Promise<string>((resolve, reject) => {
        if (gone !== undefined) return reject(gone)
        waiting.push({ resolve, reject })
        child.stdin.write(`${JSON.stringify(question)}\n`)
      })
      const { results } = JSON.parse(line) as { readonly results?: readonly Answer[] }
      if (results === undefined) throw new Error(`the Python computation could not read the question: ${line}`)
      return new Map([['python', results]])
    },
    close: async () => {
      child.stdin.end()
      await closed
    },
  }
}
