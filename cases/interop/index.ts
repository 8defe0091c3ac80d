/** Every case that asks an independent tool. They run when the suite is named. */
import type { Case } from '../../harness/run/case.ts'
import { clientCases } from './clients.ts'
import { curlCase } from './curl.ts'
import { installed } from './external.ts'
import type { External } from './external.ts'
import { frameworkCases } from './framework.ts'
import { inspectorCases } from './inspector.ts'

export function interopCases(external: External): readonly Case[] {
  return [curlCase(external), ...frameworkCases(external), ...inspectorCases(external), ...clientCases(external)]
}

export const interop: readonly Case[] = interopCases(installed)
