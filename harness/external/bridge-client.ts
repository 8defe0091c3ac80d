/** What an external program starts in place of a stdio target: carries stdin and stdout to the harness, and ends with it. */
import { connect } from 'node:net'

const [port = '', pass = ''] = process.argv.slice(2)
const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true, noDelay: true })
socket.on('error', () => { process.exit(1) })
socket.write(`${pass}\n`)
process.stdin.pipe(socket)
socket.pipe(process.stdout, { end: false })
socket.on('end', () => { process.stdin.destroy() })
process.stdout.on('error', () => { process.exit(1) })
