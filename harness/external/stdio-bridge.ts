/**
 * Lets an external program speak over stdio to a process that a fixture has started. The program is given a command of
 * ours, which carries its lines to and fro; how the target is started, and with which secrets, stays here.
 */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onDisposal } from '../fixture/disposal.ts'
import type { StdioProcess } from '../wire/stdio.ts'

export interface StdioBridge {
  /** What the external program starts in place of the target; each time it does, a process of its own answers. */
  readonly command: readonly string[]
  /** Lines of the target that were no messages; they are not passed on. */
  faults(): number
  close(): Promise<void>
}

const clientScript = fileURLToPath(new URL(`./bridge-client${extname(import.meta.url)}`, import.meta.url))

/** @param open A new process of the target. */
export async function openStdioBridge(open: () => Promise<StdioProcess>): Promise<StdioBridge> {
  // Whoever else is on this machine may find the port, and not this.
  const pass = randomBytes(24).toString('base64url')
  const sockets = new Set<Socket>()
  const processes: StdioProcess[] = []
  const serve = async (socket: Socket): Promise<void> => {
    try {
      const rest = await admit(socket, pass)
      if (rest === undefined) return
      const process = await open()
      processes.push(process)
      connect(socket, process, rest)
    } catch {
      // The target could not be started: the program sees the end of its output.
      socket.destroy()
    }
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => { socket.destroy() }).on('close', () => { sockets.delete(socket) })
    void serve(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => { resolve() })
  })
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const forget = onDisposal(destroyAll)
  return {
    command: [process.execPath, clientScript, String((server.address() as AddressInfo).port), pass],
    faults: () => processes.reduce((sum, { faults }) => sum + [...faults.values()].reduce((count, each) => count + each, 0), 0),
    async close() {
      const closed = new Promise<void>((resolve) => { server.close(() => { resolve() }) })
      destroyAll()
      forget()
      await Promise.all([closed, ...processes.map(async (each) => each.close())])
    },
  }
}

/** Reads the first line, which is the pass. @returns What came after it; undefined where it is another one. */
async function admit(socket: Socket, pass: string): Promise<Uint8Array | undefined> {
  let read = Buffer.alloc(0)
  for (;;) {
    const bytes = await new Promise<Buffer | undefined>((resolve) => {
      socket.once('data', (chunk: Buffer) => {
        socket.pause()
        resolve(chunk)
      })
      socket.once('close', () => { resolve(undefined) })
      socket.resume()
    })
    if (bytes === undefined) return undefined
    read = Buffer.concat([read, bytes])
    const end = read.indexOf(0x0a)
    if (end >= 0 && read.subarray(0, end).toString('latin1') === pass) return read.subarray(end + 1)
    if (end >= 0 || read.length > 256) {
      socket.destroy()
      return undefined
    }
  }
}

function connect(socket: Socket, target: StdioProcess, first: Uint8Array): void {
  target.listen((line) => {
    if (line.kind === 'fault') return
    const text = line.kind === 'batch' ? JSON.stringify(line.messages) : JSON.stringify(line.message)
    socket.write(`${text}\n`)
  })
  void target.ended.then(() => socket.end())
  if (first.length > 0) void target.write([first])
  socket.on('data', (bytes) => { void target.write([bytes]) })
  socket.on('end', () => { target.endInput() })
  socket.on('close', () => { target.endInput() })
  socket.resume()
}
