/**
 * What a mutant is: a server of ours with exactly one fault, and which cases have to see it.
 *
 * Mutants are data, one file an area, in `mutants/<area>.ts`; `all-mutants.ts` gathers the files. There are two kinds for
 * cases, and both run within a worker of `npm run mutants`, in well under a second:
 *
 * - a *patch*: `{ id, title, target, patch: { file, find, replace }, kills }`. One place of a source text of the server
 *   or of the fixture server. Choose it where a check or a guard of the server is taken out.
 * - a *rewrite*: `{ id, title, target, rewrite, kills }`. A few functions over what passes between the harness and the
 *   clean server: `request(message, exchange)` (pass something else, answer in place of the server, or swallow),
 *   `response(message, exchange)` (another message, several, or none in its place; of a JSON body, a batch, or an event
 *   stream while it streams), `http(answer, exchange)` (status, fields, body, a cut connection, a stream that is not
 *   ended). `rewrite/build.ts` has the usual ones: `onResult('tools/list', (result) => …)`, `onError`, `onItems`,
 *   `onNotification`, `onHttp`, `onRequest`, `errorCodeInstead`. `exchange` tells the request that is answered, its
 *   method, parameters and revision, and a `memory` that lasts as long as the server. Choose it for faults of answers.
 *
 * Over stdio the same functions see the lines, and `stdio` says what surrounds them (a banner, how it ends).
 * `target` is one of `targets.ts`, or `library`: a patch of the pure verdict that the golden vectors are held against
 * within the worker, all of them, so that its `kills` are exact. `kills` names the cases that have to see it, in the order of the
 * alphabet. The run holds the first of them against it, and those that no mutant before it names; `--only` takes all of
 * them, and `--whole` every other case too, which says who else sees it. `mutants/envelope.ts` is
 * an example of both kinds. `npm run mutants -- --only 'ID*' --whole` proves one, and says what every case that
 * does not fit saw.
 */
import type { Rewrite } from './rewrite/rewrite.ts'
import type { TargetName } from './targets.ts'

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

/** What a mutant that cases are run against says of them. */
interface Killed {
  /** Every case that fails, in the order of the alphabet, and no other one. */
  readonly kills: readonly string[]
  /** Cases that must come to no verdict, since the fault leaves nothing that they could look at. */
  readonly unclear?: readonly string[]
  /** True where the fault leaves every other case of the area without a verdict, since nothing that is served shows anything. */
  readonly clouds?: true
  /** Each case that kills it has to keep a shrunk program, of so many steps at most. */
  readonly program?: { readonly atMost: number }
  /** How many programs a case makes up at most, instead of the few of a usual run: it ends with the first that it finds. */
  readonly runs?: number
  /** Each case that kills it has to keep a history with its witness, or what was lost in a crash. */
  readonly history?: true
}

/** A faulty server: one place of its source is another. */
export interface ServerMutant extends Described, Killed {
  readonly target: TargetName
  readonly patch: Patch
}

/** A clean server, behind something that changes what passes. */
export interface RewriteMutant extends Described, Killed {
  readonly target: TargetName
  readonly rewrite: Rewrite
}

/** The reference server behind a proxy that changes the bytes of header sections: for what neither of them can express. */
export interface ProxyMutant extends Described, Killed {
  readonly target: 'proxy'
  /** A name of `proxy-faults.ts`. */
  readonly fault: string
}

/** The pure verdict, or the load of a registry, with a fault: the golden vectors are held against it without a server. `kills` names the cases of their themes. */
export interface LibraryMutant extends Described, Killed {
  readonly target: 'library'
  /** Of a file in `server/acceptance/` or `server/registry/`. */
  readonly patch: Patch
}

/** A check that no case is about: a test of the server has to fail without it. */
export interface TestMutant extends Described {
  readonly target: 'test'
  readonly patch: Patch
  /** The test file, relative to the root. */
  readonly test: string
}

export type Mutant = ServerMutant | RewriteMutant | ProxyMutant | LibraryMutant | TestMutant

/** A check that can go without anybody outside noticing, since another one stands behind it. */
export interface Equivalent extends Described {
  readonly patch: Patch
  readonly reason: string
}
