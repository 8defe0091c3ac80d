/**
 * Root causes that keep a target from being tested at all. Each is reported once; every case that hangs on it points
 * at it, so that a dead or mute target never comes out as passing.
 */
import type { RootCause } from '../run/outcome.ts'

/** @param seen What came back, in words that hold nothing of what the target wrote. */
export const findings = {
  /** @param code Of the system or of TLS; anything that is no code is left out. */
  unreachable: (url: URL, code: string): RootCause => {
    const id = 'target-unreachable'
    const said = /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : ''
    if (/CERT|VERIFY|SELF_SIGNED/.test(said)) {
      return { id, title: `The certificate of ${url.origin} is not trusted${said}`, remedy: 'Name its authority in a file of PEM with the environment variable NODE_EXTRA_CA_CERTS, and use the host name that it was issued for.' }
    }
    return { id, title: `Nothing answers at ${url.origin}${said}`, remedy: 'Start the server, or correct the address and port.' }
  },
  silent: (url: URL, seen: string): RootCause => ({
    id: 'target-silent',
    title: `${url.href} takes connections but gives no complete HTTP response: ${seen}`,
    remedy: 'Check that the address is an HTTP endpoint (http or https) and that the server is not stuck.',
  }),
  tokenNeeded: (url: URL): RootCause => ({
    id: 'token-needed',
    title: `${url.href} demands credentials and none were given`,
    remedy: 'Name a token with --token-env NAME or --token-file FILE, or in auth.identities of the target file; or a client that may get one, under auth.oauth.',
  }),
  credentialsRefused: (url: URL, seen: string): RootCause => ({
    id: 'credentials-refused',
    title: `${url.href} refuses the good credentials: ${seen}`,
    remedy: 'Check that the token is valid, unexpired and meant for this server.',
  }),
  rateLimited: (url: URL): RootCause => ({
    id: 'target-rate-limited',
    title: `${url.href} answers 429 before anything was tested`,
    remedy: 'Wait, raise the limits of the server, or lower limits.rate_per_second.',
  }),
  notMcp: (url: URL, seen: string): RootCause => ({
    id: 'target-not-mcp',
    title: `${url.href} answers neither server/discover nor initialize as an MCP server would: ${seen}`,
    remedy: 'Give the whole address of the MCP endpoint, for example one that ends in /mcp.',
  }),
  stdioEnded: (name: string, how: string, complained: boolean): RootCause => ({
    id: 'target-start-failed',
    title: `The command of ${name} ended before it answered anything (${how})`,
    remedy: complained ? 'Run the command by hand and mend what it says on stderr.' : 'Check the command: it must be a server that speaks MCP on stdin and stdout.',
  }),
  stdioNoise: (name: string, fault: string): RootCause => ({
    id: 'target-not-mcp',
    title: `${name} writes no message on stdout, but something else (${fault})`,
    remedy: 'Give a command that speaks MCP on stdin and stdout; logs and banners belong on stderr.',
  }),
  stdioSilent: (name: string): RootCause => ({
    id: 'target-silent',
    title: `${name} was sent server/discover and initialize on stdin and answered neither on stdout`,
    remedy: 'Check that the command speaks MCP over stdio and waits for nothing else, such as a terminal or a network.',
  }),
  stdioNotMcp: (name: string, seen: string): RootCause => ({
    id: 'target-not-mcp',
    title: `${name} opens no conversation over stdio: ${seen}`,
    remedy: 'Run the command by hand and send it initialize; it must agree to a revision that the harness speaks.',
  }),
  revisionNotSpoken: (what: string, revision: string, spoken: readonly string[]): RootCause => ({
    id: 'revision-not-spoken',
    title: `${what} does not speak ${revision}; it speaks ${spoken.join(', ')}`,
    remedy: 'Choose a revision that it speaks with --revision, or leave the option out.',
  }),
  controlRefused: (probe: string, seen: string): RootCause => ({
    id: 'control-refused',
    title: `The well-formed request with good credentials (${probe}) does not succeed: ${seen}`,
    remedy: 'Make that request work first: no refusal means anything while a good request is refused too.',
  }),
  controlUnseen: (probe: string, count: number): RootCause => ({
    id: 'control-unseen',
    title: `The well-formed request (${probe}) is answered as done, but a read shows it ${count} times`,
    remedy: 'Check handoff.adapter of the target file: a write must be visible to its recipient, once.',
  }),
  startFailed: (message: string, remedy: string): RootCause => ({ id: 'target-start-failed', title: message, remedy }),
  credentialsEnded: (message: string, remedy: string): RootCause => ({ id: 'credentials-ended', title: `There is no fresh access token, and the last one has ended: ${message}`, remedy }),
  fixtureFailed: (message: string, remedy: string): RootCause => ({ id: 'fixture-failed', title: message, remedy }),
  /** @param last The case after which it was noticed. */
  lost: (seen: string, last: string): RootCause => ({
    id: 'target-lost',
    title: `The target stopped serving during the run: ${seen}; that was seen when ${last} had run`,
    remedy: 'See what that case sent, what ran beside it, and the log of the target.',
  }),
  harnessFault: (id: string, message: string): RootCause => ({
    id: `harness-fault.${id}`,
    title: `The code of the case ${id} failed: ${message}`,
    remedy: 'Report this as a fault of the harness; no verdict of this run counts.',
  }),
} as const
