/** The tables of error codes and exit codes, from the registries of both sides. */
import { errorCodes as harnessErrors, exitCodes } from '../../harness/errors.ts'
import { errorCodes as serverErrors } from '../../server/handoff/errors.ts'
import { registryProblems } from '../../server/registry/problem.ts'
import { code, table } from './markdown.ts'

const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Every applicable case passed; warnings are allowed.',
  failed: 'At least one failure that nobody foretold, or an entry of the file of expected failures that turned out wrong: its case did not fail, or its day is over.',
  usage: 'Usage or configuration: the command line, the target file, a token, a folder that cannot be written.',
  incomplete: 'No failure, but something applicable is `inconclusive` or `not-run`, or nothing ran at all.',
  fault: 'A fault of the harness itself; no verdict of the run counts.',
  interrupted: 'Interrupted; the evidence so far is kept and marked incomplete.',
}

export function exitCodeTable(): string {
  return table(['exit code', 'means'], Object.entries(exitMeanings).map(([name, meaning]) => [code(String(exitCodes[name as keyof typeof exitCodes])), meaning]))
}

export function harnessErrorTable(): string {
  return table(['code', 'exit code', 'means', 'remedy'], Object.entries(harnessErrors).map(([name, { exitCode, meaning, remedy }]) => [code(name), String(exitCode), meaning, remedy]))
}

export function serverErrorTable(): string {
  return table(['code', 'retryable', 'means'], Object.entries(serverErrors).map(([name, { retryable, meaning }]) => [code(name), retryable ? 'yes' : 'no', meaning]))
}

export function registryProblemTable(): string {
  return table(['code', 'means'], Object.entries(registryProblems).map(([name, meaning]) => [code(name), meaning]))
}
