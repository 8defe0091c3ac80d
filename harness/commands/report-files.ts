/** Reports that go into files where no run is going on: those in the evidence folder are evidence, all others are not. */
import { relative, resolve, sep } from 'node:path'
import { HarnessError } from '../errors.ts'
import { writeAtomically } from '../files/atomic-write.ts'
import { reasonOf } from '../files/reason-of.ts'
import { staysInside } from '../evidence/manifest.ts'

export interface ReportFile {
  /** As the user wrote it. */
  readonly file: string
  readonly text: string
}

/** @returns `inside`: by their names within the folder, with forward slashes. */
export function splitReports(reports: readonly ReportFile[], folder: string): { readonly inside: readonly { readonly name: string; readonly text: string }[]; readonly outside: readonly ReportFile[] } {
  const named = reports.map((report) => ({ ...report, name: relative(resolve(folder), resolve(report.file)).split(sep).join('/') }))
  return {
    inside: named.filter(({ name }) => staysInside(name)).map(({ name, text }) => ({ name, text })),
    outside: named.filter(({ name }) => !staysInside(name)).map(({ file, text }) => ({ file, text })),
  }
}

/** @throws HarnessError `evidence_write_failed` */
export function writeReports(reports: readonly ReportFile[]): void {
  for (const { file, text } of reports) {
    try {
      writeAtomically(resolve(file), Buffer.from(text))
    } catch (error) {
      throw new HarnessError('evidence_write_failed', `${file} could not be written: ${reasonOf(error)}`, { cause: error })
    }
  }
}
