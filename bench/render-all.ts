/** A process that reads a file of results and renders it with every reporter. */
import { readResultsAt } from '../harness/evidence/read-results.ts'
import { reporterNames, reporters } from '../harness/reporters/reporters.ts'

const run = readResultsAt(process.argv[2] ?? '')
for (const name of reporterNames) {
  const text = reporters[name](run, { color: false, columns: 100, isFile: true })
  if (text === '') throw new Error(`${name} rendered nothing`)
}
