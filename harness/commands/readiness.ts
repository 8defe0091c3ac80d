/** `readiness URL`: one line a revision, ready YES, NO or UNKNOWN, with what decided it. */
import { exitCodes } from '../errors.ts'
import type { ExitCode } from '../errors.ts'
import { redactText } from '../evidence/redact.ts'
import { createSecretRegistry } from '../evidence/secrets.ts'
import { visibleText } from '../evidence/visible.ts'
import { assessReadiness } from '../readiness/assess.ts'
import { readinessExitCode } from '../readiness/verdict.ts'
import type { Ready, RevisionVerdict } from '../readiness/verdict.ts'
import { painter } from '../reporters/text.ts'
import type { Style } from '../reporters/text.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { watchInterrupts } from './interrupt.ts'
import type { TargetUnderTest } from './target.ts'
import type { Terminal } from './terminal.ts'

export interface ReadinessParts {
  readonly terminal: Terminal
  readonly catalogue: Catalogue
  readonly openTarget: () => Promise<TargetUnderTest>
}

/** @throws HarnessError for everything that is wrong before anything is sent. */
export async function readinessCommand({ terminal, catalogue, openTarget }: ReadinessParts, options: { readonly revision?: string; readonly json?: boolean }): Promise<ExitCode> {
  const { driver, target } = await openTarget()
  const interrupt = watchInterrupts({ first: () => { terminal.err('interrupted\n') }, second: () => undefined })
  const started = performance.now()
  const secrets = createSecretRegistry()
  const clean = (text: string): string => visibleText(redactText(text, secrets))
  try {
    const verdicts = await assessReadiness({
      catalogue, driver, target, signal: interrupt.signal, secrets: (secret) => { secrets.add(secret) },
      ...(options.revision === undefined ? {} : { revisions: [options.revision] }),
      onVerdict: (verdict) => { if (options.json !== true) terminal.out(`${lineOf(verdict, clean, terminal)}\n`) },
    })
    const exitCode = interrupt.signal.aborted ? exitCodes.interrupted : readinessExitCode(verdicts)
    if (options.json === true) {
      const revisions = verdicts.map(({ reason, spoken, ...verdict }) => ({ ...verdict, spoken: spoken ?? null, reason: clean(reason) }))
      terminal.out(`${JSON.stringify({ target: target.name, revisions, durationMs: Math.round(performance.now() - started), exitCode }, undefined, 2)}\n`)
    }
    return exitCode
  } finally {
    interrupt.dispose()
  }
}

const styles: Readonly<Record<Ready, Style>> = { YES: 'green', NO: 'red', UNKNOWN: 'yellow' }

function lineOf({ revision, ready, reason }: RevisionVerdict, clean: (text: string) => string, { color }: Terminal): string {
  return `${revision}  ready ${painter(color)(styles[ready], ready)}${' '.repeat('UNKNOWN'.length - ready.length)}  ${clean(reason)}`
}
