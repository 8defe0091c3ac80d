/** What a mutant is: a server of ours with exactly one fault, and which cases have to see it. */

/** One place of a source text, replaced by another text. */
export interface Patch {
  /** Relative to the root of the repository, with forward slashes; in `server/` or `test/fixture-server/`. */
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
}

interface Described {
  /** A slug. */
  readonly id: string
  /** What the faulty server does, in one sentence. */
  readonly title: string
}

/**
 * A faulty server that the suite `auth-negative` is run against. `fixture` is the fixture server with sessions, spoken
 * to in the newest revision; `fixture-2025` is the same one, spoken to in its sessions.
 */
export interface ServerMutant extends Described {
  readonly target: 'reference' | 'fixture' | 'fixture-2025'
  readonly patch: Patch
  /** Every case that fails, in the order of the alphabet, and no other one. */
  readonly kills: readonly string[]
  /** True where the fault leaves every other case without a verdict, since nothing that is served shows anything. */
  readonly clouds?: true
}

/** The reference server behind a proxy that changes bytes: for what no patch of ours can express. */
export interface ProxyMutant extends Described {
  readonly target: 'proxy'
  /** A name of `proxy-faults.ts`. */
  readonly fault: string
  readonly kills: readonly string[]
}

/** A check that no case of `auth-negative` is about: a test of the server has to fail without it. */
export interface TestMutant extends Described {
  readonly target: 'test'
  readonly patch: Patch
  /** The test file, relative to the root. */
  readonly test: string
}

export type Mutant = ServerMutant | ProxyMutant | TestMutant

/** A check that can go without anybody outside noticing, since another one stands behind it. */
export interface Equivalent extends Described {
  readonly patch: Patch
  readonly reason: string
}
