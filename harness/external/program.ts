/** Runs an external program to its end, with nothing of our environment, and leaves nothing of it behind. */
import { makeFolder } from '../fixture/disposal.ts'
import { spawnGroup } from '../fixture/spawn-group.ts'

export interface ProgramOptions {
  readonly command: readonly string[]
  /** All that it gets besides the search path and a home that is empty. */
  readonly env?: Readonly<Record<string, string>>
  /** Default: its empty home. */
  readonly cwd?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** Such as a deadline; `why` holds nothing that the program wrote. */
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'missing' }

/** Of each of its outputs, in bytes. */
const maxOutputBytes = 16 * 1024 * 1024

/** Of our environment a program sees these and no others: whatever else is there may be a secret. */
const passedOn = ['PATH', 'LANG', 'LC_ALL', 'SystemRoot', 'PATHEXT', 'ComSpec', 'NODE_COMPILE_CACHE'] as const

/** Never rejects but for a folder that cannot be made. */
export async function runProgram({ command, env, cwd, timeoutMs, signal }: ProgramOptions): Promise<ProgramEnd> {
  if (signal.aborted) return { kind: 'broken', why: 'the run ended' }
  const home = await makeFolder()
  const output = { stdout: collector(), stderr: collector() }
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  let why: string | undefined
  const group = spawnGroup({
    command,
    cwd: cwd ?? home.path,
    onlyEnv: true,
    env: {
      ...Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      HOME: home.path, USERPROFILE: home.path, TMPDIR: home.path, NO_COLOR: '1', CI: '1', ...env,
    },
    streams: {
      stdout(bytes) { if (!output.stdout.add(bytes)) give('it wrote more than can be kept') },
      stderr(bytes) { output.stderr.add(bytes) },
      closed: onClosed,
    },
  })
  const give = (reason: string): void => {
    why ??= reason
    void group.kill()
  }
  const late = setTimeout(() => { give(`it did not end within ${timeoutMs} ms`) }, timeoutMs)
  const onAbort = (): void => { give('the run ended') }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    group.stdin?.end()
    const how = await group.ended
    await closed
    if (why !== undefined) return { kind: 'broken', why }
    if (group.pid === undefined || group.exit?.code === 127) return { kind: 'missing' }
    const code = group.exit?.code
    return code === undefined ? { kind: 'broken', why: `it was ended by ${how}` } : { kind: 'ended', code, stdout: output.stdout.text(), stderr: output.stderr.text() }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', onAbort)
    await home.remove()
  }
}

function collector(): { add(bytes: Uint8Array): boolean; text(): string } {
  const parts: Uint8Array[] = []
  let size = 0
  return {
    add(bytes) {
      size += bytes.length
      if (size > maxOutputBytes) return false
      parts.push(bytes)
      return true
    },
    text: () => Buffer.concat(parts).toString('utf8'),
  }
}
