/** What every case about a manifest has in common: it reads the file and judges it by some of the rules. */
import { readManifest } from '../../harness/manifest/read.ts'
import { manifestRules } from '../../harness/manifest/rules.ts'
import type { ManifestFile } from '../../harness/manifest/rule.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'

interface Given extends Pick<Case, 'id' | 'title' | 'requirements' | 'explain'> {
  /** Records what no rule can judge here, with the reason. */
  readonly aside?: (file: ManifestFile) => readonly { readonly at: string; readonly reason: string }[]
  /** What the manifest lacks where nothing is judged, for example `packages`. */
  readonly about: string
}

export function manifestCase({ aside, about, ...given }: Given): Case {
  return {
    ...given,
    suite: 'manifest',
    fixture: 'shared',
    asksNothing: true,
    appliesTo: withoutManifest,
    async scenario(context) {
      const file = manifestOf(context)
      for (const { at, reason } of aside?.(file) ?? []) context.setAside(at, reason)
      let places = 0
      for (const { requirement, expected, judge } of manifestRules.filter((rule) => given.requirements.includes(rule.requirement))) {
        for (const { at, ok, actual } of judge(file)) {
          places += 1
          context.observe({ requirement, input: at === '' ? 'the whole manifest' : at, ok, expected, actual })
        }
      }
      if (places === 0) context.notApplicable(`the manifest has no ${about}`)
    },
  }
}

export function withoutManifest({ manifest }: { readonly manifest?: string | undefined }): string | undefined {
  return manifest === undefined ? 'no manifest is named for the target (--manifest FILE, or manifest in the target file)' : undefined
}

/** @throws Inconclusive where there is no manifest to judge. */
function manifestOf(context: CaseContext): ManifestFile {
  const reading = readManifest(context.target.manifest ?? '')
  if (reading.kind === 'manifest') return reading.file
  return context.inconclusive(reading.kind === 'unreadable' ? reading.reason : `the manifest is ${reading.reason}`)
}
