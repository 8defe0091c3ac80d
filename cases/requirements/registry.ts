/** The handoff server contract on its registry: which files are taken, and what is said of those that are not. */
import type { Requirement } from '../../harness/run/requirement.ts'

const contract = {
  source: 'handoff-conformance handoff server contract',
  section: 'Registry',
  url: 'https://github.com/handoff-conformance/handoff-conformance/blob/main/docs/server.md#registry',
} as const

function must(name: string, statement: string): Requirement {
  return { ...contract, id: `registry.${name}`, level: 'must', statement }
}

export const registryRequirements: readonly Requirement[] = [
  must('taken', 'A registry that keeps the rules of version 1 is taken, in whatever style of YAML it is written, and says of each agent what stands in it.'),
  must('refused', 'A registry that breaks a rule is refused as a whole: unknown, missing and repeated keys, wrong types, texts and lists beyond their bounds, repeated ids and tokens, unknown references, an unsupported version, aliases that expand too far, and more than 1 MiB.'),
  must('all-problems', 'Everything that is wrong with a registry is reported at once, with line and column.'),
  must('no-secret', 'What is said of a registry never holds a value of it that could be a secret.'),
  must('last-good', 'After a broken edit of the registry the last good policy stays in force, and readiness answers 503 until it is mended.'),
  must('named-by-bytes', 'A policy is named by the SHA-256 of the bytes of its file.'),
  must('file-mode', 'The command line refuses a registry that others than its owner can read or write.'),
  {
    id: 'hardening.registry-problem-place', level: 'hardening', source: 'handoff-conformance', section: 'registry', url: contract.url,
    statement: 'Where problems of a registry have the codes of the vectors, each has the code, the line and the column of its vector, in the order of the file.',
    reason: 'The contract wants line and column, and does not say of what; editors and scripts that jump to a problem need one answer.',
  },
]
