#!/usr/bin/env node
/**
 * The binary `handoff-conformance`. It loads nothing before it knows that this Node.js can run the rest, and it is
 * written so that old ones can still read it.
 */
import { setFlagsFromString } from 'node:v8'

const [major, minor] = process.versions.node.split('.').map(Number)
if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 19)) {
  process.stderr.write('handoff-conformance needs Node.js 22.19 or later, and this is ' + process.versions.node + '.\n')
  process.exitCode = 2
} else {
  // Left alone, V8 lets its spaces grow far beyond what lives in them: almost twice the memory for a tenth of the time.
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
  // What it compiles meanwhile waits for collections that an exit never makes: the process would hang (nodejs/node#54918).
  setFlagsFromString('--no-concurrent-sparkplug')
  // Some lines of Node still call its SQLite experimental: no news for a user, and no line of our output.
  const emitWarning = process.emitWarning.bind(process) as (...given: unknown[]) => void
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...rest)
  }
  // Where a command does not hear of interrupts itself, as while it loads, they end it with the code that says so.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => { if (process.listenerCount(signal) === 1) process.exit(130) })
  }
  import('./main.ts').then(async ({ main }) => {
    const code = await main(process.argv.slice(2))
    process.exitCode = code
    // It ends by itself, which is safer than process.exit for the same reason; what a target left open must not keep it.
    setTimeout(() => { process.exit() }, 1_000).unref()
    return code
  }).catch((error) => {
    process.stderr.write('handoff-conformance could not start: ' + String(error) + '\n')
    process.exitCode = 4
  })
}
