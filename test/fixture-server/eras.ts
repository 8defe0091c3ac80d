/** Which eras a fixture server serves. */
import { UsageError } from '../../server/errors.ts'

export type Eras = 'both' | 'modern' | 'legacy'

/** @throws UsageError */
export function readEras(value: string | undefined): Eras {
  switch (value) {
    case undefined:
    case '':
    case 'both':
      return 'both'
    case 'modern':
    case 'legacy':
      return value
    default:
      throw new UsageError('FIXTURE_ERAS must be both, modern or legacy')
  }
}
