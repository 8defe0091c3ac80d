/**
 * A peer may answer, close, and so refuse the rest of a request. Node gives a socket up at the first failed write,
 * with an answer that has already arrived still unread in the kernel; this holds the failure back until it was read.
 */
import type net from 'node:net'

type Written = (error?: Error | null) => void

/** Makes each failed write of this socket be reported only after the event loop has polled for arrivals once more. */
export function readBeforeWriteFails(socket: net.Socket): void {
  const write = socket._write.bind(socket)
  const writeMany = socket._writev?.bind(socket)
  socket._write = (chunk, encoding, done) => { write(chunk, encoding, held(done)) }
  if (writeMany !== undefined) socket._writev = (chunks, done) => { writeMany(chunks, held(done)) }
}

function held(done: Written): Written {
  return (error) => {
    if (error === undefined || error === null) done(error)
    else setImmediate(() => setImmediate(() => done(error)))
  }
}
