#!/usr/bin/env node
/**
 * The binary `handoff-server`. It loads nothing before it knows that this Node can run the rest, and it is written so
 * that old ones can still read it.
 */
const [major, minor] = process.versions.node.split('.').map(Number)
if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 19)) {
  process.stderr.write('handoff-server needs Node.js 22.19 or newer; this is ' + process.versions.node + '.\n')
  process.exitCode = 2
} else {
  // Whoever reads the log may go away, which must not end a server.
  process.stderr.on('error', () => undefined)
  // Some of these lines of Node still call its SQLite experimental: no news for a user, and no line of our log.
  const emitWarning = process.emitWarning.bind(process) as (...given: unknown[]) => void
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...rest)
  }
  import('./main.ts').then(({ main }) => main(process.argv.slice(2))).then((code) => {
    process.exitCode = code
    return code
  }).catch((error) => {
    process.stderr.write('handoff-server could not start: ' + String(error) + '\n')
    process.exitCode = 1
  })
}
