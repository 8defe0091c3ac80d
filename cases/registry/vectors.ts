/** One case for each file of registry vectors: every vector of it, on the running target and by its validator. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { readRegistryVectors } from '../../harness/vectors/registry/read.ts'
import { registryCase } from './define.ts'
import { onRunningTarget } from './live.ts'
import { vectorRules } from './rules.ts'
import { byValidator } from './validated.ts'

/** What the vectors of one file are about. */
export interface Theme {
  /** The file's name without its ending, and the last part of the case's id. */
  readonly name: string
  readonly title: string
  readonly sends: string
  readonly why: string
  readonly failure: string
  readonly fix: string
}

export function themeCase({ name, title, sends, why, failure, fix }: Theme): Case {
  return registryCase({
    id: `registry.vectors-${name}`,
    title,
    requirements: vectorRules,
    needs: ['writeRegistry'],
    fixture: 'own',
    timeoutMs: 120_000,
    scenario: async (context) => runTheme(context, name),
    explain: {
      sends: `${sends} The vectors are in vectors/registry/${name}.json; each file is written in the place of the registry of a running target, and is given to its validator where there is one.`,
      expects: 'A good file is in force at the next request and says what the vector states. After a bad one the policy before it stays in force, /readyz answers 503, and the validator tells everything that is wrong at once, with its lines.',
      why, failure, fix,
    },
  })
}

async function runTheme(context: CaseContext, name: string): Promise<void> {
  const theme = (await readRegistryVectors()).get(name)
  if (theme === undefined) throw new Error(`there is no theme ${name}`)
  const byItself = await byValidator(context, theme.vectors)
  const running = await onRunningTarget(context, theme)
  if (!byItself && !running) context.notApplicable('the target names no validator of registries, and does not show who it takes a caller for')
}
