/** The reference server as a library: what a driver needs to run it inside its own process. */
export { startHttpServer } from './http/start.ts'
export type { RunningServer, StartHttpOptions } from './http/start.ts'
