/** Who else may read the file: the command line refuses a registry that others than its owner can read or write. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { checkFiles } from '../../harness/registry/check-files.ts'
import { baseRegistry } from './base.ts'
import { registryCase } from './define.ts'
import { fileMode } from './rules.ts'

/** By mode, whether it is only its owner's. */
const modes: readonly (readonly [mode: number, own: boolean])[] = [
  [0o600, true], [0o400, true], [0o640, false], [0o620, false], [0o604, false], [0o602, false], [0o644, false], [0o666, false],
]

export const modesCase: Case = registryCase({
  id: 'registry.file-mode',
  title: 'The validator refuses a registry that others can read or write',
  requirements: [fileMode],
  fixture: 'shared',
  appliesTo({ registry }) {
    if (registry?.validator === undefined) return 'the target names no validator of registries (registry.validate of its target file)'
    return process.platform === 'win32' ? 'files have no modes on this system' : undefined
  },
  scenario: async (context) => runModes(context),
  explain: {
    sends: 'One good registry with several file modes, to the validator of the target.',
    expects: 'It is good where only its owner can read and write it, and refused where the group or anybody else can do either.',
    why: 'Hashes of tokens can be tried offline, and whoever can write the file is whoever they like.',
    failure: 'The mode is not looked at, or only whether others can read it.',
    fix: 'Look at the mode of the open file and refuse any right of group and others, also for root.',
  },
})

async function runModes(context: CaseContext): Promise<void> {
  const validator = context.target.registry?.validator
  if (validator === undefined) return
  const { text } = baseRegistry([context.alpha])
  const files = modes.map(([mode]) => ({ name: `mode-${mode.toString(8)}`, bytes: Buffer.from(text), mode }))
  const { verdicts } = await checkFiles(validator, files, context.signal)
  for (const [mode, own] of modes) {
    const input = `0${mode.toString(8)}`
    await context.attempt(input, async () => {
      await Promise.resolve()
      const verdict = verdicts.get(`mode-${mode.toString(8)}`) ?? { kind: 'unknown', why: 'the validator said nothing of it' }
      if (verdict.kind === 'unknown') context.inconclusive(verdict.why)
      context.observe({ requirement: fileMode, input, ok: (verdict.kind === 'accepted') === own, expected: own ? 'it is taken' : 'it is refused', actual: `it is ${verdict.kind}` })
    })
  }
}
