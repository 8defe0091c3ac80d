/** A target as a command, for tests of the command driver: `target-process.ts MODE PORT`. */
import http from 'node:http'
import { writeFileSync } from 'node:fs'

const [mode = 'serve', port = '0', pidFile] = process.argv.slice(2)

if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid))
if (mode === 'exits') {
  process.stderr.write('cannot start\n')
  process.exit(7)
}
if (mode === 'taken') {
  process.stderr.write('listen EADDRINUSE: address already in use\n')
  process.exit(1)
}
if (mode === 'deaf' || mode === 'stubborn') process.on('SIGTERM', () => {})
if (mode === 'chatty') process.stdout.write('x'.repeat(3 * 1024 * 1024))

const server = http.createServer((request, response) => {
  request.resume()
  response.writeHead(mode === 'unready' ? 503 : 200, { 'content-type': 'text/plain' })
  response.end(`${process.env['GREETING'] ?? ''}\n`)
})
if (mode === 'deaf') setInterval(() => {}, 1_000)
else server.listen(Number(port), '127.0.0.1', () => { process.stdout.write('listening\n') })
