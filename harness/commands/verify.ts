/** `verify`: whether a folder of evidence is as a run wrote it, and, with a key from outside, whose it is. */
import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { createSecretRegistry, type SecretRegistry } from '../evidence/secrets.ts'
import { staysInside } from '../evidence/manifest.ts'
import { readVerifyingKey, type VerifyingKey } from '../evidence/signing-key.ts'
import { visibleJson, visibleText } from '../evidence/visible.ts'
import { type Verification, verifyFolder } from '../evidence/verify/verify-folder.ts'
import { readToken, type TokenSource } from '../fixture/token-source.ts'
import { painter } from '../reporters/text.ts'
import type { Terminal } from './terminal.ts'

/** More of them say no more to a person; `--json` has them all. */
const shownProblems = 50

export interface VerifyCommandOptions {
  /** The file of the public key that must have signed. */
  readonly key?: string
  /** Secrets that must not stand in any file. */
  readonly tokens?: readonly TokenSource[]
  readonly json?: boolean
}

/** @throws HarnessError `evidence_unreadable`, the codes of keys and tokens, and `usage` for a key that lies in the folder. */
export async function verifyCommand(terminal: Terminal, folder: string, options: VerifyCommandOptions): Promise<ExitCode> {
  const key = options.key === undefined ? undefined : keyFromOutside(options.key, folder)
  const secrets = await secretsOf(options.tokens ?? [], terminal)
  const verification = verifyFolder(folder, { secrets, ...(key === undefined ? {} : { key }) })
  terminal.out(options.json === true ? visibleJson(jsonOf(verification)) : visibleText(textOf(verification, terminal)))
  return verification.problems.length === 0 ? exitCodes.ok : exitCodes.failed
}

/** A key that came with the evidence could have been put there by whoever forged it. */
function keyFromOutside(path: string, folder: string): VerifyingKey {
  const key = readVerifyingKey(path)
  const name = relative(realpathOr(folder), realpathOr(path)).replaceAll('\\', '/')
  if (staysInside(name)) throw new HarnessError('usage', `the key ${path} lies in the folder ${folder} itself, so that it proves nothing`, { remedy: 'Give the key as you got it from whoever signs, from a place outside the folder.' })
  return key
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

async function secretsOf(tokens: readonly TokenSource[], terminal: Terminal): Promise<SecretRegistry> {
  const secrets = createSecretRegistry()
  for (const token of tokens) secrets.add(await readToken(token, terminal.env))
  if (secrets.weak > 0) terminal.err('warning: a token shorter than 8 characters cannot be told from ordinary words; it is not looked for\n')
  return secrets
}

function textOf({ problems, signature, keyId, result, run, files }: Verification, { color }: Terminal): string {
  const paint = painter(color)
  const lines: string[] = []
  if (problems.length > 0) {
    lines.push(paint('red', `not genuine: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`))
    lines.push(...problems.slice(0, shownProblems).map(({ code, file, text }) => `  ${file}: ${text} [${code}]`))
    if (problems.length > shownProblems) lines.push(`  and ${problems.length - shownProblems} more`)
  } else {
    lines.push(paint('green', signature === 'verified' ? 'genuine: signed with the given key, and nothing was changed' : 'consistent: every file is as the manifest says'))
  }
  if (run !== null) {
    const counts = Object.entries(run.counts).filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`)
    lines.push(`run: ${run.status}, exit code ${run.exitCode ?? 'none'}, attested ${result ?? 'nothing'}; ${counts.join(', ') || 'no case'}; ${files} ${files === 1 ? 'file' : 'files'}`)
  }
  if (keyId !== null) lines.push(`key: sha256:${keyId}${signature === 'unchecked' ? ' (says the envelope)' : ''}`)
  if (signature === 'none' || signature === 'unchecked') {
    const what = signature === 'none' ? 'It is not signed.' : 'Its signature was not checked.'
    lines.push(`${what} Hashes alone show that the folder agrees with itself, not who wrote it: whoever changes a file can change them too. Give the public key of whoever signs: --key PUBLIC.pem`)
  }
  return `${lines.join('\n')}\n`
}

function jsonOf({ problems, signature, keyId, result, run, files }: Verification): string {
  return `${JSON.stringify({
    format: 'handoff-conformance/verification', schemaVersion: 1, genuine: problems.length === 0, signature, keyId, result,
    status: run?.status ?? null, exitCode: run?.exitCode ?? null, counts: run?.counts ?? null, files, problems,
  }, undefined, 2)}\n`
}
