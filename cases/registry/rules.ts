/** The requirements that registry vectors are held against, by the names that the cases use. */
export const taken = 'registry.taken'
export const refusedRule = 'registry.refused'
export const allProblems = 'registry.all-problems'
export const problemPlace = 'hardening.registry-problem-place'
export const noSecret = 'registry.no-secret'
export const lastGood = 'registry.last-good'
export const namedByBytes = 'registry.named-by-bytes'
export const fileMode = 'registry.file-mode'

/** What every case of vectors may observe. */
export const vectorRules: readonly string[] = [taken, refusedRule, allProblems, problemPlace, noSecret, lastGood, namedByBytes]
