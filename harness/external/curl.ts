/** Asks a server with the program `curl`: what anybody at a shell would see of it. */
import { runProgram } from './program.ts'

export interface CurlOptions {
  /** The program. Default: `curl`. */
  readonly program?: string
  readonly url: URL
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type CurlAnswer =
  | { readonly kind: 'response'; readonly status: number; readonly challenges: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'missing' }

/** A POST without anything that a configuration file or the environment could add. */
export async function runCurl({ program = 'curl', url, headers, body, timeoutMs, signal }: CurlOptions): Promise<CurlAnswer> {
  const end = await runProgram({
    command: [
      program, '--disable', '--silent', '--noproxy', '*', '--max-time', String(Math.ceil(timeoutMs / 1000)), '--output', 'body', '--dump-header', '-',
      ...headers.flatMap(([name, value]) => ['--header', `${name}: ${value}`]), '--data-binary', body, url.href,
    ],
    timeoutMs, signal,
  })
  if (end.kind === 'missing') return { kind: 'missing' }
  if (end.kind === 'broken') return { kind: 'failed', why: end.why }
  if (end.code !== 0) return { kind: 'failed', why: `exit code ${end.code}` }
  // After a 100 Continue there is more than one head.
  const head = end.stdout.trimEnd().split(/\r?\n\r?\n/).at(-1) ?? ''
  const status = /^HTTP\/\S+ (\d{3})/.exec(head)?.[1]
  if (status === undefined) return { kind: 'failed', why: 'no head of a response' }
  return { kind: 'response', status: Number(status), challenges: [...head.matchAll(/^www-authenticate:[ \t]*(.*?)[ \t]*$/gim)].map(([, value = '']) => value) }
}
