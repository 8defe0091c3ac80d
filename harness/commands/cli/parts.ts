/** What the command line is made of: where each command writes, and what it is about. */
import type { Command } from 'commander'
import type { Catalogue } from '../../run/catalogue.ts'
import type { DescribedCatalogue } from '../../run/described-catalogue.ts'
import type { Proofs } from '../coverage.ts'
import type { ExplainVerdict } from '../explain-verdict.ts'
import type { ReferenceServerParts } from '../target.ts'
import type { Terminal } from '../terminal.ts'

export interface ProgramParts extends ReferenceServerParts {
  readonly terminal: Terminal
  readonly version: string
  /** The `server.json` of the reference server. */
  readonly manifest: string
  catalogue(): Promise<Catalogue>
  /** What the catalogue says, for commands that send nothing. */
  described(): Promise<DescribedCatalogue>
  /** Which mutants each case is seen to catch. */
  proofs(): Proofs
  readonly explainVerdict: ExplainVerdict
  /** Runs `handoff-server` with these arguments; gives its exit code. */
  server(args: readonly string[]): Promise<number>
}

/** Adds one command to the program. `ended` is told what it came to; a command that does not say so came to 0. */
export type AddCommand = (program: Command, parts: ProgramParts, ended: (code: number) => void) => void
